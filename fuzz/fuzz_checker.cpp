// Property: the compiled checker accepts or refuses whatever it reads; it neither crashes nor reads beyond the file.
#define main checker_main  // the fuzzer has a main of its own
#include "../checker/kinrow_check.cpp"
#undef main

namespace {

// A small game of any kind, drawn from seven bytes, whose tree is to follow.
std::string header_of(const std::uint8_t* bytes) {
  const auto upto = [&](int i, int most) { return std::to_string(1 + bytes[i] % most); };
  const auto truth = [&](int bit) { return std::string(bytes[5] >> bit & 1 ? "true" : "false"); };
  const auto side = [&](int bit) { return std::string(bytes[6] >> bit & 1 ? "X" : "O"); };
  const std::string cells((1 + bytes[0] % 6) * (1 + bytes[1] % 6), '.');
  return "kinrow proof 2\n{\"rules\": {\"rows\": " + upto(0, 6) + ", \"cols\": " + upto(1, 6) +
         ", \"k\": " + upto(2, 5) + ", \"stones\": " + upto(3, 2) + ", \"first\": " + upto(4, 2) +
         ", \"exact\": " + truth(0) + ", \"misere\": " + truth(1) + "}, \"position\": {\"cells\": \"" + cells +
         "\", \"to_move\": \"" + side(0) + "\", \"left\": 1}, \"claims\": [\"" + side(1) +
         (bytes[6] & 4 ? " wins" : " does not lose") + "\"]}\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t drawn = 7;
  if (size < drawn) return 0;
  std::string file = header_of(data);
  for (std::size_t i = drawn; i < size; ++i)  // letters are as frequent as cells
    file += data[i] & 128 ? "WMVATNZOPEBRS"[data[i] % 13] : static_cast<char>(data[i] % 40);
  Sha256 sum;
  sum.update(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
  for (const std::uint8_t byte : sum.digest()) file += static_cast<char>(byte);
  std::FILE* stream = fmemopen(file.data(), file.size(), "rb");
  const auto input = std::make_unique<Input>(stream, false);
  MoveLog nowhere;
  try {
    check_file(*input, nowhere);
  } catch (const Refused&) {
  }
  if (input->offset() > file.size()) std::abort();
  std::fclose(stream);
  return 0;
}
