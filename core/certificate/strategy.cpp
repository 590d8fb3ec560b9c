#include "certificate/strategy.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace kinrow {
namespace {

class Reader {
 public:
  Reader(const Rules& rules, std::string_view bytes) : cells_(rules.size()), bytes_(bytes) {}

  bool more() const { return at_ < bytes_.size(); }
  // The lowest bit of the first byte is the first cell.
  AnyCells cells() {
    AnyCells set;
    for (int c = 0; c < cells_; ++c)
      if (byte_at(static_cast<std::size_t>(c / 8)) >> c % 8 & 1) set.set(c);
    at_ += static_cast<std::size_t>(cells_ + 7) / 8;
    return set;
  }
  int number(int bytes) {
    int value = 0;
    for (int i = 0; i < bytes; ++i) value |= byte_at(static_cast<std::size_t>(i)) << 8 * i;
    at_ += static_cast<std::size_t>(bytes);
    return value;
  }

 private:
  int byte_at(std::size_t i) const {
    if (at_ + i >= bytes_.size()) throw std::invalid_argument("the entries end in the middle of one");
    return static_cast<unsigned char>(bytes_[at_ + i]);
  }

  int cells_;
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<KnownWin> unpack_strategy(const Rules& rules, int side, std::string_view bytes) {
  std::vector<KnownWin> wins;
  for (Reader reader(rules, bytes); reader.more();) {
    AnyCells stones[2];
    stones[side] = reader.cells();
    stones[side ^ 1] = reader.cells();
    const AnyCells zone = reader.cells();
    const int move = reader.number(2), order = reader.number(1);
    const AnyCells empty = AnyCells::first(rules.size()) - stones[X] - stones[O];
    if (stones[X].meets(stones[O]) || !empty.holds(zone) || move >= rules.size() || !empty.test(move))
      throw std::invalid_argument("entry " + std::to_string(wins.size()) + " is not a position with a move and a zone");
    wins.push_back({board_with(rules.size(), stones, side), order, move, zone});
  }
  return wins;
}

}  // namespace kinrow
