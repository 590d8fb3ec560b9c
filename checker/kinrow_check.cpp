// The compiled checker of proof files: reads a certificate once, as a stream, and accepts or refuses it.
//
// This file is longer than most, so that anyone who wants to trust the checker has one file to read. It was written
// from docs/proof-format.md alone and shares no line with the solver, the proof writer or the other checker, check.py,
// so an error in one of them is not an error in all. That page specifies the file and argues why an accepted file
// proves its claim; the comments here only explain how the checking is done fast.
//
// How it works: the position is followed while the tree is read. Each side has one bit per line in a few words: whether
// the line is closed, and, in further words, the binary digits of how many stones it holds. So a stone is added to all
// its lines at once. Each position that a later reference may name is kept as three bit sets (the stones of both sides
// and the zone), packed into bytes. Settled positions of the weak game are kept the same way: a stone of the claiming
// side on one cell of a pair leaves the same gaps as leaving out the pair's gaps.
//
// It assumes a little-endian machine. Memory: 6 + 3 * (cells / 8, rounded up) bytes per position.
//
// To compile:  g++ -O3 -std=c++20 -o kinrow-check kinrow_check.cpp
// To run:      ./kinrow-check [--json] FILE...                         (- is standard input)
//              ./kinrow-check [--json] --moves OUT LEAST FILE
// With --json each line of output is a JSON object: several times a second the progress of the check, at its end the
// verdict.
// With --moves the winner's moves from trees of at least LEAST positions go to OUT: each as an entry of
// docs/strategy-format.md, followed by four bytes, lowest first, with the number of positions in the tree, including
// those of references.
// Exit status: 0 accepted, 1 refused, 2 if there is no verdict (file unreadable, too little memory, wrong arguments);
// for several files, the worst.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

static_assert(std::endian::native == std::endian::little);  // positions are packed as bytes

namespace {

// ---- verdicts

struct Refused : std::exception {
  explicit Refused(const char* text) : reason(text) {}
  const char* what() const noexcept override { return reason; }
  const char* reason;
};

struct Unusable : std::exception {
  explicit Unusable(const char* text) : reason(text) {}
  const char* what() const noexcept override { return reason; }
  const char* reason;
};

[[noreturn]] void refuse(const char* reason) { throw Refused(reason); }

void require(bool holds, const char* reason) {
  if (!holds) [[unlikely]]
    refuse(reason);
}

// ---- SHA-256 (FIPS 180-4)

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  void update(const std::uint8_t* data, std::size_t size) {
    length_ += size;
    while (size > 0) {
      if (used_ == 0 && size >= 64) {
        compress(data);
        data += 64;
        size -= 64;
        continue;
      }
      const std::size_t part = std::min<std::size_t>(64 - used_, size);
      std::memcpy(block_ + used_, data, part);
      used_ += part;
      data += part;
      size -= part;
      if (used_ == 64) {
        compress(block_);
        used_ = 0;
      }
    }
  }

  Digest digest() const {
    Sha256 end = *this;
    const std::uint64_t bits = length_ * 8;
    const std::uint8_t one = 0x80, zero = 0;
    end.update(&one, 1);
    while (end.used_ != 56) end.update(&zero, 1);
    std::uint8_t size[8];
    for (int i = 0; i < 8; ++i) size[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
    end.update(size, 8);
    Digest out{};
    for (std::size_t i = 0; i < 32; ++i) out[i] = static_cast<std::uint8_t>(end.state_[i / 4] >> (24 - 8 * (i % 4)));
    return out;
  }

 private:
  static constexpr std::uint32_t constants[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  void compress(const std::uint8_t* data) {
    std::uint32_t w[64];
    for (int i = 0; i < 16; ++i)
      w[i] = std::uint32_t{data[4 * i]} << 24 | std::uint32_t{data[4 * i + 1]} << 16 |
             std::uint32_t{data[4 * i + 2]} << 8 | data[4 * i + 3];
    for (int i = 16; i < 64; ++i)
      w[i] = w[i - 16] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
             (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
    auto [a, b, c, d, e, f, g, h] = state_;
    for (int i = 0; i < 64; ++i) {
      const std::uint32_t t1 =
          h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const std::uint32_t add[8] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += add[i];
  }

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::uint8_t block_[64] = {};
  std::size_t used_ = 0;
  std::uint64_t length_ = 0;
};

// ---- the file as a stream of bytes and numbers

class Input {
 public:
  Input(std::FILE* file, bool progress) : file_(file), progress_(progress) {}

  std::uint8_t byte() {
    if (next_ == end_) [[unlikely]]
      refill();
    return buffer_[next_++];
  }

  /// Seven bits per byte, the lowest first. A number that 64 bits do not hold reads as the largest one: no place in a
  /// file allows either.
  std::uint64_t number() {
    std::uint8_t part = byte();
    if (part < 128) return part;
    std::uint64_t value = part & 127;
    bool lost = false;
    for (int shift = 7; shift < 70; shift += 7) {
      part = byte();
      const std::uint64_t bits = part & 127;
      lost = lost || (shift == 63 && bits > 1);
      value |= bits << shift;
      if (part < 128) return lost ? UINT64_MAX : value;
    }
    refuse("a number is longer than ten bytes");
  }

  /// How many bytes have been read so far.
  std::uint64_t offset() const { return before_ + next_; }

  /// Reads the digest at the end, compares it with that of all bytes before it, and makes sure that nothing follows.
  Sha256::Digest finish() {
    sha_.update(buffer_.data() + hashed_, next_ - hashed_);
    hashed_ = next_;
    const Sha256::Digest expected = sha_.digest();
    Sha256::Digest found{};
    for (std::uint8_t& part : found) part = byte();
    require(found == expected, "the SHA-256 at the end does not match");
    require(next_ == end_ && !fill(), "there are bytes after the SHA-256");
    return found;
  }

  /// How many positions have been numbered; shown with the progress.
  std::uint64_t positions = 0;

 private:
  bool fill() {
    sha_.update(buffer_.data() + hashed_, end_ - hashed_);
    before_ += end_;
    next_ = hashed_ = 0;
    end_ = std::fread(buffer_.data(), 1, buffer_.size(), file_);
    if (end_ == 0 && std::ferror(file_)) throw Unusable("the file cannot be read");
    return end_ > 0;
  }

  void refill() {
    require(fill(), "the file ends too early");
    const auto now = std::chrono::steady_clock::now();
    if (progress_ && now - shown_ > std::chrono::milliseconds(200)) {
      shown_ = now;
      std::printf("{\"bytes\": %llu, \"positions\": %llu}\n", static_cast<unsigned long long>(before_),
                  static_cast<unsigned long long>(positions));
      std::fflush(stdout);
    }
  }

  std::FILE* file_;
  bool progress_;
  std::array<std::uint8_t, 1 << 16> buffer_{};
  std::size_t next_ = 0, end_ = 0, hashed_ = 0;
  std::uint64_t before_ = 0;
  Sha256 sha_;
  std::chrono::steady_clock::time_point shown_{};
};

// ---- the header

constexpr int line_steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};  ///< rows and columns from a cell to the next
struct Claim {
  bool by_x;  ///< X claims, else O
  bool win;   ///< "wins", else "does not lose"

  std::string text() const { return std::string(by_x ? "X" : "O") + (win ? " wins" : " does not lose"); }
};

struct Header {
  int rows = 0, cols = 0, k = 0, stones = 0, first = 0;
  bool exact = false, misere = false;
  std::string cells;
  bool x_to_move = false;
  int left = 0;
  std::vector<Claim> claims;
  bool more_rows = false, more_cols = false;  // a class of boards: at least this many rows, columns, or both
  bool along_rows = false;              // copies of the board follow one another along its rows, or else its columns
  std::vector<std::vector<int>> parts;  // the parts of lines that count in each copy; empty for a single board
  std::vector<int> reserved;            // cells before which none of the claimant's lines ends
  std::string text;                     // the line of JSON itself

  int size() const { return rows * cols; }
  bool one_board() const { return !more_rows && !more_cols; }
};

/// The header's line of JSON: two objects and a list whose names and kinds are known, so no general value is ever
/// built.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view line) : line_(line) {}

  Header read() {
    object({"rules", "position", "claims"}, {"larger", "pieces", "reserved"}, [&](const std::string& name) {
      if (name == "rules")
        rules();
      else if (name == "position")
        position();
      else if (name == "claims")
        claims();
      else if (name == "larger")
        larger();
      else if (name == "reserved")
        numbers(header_.reserved);
      else
        pieces();
    });
    blank();
    require(at_ == line_.size(), "the header is not the expected JSON");
    validate();
    header_.text = line_;
    return header_;
  }

 private:
  void rules() {
    object({"rows", "cols", "k", "stones", "first", "exact", "misere"}, {}, [&](const std::string& name) {
      if (name == "exact")
        header_.exact = boolean();
      else if (name == "misere")
        header_.misere = boolean();
      else if (name == "rows")
        header_.rows = integer(29);
      else if (name == "cols" || name == "k")
        (name == "cols" ? header_.cols : header_.k) = integer(22);
      else
        (name == "stones" ? header_.stones : header_.first) = integer(20);
    });
  }

  void position() {
    object({"cells", "to_move", "left"}, {}, [&](const std::string& name) {
      if (name == "cells") {
        header_.cells = string();
      } else if (name == "left") {
        header_.left = integer(20);
      } else {
        const std::string side = string();
        require(side == "X" || side == "O", "to_move is neither X nor O");
        header_.x_to_move = side == "X";
      }
    });
  }

  void claims() {
    expect('[');
    do {
      const std::string text = string();
      const auto known = {Claim{true, true}, Claim{true, false}, Claim{false, true}, Claim{false, false}};
      const auto* claim = std::find_if(known.begin(), known.end(), [&](const Claim& c) { return c.text() == text; });
      require(claim != known.end(), "the header has an unknown claim");
      header_.claims.push_back(*claim);
    } while (accept(','));
    expect(']');
  }

  void larger() {
    expect('[');
    do {
      const std::string side = string();
      const bool in_order = side == "cols" ? !header_.more_cols : side == "rows" && header_.one_board();
      require(in_order, "the header has an unknown class of boards");
      (side == "rows" ? header_.more_rows : header_.more_cols) = true;
    } while (accept(','));
    expect(']');
  }

  void pieces() {
    object({"side", "parts"}, {}, [&](const std::string& name) {
      if (name == "parts") {
        parts();
        return;
      }
      const std::string side = string();
      require(side == "rows" || side == "cols", "the header has an unknown side");
      header_.along_rows = side == "rows";
    });
  }

  void parts() {
    expect('[');
    do {
      numbers(header_.parts.emplace_back());
    } while (accept(','));
    expect(']');
  }

  void numbers(std::vector<int>& cells) {
    expect('[');
    do cells.push_back(integer(483, 0));
    while (accept(','));
    expect(']');
  }

  void validate_parts() const {
    const auto is_claimed = [](const Claim& c) { return !c.by_x && !c.win; };
    require(header_.one_board() && header_.claims.size() == 1 && is_claimed(header_.claims[0]),
            "only that O does not lose can be claimed for copies of a piece");
    require(header_.stones == 1 && header_.first == 1 && header_.left == 1 && !header_.misere && header_.x_to_move &&
                header_.cells.find_first_not_of('.') == std::string::npos,
            "a piece begins empty, with single stones, not misère");
    require(static_cast<int>(header_.parts.size()) <= 4 * header_.size(), "more parts than lines");
    for (const auto& part : header_.parts) {
      require(static_cast<int>(part.size()) <= header_.k && part.back() < header_.size(),
              "a part has too many cells, or a cell that the piece does not have");
      require(std::adjacent_find(part.begin(), part.end(), std::greater_equal<>()) == part.end(),
              "the cells of a part are not in order");
      for (const auto& other : header_.parts)
        require(&other == &part || !std::includes(part.begin(), part.end(), other.begin(), other.end()),
                "a part includes another");
    }
    for (const auto& step : line_steps)
      for (int start = 0; start < header_.size(); ++start)
        require(has_part(start, step[0], step[1]), "a line has no part in any copy of the piece");
  }

  /// Whether some copy that the line from this cell meets has a part of it, or else the boards have no such line.
  bool has_part(int start, int down, int right) const {
    std::map<int, std::vector<int>> copies;  // the cells of the line in each
    const int length = header_.along_rows ? header_.rows : header_.cols;
    for (int i = 0; i < header_.k; ++i) {
      int row = start / header_.cols + i * down, col = start % header_.cols + i * right;
      int& along = header_.along_rows ? row : col;
      const int across = header_.along_rows ? col : row;
      if (across < 0 || across >= (header_.along_rows ? header_.cols : header_.rows)) return true;
      const int copy = (along + length * header_.k) / length;  // never negative: a line is k cells long
      along = (along + length * header_.k) % length;
      copies[copy].push_back(row * header_.cols + col);
    }
    for (auto& [copy, cells] : copies) {
      std::sort(cells.begin(), cells.end());
      for (const auto& part : header_.parts)
        if (std::includes(cells.begin(), cells.end(), part.begin(), part.end())) return true;
    }
    return false;
  }

  void validate() const {
    require(header_.size() <= 484, "the board has more than 484 cells");
    require(static_cast<int>(header_.cells.size()) == header_.size(), "the position does not fit the board");
    require(header_.cells.find_first_not_of("XO.") == std::string::npos,
            "the position has a sign other than X, O and .");
    require(header_.left <= std::max(header_.stones, header_.first), "more stones are left than a turn has");
    const bool wins = std::all_of(header_.claims.begin(), header_.claims.end(), [](const Claim& c) { return c.win; });
    require(header_.one_board() || (wins && header_.stones == 1 && header_.left == 1 && !header_.misere),
            "only wins with single stones, not misère, can be claimed for a class of boards");
    if (!header_.parts.empty()) validate_parts();
    if (const auto& cells = header_.reserved; !cells.empty())
      require(header_.exact && !header_.one_board() && cells.back() < header_.size() &&
                  std::adjacent_find(cells.begin(), cells.end(), std::greater_equal<>()) == cells.end(),
              "the reserved cells do not fit the game");
  }

  template <class Value>
  void object(std::initializer_list<const char*> names, std::initializer_list<const char*> optional, Value value) {
    std::set<std::string> missing(names.begin(), names.end()), possible(optional.begin(), optional.end());
    expect('{');
    do {
      const std::string name = string();
      require(missing.erase(name) + possible.erase(name) == 1, "the header has an unknown or repeated name");
      expect(':');
      value(name);
    } while (accept(','));
    expect('}');
    require(missing.empty(), "a name is missing from the header");
  }

  void blank() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t' || line_[at_] == '\r')) ++at_;
  }

  bool accept(char sign) {
    blank();
    if (at_ == line_.size() || line_[at_] != sign) return false;
    ++at_;
    return true;
  }

  void expect(char sign) { require(accept(sign), "the header is not the expected JSON"); }

  bool boolean() {
    blank();
    for (const std::string_view word : {"true", "false"})
      if (line_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "true";
      }
    refuse("the header is not the expected JSON");
  }

  int integer(int most, int least = 1) {
    blank();
    int value = 0;
    const std::size_t start = at_;
    while (at_ < line_.size() && line_[at_] >= '0' && line_[at_] <= '9')
      value = std::min(value * 10 + (line_[at_++] - '0'), 1000);
    const bool plain = at_ > start && (line_[start] != '0' || at_ == start + 1);
    require(plain && least <= value && value <= most, "a number in the header is out of range");
    return value;
  }

  /// A string of ASCII characters: nothing else is ever allowed in one, so any other character may become a question
  /// mark.
  std::string string() {
    expect('"');
    std::string text;
    while (true) {
      require(at_ < line_.size(), "the header is not the expected JSON");
      const char sign = line_[at_++];
      if (sign == '"') return text;
      require(static_cast<unsigned char>(sign) >= 32, "the header is not the expected JSON");
      text += sign == '\\' ? escaped() : sign;
    }
  }

  char escaped() {
    require(at_ < line_.size(), "the header is not the expected JSON");
    const char sign = line_[at_++];
    constexpr std::string_view signs = "\"\\/bfnrt", values = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = signs.find(sign); known != std::string_view::npos) return values[known];
    require(sign == 'u' && line_.size() - at_ >= 4, "the header is not the expected JSON");
    int code = 0;
    for (int i = 0; i < 4; ++i) {
      constexpr std::string_view digits = "0123456789abcdef";
      const std::size_t digit = digits.find(static_cast<char>(line_[at_] | 32));
      require(line_[at_] > 31 && digit != std::string_view::npos, "the header is not the expected JSON");
      code = code * 16 + static_cast<int>(digit);
      ++at_;
    }
    return code < 128 ? static_cast<char>(code) : '?';
  }

  std::string_view line_;
  std::size_t at_ = 0;
  Header header_;
};

Header read_header(Input& input) {
  for (const char sign : std::string_view("kinrow proof 2\n"))
    require(input.byte() == static_cast<std::uint8_t>(sign), "the first line is not 'kinrow proof 2'");
  std::string line;
  for (std::uint8_t sign = input.byte(); sign != '\n'; sign = input.byte()) {
    line += static_cast<char>(sign);
    require(line.size() < 1 << 16, "the header is longer than 65,536 bytes");
  }
  return HeaderReader(line).read();
}

// ---- sets of cells

template <int W>
struct Cells {
  std::uint64_t word[W] = {};

  static Cells of(int cell) {
    Cells out;
    out.add(cell);
    return out;
  }

  void add(int cell) { word[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void remove(int cell) { word[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
  bool has(int cell) const { return word[cell >> 6] >> (cell & 63) & 1; }

  bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= word[i];
    return all != 0;
  }

  int count() const {
    int total = 0;
    for (int i = 0; i < W; ++i) total += std::popcount(word[i]);
    return total;
  }

  int lowest() const {
    for (int i = 0; i < W; ++i)
      if (word[i] != 0) return 64 * i + std::countr_zero(word[i]);
    return -1;
  }

  template <class Visit>
  void each(Visit visit) const {
    for (int i = 0; i < W; ++i)
      for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
  }

  bool meets(const Cells& other) const { return (*this & other).any(); }
  bool within(const Cells& other) const { return !(*this - other).any(); }

  Cells& operator|=(const Cells& other) {
    for (int i = 0; i < W; ++i) word[i] |= other.word[i];
    return *this;
  }
  Cells& operator&=(const Cells& other) {
    for (int i = 0; i < W; ++i) word[i] &= other.word[i];
    return *this;
  }
  Cells& operator-=(const Cells& other) {
    for (int i = 0; i < W; ++i) word[i] &= ~other.word[i];
    return *this;
  }
  friend Cells operator|(Cells a, const Cells& b) { return a |= b; }
  friend Cells operator&(Cells a, const Cells& b) { return a &= b; }
  friend Cells operator-(Cells a, const Cells& b) { return a -= b; }
  friend bool operator==(const Cells&, const Cells&) = default;
};

// ---- lines

/// Words for the cells of a class of boards, and of the largest single ones.
constexpr int largest_words = 8;

/// The lines of a game in the page's order, and for each cell the set of lines through it and of lines that it lies
/// just beyond. In a class of boards the lines that leave the board of the header come last.
template <int W>
struct Lines {
  // 64 lines per word. At most four lines per cell; in a class of boards 4,697, with 28 rows, 17 columns and k = 22.
  static constexpr int most_words = W == largest_words ? 74 : 4 * W;

  using Set = std::array<std::uint64_t, most_words>;

  explicit Lines(const Header& header) : k(header.k), cells(header.size()) {
    std::vector<Cells<W>> beyond;
    for (const auto& part : header.parts) {
      mask.emplace_back();
      beyond.emplace_back();
      for (const int cell : part) mask.back().add(cell);
    }
    for (const auto& step : line_steps)
      for (int cell = 0; cell < cells && header.parts.empty(); ++cell) add(header, cell, step[0], step[1], beyond);
    inside = mask.size();
    const int down = header.more_rows ? k - 1 : 0, right = header.more_cols ? k - 1 : 0;
    for (const auto& step : line_steps)
      for (int row = -down; row < header.rows + down; ++row)
        for (int col = -right; col < header.cols + right; ++col)
          add_leaving(header, row, col, step[0], step[1], beyond);
    words = (static_cast<int>(mask.size()) + 63) / 64;
    through.assign(static_cast<std::size_t>(cells * words), 0);
    spoiled.assign(header.exact ? through.size() : 0, 0);
    for (int line = 0; line < static_cast<int>(mask.size()); ++line) {
      const std::uint64_t bit = std::uint64_t{1} << (line & 63);
      if (mask[line].count() <= 2) narrow[line >> 6] |= bit;
      if (beyond[line].count() < 2) edge[line >> 6] |= bit;
      mask[line].each([&](int cell) { through[cell * words + (line >> 6)] |= bit; });
      if (header.exact) beyond[line].each([&](int cell) { spoiled[cell * words + (line >> 6)] |= bit; });
    }
  }

  const std::uint64_t* through_cell(int cell) const { return through.data() + cell * words; }
  const std::uint64_t* beyond_cell(int cell) const { return spoiled.empty() ? nullptr : spoiled.data() + cell * words; }

  int k, cells, words = 0;
  std::size_t inside = 0;      // how many lines do not leave the board of the header
  std::vector<Cells<W>> mask;  // their cells on it
  Set narrow{};                // those of two cells or one
  Set edge{};                  // in exact games those with an end that is not before a cell of the board

 private:
  /// The line that starts here, on the board or beyond it, if some of its cells are on it and some are not.
  void add_leaving(const Header& header, int row, int col, int down, int right, std::vector<Cells<W>>& beyond) {
    Cells<W> line, ends;
    for (int step = -1; step <= k; ++step) {
      const int r = row + step * down, c = col + step * right;
      const bool row_here = r >= 0 && r < header.rows, col_here = c >= 0 && c < header.cols;
      const bool of_line = step >= 0 && step < k;
      if (of_line && !((row_here || header.more_rows) && (col_here || header.more_cols))) return;
      if (row_here && col_here && (of_line || header.exact)) (of_line ? line : ends).add(r * header.cols + c);
    }
    if (!line.any() || line.count() == k) return;
    mask.push_back(line);
    beyond.push_back(ends);
  }
  void add(const Header& header, int cell, int down, int right, std::vector<Cells<W>>& beyond) {
    const int row = cell / header.cols, col = cell % header.cols;
    const auto on_board = [&](int step) {
      const int r = row + step * down, c = col + step * right;
      return r >= 0 && r < header.rows && c >= 0 && c < header.cols;
    };
    const auto at = [&](int step) { return cell + step * (down * header.cols + right); };
    if (!on_board(k - 1)) return;
    Cells<W> line, ends;
    for (int step = 0; step < k; ++step) line.add(at(step));
    for (const int step : {-1, k})
      if (header.exact && on_board(step)) ends.add(at(step));
    if (k == 1)  // only then can two directions have the same cells
      for (std::size_t i = 0; i < mask.size(); ++i)
        if (mask[i] == line && beyond[i] == ends) return;
    mask.push_back(line);
    beyond.push_back(ends);
  }

  std::vector<std::uint64_t> through, spoiled;
};

// ---- the position

enum Side : int { claimant = 0, opponent = 1 };  // P and Q of the page

constexpr Side other(Side side) { return side == claimant ? opponent : claimant; }

/// The stones and, for all lines, whether they are open and how many stones of each side they hold. Stones are taken
/// back in reverse order.
template <int W>
class Board {
 public:
  using LineSet = typename Lines<W>::Set;

  explicit Board(const Lines<W>& lines)
      : lines_(lines), words_(lines.words), planes_(std::bit_width(static_cast<unsigned>(lines.k))),
        stride_(static_cast<std::size_t>(words_ * (2 + 2 * planes_))),
        states_(stride_ * static_cast<std::size_t>(lines.cells + 1)) {
    for (int cell = 0; cell < lines.cells; ++cell) empty_.add(cell);
    for (std::size_t line = lines.inside; line < lines.mask.size(); ++line)  // the claimant's lines do not leave it
      states_[static_cast<std::size_t>(claimant * words_) + (line >> 6)] |= std::uint64_t{1} << (line & 63);
    played_.reserve(static_cast<std::size_t>(lines.cells));
  }

  const Cells<W>& empty() const { return empty_; }
  const Cells<W>& stones(Side side) const { return stones_[side]; }

  void place(Side side, int cell) {
    const std::uint64_t* now = states_.data() + stride_ * played_.size();
    std::uint64_t* next = states_.data() + stride_ * (played_.size() + 1);
    std::copy_n(now, stride_, next);
    const std::uint64_t* through = lines_.through_cell(cell);
    std::uint64_t* closed = next + other(side) * words_;
    for (int i = 0; i < words_; ++i) closed[i] |= through[i];
    if (const std::uint64_t* beyond = lines_.beyond_cell(cell))
      for (int i = 0; i < words_; ++i) next[side * words_ + i] |= beyond[i];
    LineSet carry;
    std::copy_n(through, words_, carry.begin());
    for (int plane = 0; plane < planes_; ++plane) {
      std::uint64_t* bits = next + (2 + side * planes_ + plane) * words_;
      for (int i = 0; i < words_; ++i) {
        const std::uint64_t old = bits[i];
        bits[i] = old ^ carry[i];
        carry[i] &= old;
      }
    }
    stones_[side].add(cell);
    empty_.remove(cell);
    played_.push_back({side, cell});
  }

  void take_back() {
    const auto [side, cell] = played_.back();
    played_.pop_back();
    stones_[side].remove(cell);
    empty_.add(cell);
  }

  void clear() {
    while (!played_.empty()) take_back();
  }

  /// What was placed so far, in order.
  const std::vector<std::pair<Side, int>>& played() const { return played_; }
  /// Places these in place of all stones; `without` is left out.
  void place_all(const std::vector<std::pair<Side, int>>& stones, int without = -1) {
    clear();
    for (const auto& [side, cell] : stones)
      if (cell != without) place(side, cell);
  }

  /// From now on the claimant has none of the lines that end before one of these cells or, if there are any, at the
  /// edge.
  void reserve(const Cells<W>& cells) {
    reserved_ = {};
    has_reserved_ = cells.any();
    if (has_reserved_) reserved_ = lines_.edge;
    cells.each([&](int cell) {
      if (const std::uint64_t* beyond = lines_.beyond_cell(cell))
        for (int i = 0; i < words_; ++i) reserved_[i] |= beyond[i];
    });
  }

  /// The open lines of a side whose gaps have `most` cells or fewer.
  LineSet open(Side side, int most) const {
    LineSet out;
    const std::uint64_t* state = states_.data() + stride_ * played_.size();
    const std::uint64_t* closed = state + side * words_;
    const unsigned least = static_cast<unsigned>(std::max(lines_.k - most, 0));
    std::fill_n(out.begin(), words_, ~std::uint64_t{0});
    for (int plane = 0; least > 0 && plane < planes_; ++plane) {
      const std::uint64_t* bits = state + (2 + side * planes_ + plane) * words_;
      if (least >> plane & 1)
        for (int i = 0; i < words_; ++i) out[i] &= bits[i];
      else
        for (int i = 0; i < words_; ++i) out[i] |= bits[i];
    }
    for (int i = 0; i < words_; ++i) out[i] &= ~closed[i];
    if (side == claimant && has_reserved_)
      for (int i = 0; i < words_; ++i) out[i] &= ~reserved_[i];
    trim(out);
    return out;
  }

  bool any(const LineSet& set) const {
    std::uint64_t all = 0;
    for (int i = 0; i < words_; ++i) all |= set[i];
    return all != 0;
  }

  int count(const LineSet& set) const {
    int total = 0;
    for (int i = 0; i < words_; ++i) total += std::popcount(set[i]);
    return total;
  }

  /// Visits the gaps of these lines in the order of lines, until a visit returns false; returns whether none did.
  template <class Visit>
  bool gaps(const LineSet& set, Visit visit) const {
    for (int i = 0; i < words_; ++i)
      for (std::uint64_t rest = set[i]; rest != 0; rest &= rest - 1)
        if (!visit(lines_.mask[64 * i + std::countr_zero(rest)] & empty_)) return false;
    return true;
  }

 private:
  void trim(LineSet& set) const {
    if ((lines_.mask.size() & 63) != 0) set[words_ - 1] &= (std::uint64_t{1} << (lines_.mask.size() & 63)) - 1;
  }

  const Lines<W>& lines_;
  int words_, planes_;
  std::size_t stride_;
  std::vector<std::uint64_t> states_;  // a state for each number of stones: closed lines by side, then counts by side
  Cells<W> empty_;
  Cells<W> stones_[2];
  LineSet reserved_{};  // the claimant's lines that end before a reserved cell
  bool has_reserved_ = false;
  std::vector<std::pair<Side, int>> played_;
};

// ---- symmetries of the board

/// The turns (symmetries) of a board: 0 to 7 of a square one, 0 to 3 of any other, and of one with only more rows or
/// only more columns.
template <int W>
class Turns {
 public:
  explicit Turns(const Header& header)
      : count_(header.rows == header.cols && header.more_rows == header.more_cols ? 8 : 4) {
    for (int turn = 0; turn < count_; ++turn)
      for (int cell = 0; cell < header.size(); ++cell) {
        int row = cell / header.cols, col = cell % header.cols;
        if (turn & 1) row = header.rows - 1 - row;
        if (turn & 2) col = header.cols - 1 - col;
        if (turn & 4) std::swap(row, col);
        to_[turn].push_back(static_cast<std::uint16_t>(row * header.cols + col));
      }
  }

  int count() const { return count_; }

  Cells<W> turned(const Cells<W>& set, int turn) const {
    if (turn == 0) return set;
    Cells<W> out;
    set.each([&](int cell) { out.add(to_[turn][static_cast<std::size_t>(cell)]); });
    return out;
  }

 private:
  int count_;
  std::array<std::vector<std::uint16_t>, 8> to_;
};

// ---- the positions that references may name

/// How many further stones of the opponent's a tree must tolerate.
using Order = int;
constexpr Order any_number = 1 << 20;

constexpr Order raised(Order order) { return order == any_number ? any_number : order + 1; }

template <int W>
struct Listed {
  Cells<W> stones[2];
  Cells<W> zone;
  Order order = any_number;
  int left = 1;
  Side mover = claimant;
  bool weak = false;       ///< holds without any line of the claimant's
  bool weak_game = false;  ///< reached in the weak game: `stones` leave the same gaps
  int plies = 0;           ///< of a win: how many stones the game lasts at most
};

/// The listed positions in the order in which their trees ended. Neighbours are much alike, so only what differs from
/// the one before is kept: per position a mask of the words that differ, per such word a mask of its bytes, and these.
/// Each group begins anew, and lies in one block, so growing never copies.
template <int W>
class Store {
 public:
  std::uint64_t size() const { return size_; }

  void clear() {
    size_ = used_ = 0;
    groups_.clear();
  }

  void push(const Listed<W>& listed) {
    if (size_++ % group == 0) begin_group();
    const Words words = packed(listed);
    std::uint8_t* const mask = place(used_);
    std::uint8_t* at = mask + mask_bytes;
    std::uint32_t differ = 0;
    for (int i = 0; i < count; ++i)
      if (words[i] != last_[i]) {
        differ |= 1u << i;
        at = put(at, words[i] ^ last_[i]);
      }
    std::memcpy(mask, &differ, mask_bytes);
    used_ += static_cast<std::uint64_t>(at - mask);
    last_ = words;
  }

  Listed<W> at(std::uint64_t index) const {
    const std::uint8_t* at = place(groups_[index / group]);
    Words words = {};
    for (std::uint64_t further = index % group + 1; further > 0; --further) {
      std::uint32_t differ = 0;
      std::memcpy(&differ, at, mask_bytes);
      for (at += mask_bytes; differ != 0; differ &= differ - 1) at = get(at, words[std::countr_zero(differ)]);
    }
    return unpacked(words);
  }

 private:
  static constexpr int count = 1 + 3 * W;
  static constexpr int mask_bytes = (count + 7) / 8;
  static constexpr int group = 16;
  static constexpr int block_bits = 20;
  static constexpr std::uint64_t most = group * (mask_bytes + count * 9);  // bytes of a group
  static_assert(count <= 32);
  using Words = std::array<std::uint64_t, count>;

  std::uint8_t* place(std::uint64_t byte) const {
    return blocks_[byte >> block_bits].get() + (byte & ((1 << block_bits) - 1));
  }

  void begin_group() {
    constexpr std::uint64_t block = 1 << block_bits;
    if (const std::uint64_t rest = block - used_ % block; rest < most) used_ += rest;
    if (used_ / block == blocks_.size()) blocks_.emplace_back(new std::uint8_t[block]);
    groups_.push_back(used_);
    last_ = {};
  }

  static std::uint8_t* put(std::uint8_t* at, std::uint64_t word) {
    std::uint8_t& mask = *at++ = 0;
    while (word != 0) {
      const int byte = std::countr_zero(word) / 8;
      mask = static_cast<std::uint8_t>(mask | 1 << byte);
      *at++ = static_cast<std::uint8_t>(word >> 8 * byte);
      word &= ~(std::uint64_t{0xff} << 8 * byte);
    }
    return at;
  }

  static const std::uint8_t* get(const std::uint8_t* at, std::uint64_t& word) {
    for (unsigned mask = *at++; mask != 0; mask &= mask - 1)
      word ^= static_cast<std::uint64_t>(*at++) << 8 * std::countr_zero(mask);
    return at;
  }

  static Words packed(const Listed<W>& listed) {
    const auto order = static_cast<std::uint64_t>(listed.order == any_number ? 0xffff : listed.order);
    Words words;
    words[0] = order | static_cast<std::uint64_t>(listed.left) << 16 | static_cast<std::uint64_t>(listed.mover) << 24 |
               static_cast<std::uint64_t>(listed.weak) << 25 | static_cast<std::uint64_t>(listed.weak_game) << 26 |
               static_cast<std::uint64_t>(listed.plies) << 32;
    for (int i = 0; i < W; ++i) {
      words[1 + i] = listed.stones[0].word[i];
      words[1 + W + i] = listed.stones[1].word[i];
      words[1 + 2 * W + i] = listed.zone.word[i];
    }
    return words;
  }

  static Listed<W> unpacked(const Words& words) {
    Listed<W> listed;
    const auto order = static_cast<Order>(words[0] & 0xffff);
    listed.order = order == 0xffff ? any_number : order;
    listed.left = static_cast<int>(words[0] >> 16 & 0xff);
    listed.mover = static_cast<Side>(words[0] >> 24 & 1);
    listed.weak = words[0] >> 25 & 1;
    listed.weak_game = words[0] >> 26 & 1;
    listed.plies = static_cast<int>(words[0] >> 32);
    for (int i = 0; i < W; ++i) {
      listed.stones[0].word[i] = words[1 + i];
      listed.stones[1].word[i] = words[1 + W + i];
      listed.zone.word[i] = words[1 + 2 * W + i];
    }
    return listed;
  }

  std::uint64_t size_ = 0, used_ = 0;
  Words last_ = {};
  std::vector<std::uint64_t> groups_;  // where each begins
  std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;
};

// ---- potentials

/// Whole numbers of any size, as far as exact potentials need them: 32 bits per digit, the lowest first.
class Natural {
 public:
  explicit Natural(std::uint64_t value)
      : digits_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {}

  static Natural power(const Natural& base, int exponent) {
    Natural out(1);
    for (int i = 0; i < exponent; ++i) out = out * base;
    return out;
  }

  friend Natural operator*(const Natural& a, const Natural& b) {
    Natural out(0);
    out.digits_.assign(a.digits_.size() + b.digits_.size(), 0);
    for (std::size_t i = 0; i < a.digits_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.digits_.size(); ++j) {
        carry += std::uint64_t{a.digits_[i]} * b.digits_[j] + out.digits_[i + j];
        out.digits_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      out.digits_[i + b.digits_.size()] = static_cast<std::uint32_t>(carry);
    }
    while (out.digits_.size() > 1 && out.digits_.back() == 0) out.digits_.pop_back();
    return out;
  }

  friend bool operator>=(const Natural& a, const Natural& b) {
    for (std::size_t i = std::max(a.digits_.size(), b.digits_.size()); i-- > 0;)
      if (a.digit(i) != b.digit(i)) return a.digit(i) > b.digit(i);
    return true;
  }

 private:
  std::uint32_t digit(std::size_t i) const { return i < digits_.size() ? digits_[i] : 0; }

  std::vector<std::uint32_t> digits_;
};

/// The smallest whole number x with x^root * above >= 2^(64 * root) * below, if 64 bits hold it: 2^64 * (below /
/// above)^(1 / root), rounded up.
std::uint64_t scaled_root(const Natural& below, const Natural& above, int root) {
  const Natural two_64 = Natural(std::uint64_t{1} << 32) * Natural(std::uint64_t{1} << 32);
  const Natural aim = Natural::power(two_64, root) * below;
  std::uint64_t low = 0, high = UINT64_MAX;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (Natural::power(Natural(middle), root) * above >= aim)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// The weights of gaps, times 2^64, and the largest sums that are allowed.
struct Potential {
  explicit Potential(const Header& header) {
    const int p = header.stones;
    const auto power = [](int base, int exponent) {
      return Natural::power(Natural(static_cast<std::uint64_t>(base)), exponent);
    };
    for (int gap = 1; gap <= header.k; ++gap)
      weight.push_back(header.misere ? scaled_root(power(p, gap), power(p + 1, gap), 1)
                                     : scaled_root(Natural(1), power(p + 1, gap), p));
    if (header.misere)
      most[claimant] = most[opponent] = scaled_root(power(p, p), power(p + 1, p), 1) - 1;
    else
      most[opponent] = UINT64_MAX / static_cast<std::uint64_t>(p + 1);
  }

  /// Adds the weight of `count` gaps of `gap` cells to a sum that must not exceed `limit`; false if it would.
  bool add(std::uint64_t& sum, int gap, int count, std::uint64_t limit) const {
    for (; count > 0; --count) {
      if (gap == 0 || weight[static_cast<std::size_t>(gap - 1)] > limit - sum) return false;
      sum += weight[static_cast<std::size_t>(gap - 1)];
    }
    return true;
  }

  std::vector<std::uint64_t> weight;                 ///< of a gap of 1, 2, ... cells
  std::uint64_t most[2] = {UINT64_MAX, UINT64_MAX};  ///< by the side to move
};

// ---- trees

/// What a tree is found to prove.
template <int W>
struct Held {
  Cells<W> zone;
  bool weak = true;
  int plies = 0;  ///< of a win: how many stones the game lasts at most
};

/// A position of the weak game: lines whose gaps count, none of which includes another, and stones that leave them.
template <int W>
class WeakPosition {
 public:
  using LineSet = typename Lines<W>::Set;

  explicit WeakPosition(const Lines<W>& lines) : lines_(&lines) {}

  Cells<W> stones[2];
  Side mover = claimant;

  /// Begins as in a position of the strong game; if overlines count too, every row of k is a line.
  void begin(const Cells<W>& mine, const Cells<W>& theirs, Side to_move) {
    stones[claimant] = stones[opponent] = changed_ = {};
    mover = to_move;
    std::fill_n(counts_.begin(), lines_->words, ~std::uint64_t{0});
    if (const int rest = static_cast<int>(lines_->mask.size() & 63); rest != 0)
      counts_[static_cast<std::size_t>(lines_->words - 1)] = (std::uint64_t{1} << rest) - 1;
    for (std::size_t line = 1; lines_->k == 1 && line < lines_->mask.size(); ++line)  // cells with several directions
      if (std::find(lines_->mask.begin(), lines_->mask.begin() + static_cast<long>(line), lines_->mask[line]) !=
          lines_->mask.begin() + static_cast<long>(line))
        counts_[line >> 6] &= ~(std::uint64_t{1} << (line & 63));
    narrow_ = lines_->narrow;
    mine.each([&](int cell) { stop(cell); });
    theirs.each([&](int cell) { fill(cell); });
    changed_ = on_gaps();
  }

  bool over() const {
    return std::all_of(counts_.begin(), counts_.begin() + lines_->words, [](std::uint64_t part) { return part == 0; });
  }

  /// Visits the gaps, or those of two cells or fewer, until a visit returns false; returns whether none did.
  template <class Visit>
  bool gaps(Visit visit, bool narrow = false) const {
    for (int i = 0; i < lines_->words; ++i)
      for (std::uint64_t rest = narrow ? counts_[i] & narrow_[i] : counts_[i]; rest != 0; rest &= rest - 1)
        if (!visit(gap_of(64 * i + std::countr_zero(rest)))) return false;
    return true;
  }

  Cells<W> on_gaps() const {
    Cells<W> out;
    gaps([&](const Cells<W>& gap) {
      out |= gap;
      return true;
    });
    return out;
  }

  LineSet lines() const { return counts_; }

  /// Whether each gap with a has b.
  bool needs(int a, int b) const {
    const std::uint64_t *with_a = lines_->through_cell(a), *with_b = lines_->through_cell(b);
    for (int i = 0; i < lines_->words; ++i)
      if ((counts_[i] & with_a[i] & ~with_b[i]) != 0) return false;
    return true;
  }

  /// The claimant takes a cell: its gaps are stopped.
  void stop(int cell) {
    stones[claimant].add(cell);
    LineSet stopped;
    const std::uint64_t* through = lines_->through_cell(cell);
    for (int i = 0; i < lines_->words; ++i) stopped[i] = counts_[i] & through[i];
    leave_out(stopped);
  }

  /// The opponent takes a cell: its gaps shrink, and gaps that now include one of them are left out.
  void fill(int cell) {
    stones[opponent].add(cell);
    const std::uint64_t* through = lines_->through_cell(cell);
    LineSet larger{};
    for (int i = 0; i < lines_->words; ++i)
      for (std::uint64_t rest = counts_[i] & through[i]; rest != 0; rest &= rest - 1) {
        const int line = 64 * i + std::countr_zero(rest);
        if (gap_of(line).count() <= 2) narrow_[i] |= std::uint64_t{1} << (line & 63);
        add_larger(line, through, larger);
      }
    leave_out(larger);
  }

  /// The lowest two cells that are on exactly the same gaps. Only cells whose gaps have changed can be new twins.
  std::pair<int, int> twins() {
    std::pair<int, int> lowest{-1, -1};
    (changed_ - stones[opponent]).each([&](int cell) {
      LineSet on;
      const int line = lines_on(cell, on);
      if (line < 0) return;
      gap_of(line).each([&](int twin) {
        const std::pair<int, int> found = std::minmax({cell, twin});
        if (twin != cell && (lowest.first < 0 || found < lowest) && is_on(twin, on)) lowest = found;
      });
    });
    if (lowest.first < 0) changed_ = {};
    return lowest;
  }

  /// The cell that the claimant must take at once, or -1.
  int single_cell() const {
    int found = -1;
    gaps(
        [&](const Cells<W>& gap) {
          const int size = gap.count();
          if (size > 1) return true;
          require(size == 1 && mover == claimant && found < 0, "the opponent fills a gap of the weak game");
          found = gap.lowest();
          return true;
        },
        true);
    return found;
  }

  /// If the opponent is to move: the lowest cell that is on one gap only, of two cells, and the other cell of that gap.
  std::pair<int, int> half_pair() const {
    std::pair<int, int> lowest{-1, -1};
    if (mover == claimant) return lowest;
    gaps(
        [&](const Cells<W>& gap) {
          gap.each([&](int cell) {
            if ((lowest.first < 0 || cell < lowest.first) && on_one_line(cell))
              lowest = {cell, (gap - Cells<W>::of(cell)).lowest()};
          });
          return true;
        },
        true);
    return lowest;
  }

 private:
  Cells<W> gap_of(int line) const { return lines_->mask[static_cast<std::size_t>(line)] - stones[opponent]; }

  void leave_out(const LineSet& set) {
    for (int i = 0; i < lines_->words; ++i)
      for (std::uint64_t rest = set[i]; rest != 0; rest &= rest - 1)
        changed_ |= gap_of(64 * i + std::countr_zero(rest));
    for (int i = 0; i < lines_->words; ++i) counts_[i] &= ~set[i];
  }

  /// Adds the lines whose gaps include that of a line that has shrunk: none of those through the cell just taken.
  void add_larger(int line, const std::uint64_t* shrunk, LineSet& larger) const {
    LineSet around;
    for (int i = 0; i < lines_->words; ++i) around[i] = counts_[i] & ~shrunk[i];
    gap_of(line).each([&](int cell) {
      const std::uint64_t* through = lines_->through_cell(cell);
      for (int i = 0; i < lines_->words; ++i) around[i] &= through[i];
    });
    for (int i = 0; i < lines_->words; ++i) larger[i] |= around[i];
  }

  /// The lines that a cell is on; returns the first, or -1.
  int lines_on(int cell, LineSet& on) const {
    const std::uint64_t* through = lines_->through_cell(cell);
    int first = -1;
    for (int i = lines_->words; i-- > 0;) {
      on[i] = counts_[i] & through[i];
      if (on[i] != 0) first = 64 * i + std::countr_zero(on[i]);
    }
    return first;
  }

  /// Whether a cell is on these lines and no other.
  bool is_on(int cell, const LineSet& on) const {
    const std::uint64_t* through = lines_->through_cell(cell);
    for (int i = 0; i < lines_->words; ++i)
      if ((counts_[i] & through[i]) != on[i]) return false;
    return true;
  }

  bool on_one_line(int cell) const {
    const std::uint64_t* through = lines_->through_cell(cell);
    int total = 0;
    for (int i = 0; i < lines_->words; ++i) total += std::popcount(counts_[i] & through[i]);
    return total == 1;
  }

  const Lines<W>* lines_;
  LineSet counts_{};  // lines whose gaps count
  LineSet narrow_{};  // lines whose gaps have two cells or fewer
  Cells<W> changed_;  // cells whose gaps were left out since there last were no twins
};

/// Where the winner's moves go, if they are requested: those of trees with at least `least` positions, and those after
/// a pass of the loser's that begins such a tree.
struct MoveLog {
  static constexpr std::uint64_t most = 1 << 24;  ///< the most that is counted of one tree
  struct Tree {
    std::uint32_t size;
    int move;
  };

  std::FILE* out = nullptr;
  std::uint64_t least = 0;
  std::uint64_t counted = 0;  ///< positions so far; a reference counts as many as what it names
  std::vector<Tree> listed;   ///< the trees of the listed positions
  int last_move = 0;          ///< of the tree that was read last, if the claimant is to move

  void write(const std::uint8_t* bytes, std::size_t size) {
    if (std::fwrite(bytes, 1, size, out) != size) throw Unusable("the moves cannot be written");
  }
};

template <int W>
class Checker {
 public:
  Checker(const Header& header, Input& input, MoveLog& log)
      : header_(header), input_(input), log_(log), lines_(header), board_(lines_), turns_(header), potential_(header) {}

  /// Returns the ply by which a win is complete, counted from the empty board; 0 if that is not known.
  int check(const Claim& claim) {
    win_ = claim.win;
    board_.clear();
    for (int cell = 0; cell < lines_.cells; ++cell)
      if (const char sign = header_.cells[static_cast<std::size_t>(cell)]; sign != '.')
        board_.place((sign == 'X') == claim.by_x ? claimant : opponent, cell);
    for (const Side side : {claimant, opponent})
      require(!board_.any(board_.open(side, 0)), "the position already has a line");
    mover_ = header_.x_to_move == claim.by_x ? claimant : opponent;
    left_ = header_.left;
    store_.clear();
    log_.listed.clear();
    last_pairs_.clear();
    far_ = lacks_ = uncounted_ = false;
    last_reserved_.reset();
    reserved_from_.clear();
    reserve_only({});
    const int plies = header_.parts.empty() ? tree(header_.one_board() ? any_number : 0).plies : weak_game().plies;
    const auto stones =
        std::count_if(header_.cells.begin(), header_.cells.end(), [](char sign) { return sign != '.'; });
    return win_ && !uncounted_ ? static_cast<int>(stones) + plies : 0;
  }

 private:
  using Set = Cells<W>;
  using Result = Held<W>;

  // -- what every letter uses

  Result tree(Order order) {
    if (header_.misere) {
      if (board_.any(board_.open(opponent, 0))) return {board_.empty(), false};
      require(!board_.any(board_.open(claimant, 0)), "the claiming side completes a line, which loses");
    }
    if (!board_.empty().any()) {
      require(!win_, "the board is full and nobody has won");
      return {Set{}, !header_.exact && !header_.misere};
    }
    if (mover_ == opponent && !header_.misere)
      require(!board_.any(board_.open(opponent, left_)), "the opponent can complete a line at once");
    const char letter = static_cast<char>(input_.byte());
    const std::uint64_t before = log_.counted;
    Result held = entry(letter, order);
    const auto size = static_cast<std::uint32_t>(std::min(++log_.counted - before, MoveLog::most));
    if (log_.out != nullptr && letter == 'M' && win_ && size >= log_.least) {
      // Without an order, a tree is for this position alone: it tolerates no further stone, and all empty cells matter.
      const bool alone = order == any_number;
      log_move('M', alone ? 0 : order, alone ? board_.empty() : held.zone);
    }
    if (header_.misere) held.zone = board_.empty();
    if (header_.exact || header_.misere) held.weak = false;
    if (std::string_view("MVATNZGFPB").find(letter) != std::string_view::npos)
      number({{board_.stones(claimant), board_.stones(opponent)},
              held.zone,
              order,
              left_,
              mover_,
              held.weak,
              false,
              held.plies},
             size);
    return held;
  }

  void may_stand(char letter) const {
    require(!header_.misere || std::string_view("MAPER").find(letter) != std::string_view::npos,
            "misère games do not have this letter");
    require((letter != 'F' && letter != 'G') || !header_.one_board(), "only a class of boards has this letter");
    require(header_.one_board() || std::string_view("WMVTZGFRS").find(letter) != std::string_view::npos,
            "a class of boards does not have this letter");
  }

  Result entry(char letter, Order order) {
    may_stand(letter);
    switch (letter) {
      case 'W':
        return win_now(order);
      case 'M':
        return move(order);
      case 'V':
        return forced_win(order);
      case 'A':
        return all_moves(order);
      case 'T':
        return threats(order);
      case 'N':
        return null_move(order);
      case 'Z':
        return pass(order);
      case 'G':
        return pass_without(order);
      case 'F':
        return far_stone(order);
      case 'O':
        return order_none(order);
      case 'P':
        return pairing();
      case 'E':
        return potential();
      case 'B':
        return weak_game();
      case 'R':
        return reference(order, false);
      case 'S':
        return reference(order, true);
      default:
        refuse("the letter is unknown");
    }
  }

  void number(const Listed<W>& listed, std::uint32_t size) {
    store_.push(listed);
    if (log_.out != nullptr) log_.listed.push_back({size, log_.last_move});
    ++input_.positions;
  }

  /// Must be called in the position before the move. The letter is that of the tree: of the move, or of the pass before
  /// it.
  void log_move(char letter, Order order, const Set& zone) {
    const std::size_t bytes = static_cast<std::size_t>(lines_.cells + 7) / 8;
    for (const Set& set : {board_.stones(claimant), board_.stones(opponent), zone & board_.empty()})
      log_.write(reinterpret_cast<const std::uint8_t*>(set.word), bytes);
    const auto move = static_cast<std::uint32_t>(log_.last_move);
    const std::uint8_t tail[] = {static_cast<std::uint8_t>(move), static_cast<std::uint8_t>(move >> 8),
                                 static_cast<std::uint8_t>(order), static_cast<std::uint8_t>(letter)};
    log_.write(tail, sizeof tail);
  }

  bool single() const { return header_.stones == 1 && left_ == 1; }
  void to_move(Side side) const { require(mover_ == side, "this letter is for the other side to move"); }
  void single_stones() const { require(single(), "this letter is for single stones only"); }
  void no_win() const { require(!win_, "this letter cannot prove a win"); }

  int cell_among(const Set& allowed, const char* reason) {
    const std::uint64_t cell = input_.number();
    require(cell < static_cast<std::uint64_t>(lines_.cells) && allowed.has(static_cast<int>(cell)), reason);
    return static_cast<int>(cell);
  }

  int empty_cell() { return cell_among(board_.empty(), "the cell is not empty"); }

  Set hits() {
    Set out;
    for (std::uint64_t rest = input_.number(); rest > 0; --rest) out.add(empty_cell());
    return out;
  }

  /// The tree after the mover's stone.
  Result after(int cell, Order order) {
    const Side mover = mover_;
    const int left = left_;
    board_.place(mover, cell);
    if (--left_ == 0) {
      mover_ = other(mover);
      left_ = header_.stones;
    }
    const Result held = tree(order);
    board_.take_back();
    mover_ = mover;
    left_ = left;
    log_.last_move = cell;
    return held;
  }

  /// Whether the zone has at least `wanted` cells of the gap of every open line of the opponent's that `order` further
  /// stones could make dangerous, except for lines through an excusing cell. In a class of boards, some lines lie
  /// entirely beyond the board of the header, with a gap of k cells.
  bool guards(const Set& zone, int wanted, Order order, const Set& excusing) const {
    if (!header_.one_board() && lines_.k < wanted + order) return false;
    const int widest = static_cast<int>(std::min<long>(lines_.k, long{wanted} + order - 1));
    return board_.gaps(board_.open(opponent, widest),
                       [&](const Set& gap) { return (gap & zone).count() >= wanted || gap.meets(excusing); });
  }

  Set or_all(const Set& zone, bool holds) const {
    require(holds || header_.one_board(), "a line of the opponent's lacks cells of the zone");
    return holds ? zone : board_.empty();
  }

  // -- the claimant's threats

  Result win_now(Order order) {
    to_move(claimant);
    Set zone;
    bool found = false;
    board_.gaps(board_.open(claimant, left_), [&](const Set& gap) {
      zone = gap;
      found = true;
      return false;
    });
    require(found, "no line can be completed at once");
    const int plies = zone.count();
    log_.last_move = zone.lowest();
    zone |= hits();
    return {or_all(zone, guards(zone, 1, order, Set{})), false, plies};
  }

  Result move(Order order) {
    to_move(claimant);
    const int cell = empty_cell();
    Result held = after(cell, order);
    held.zone.add(cell);
    ++held.plies;
    return held;
  }

  /// Plays a forced sequence and leaves it on the board, with its answers in answers_. Calls stage() at each stage.
  /// Returns the cells of the sequence.
  template <class Stage>
  Set play_forced(Stage stage) {
    answers_.clear();
    Set cells;
    while (true) {
      const int cell = empty_cell();
      cells.add(cell);
      if (answers_.empty()) log_.last_move = cell;
      board_.place(claimant, cell);
      require(!board_.any(board_.open(opponent, 1)), "the opponent can complete a line during the forced sequence");
      require(!board_.any(board_.open(claimant, 0)), "the forced sequence completes a line");
      Set ends;
      board_.gaps(board_.open(claimant, 1), [&](const Set& gap) {
        ends |= gap;
        return true;
      });
      require(ends.any(), "a move of the forced sequence forces nothing");
      stage();
      const int answer = ends.lowest();
      cells.add(answer);
      ends.remove(answer);
      if (ends.any()) {
        cells.add(ends.lowest());
        return cells;
      }
      board_.place(opponent, answer);
      answers_.push_back(answer);
    }
  }

  /// How many stones a game that follows the forced sequence lasts: two at each stage, and one that completes a line.
  int forced_plies() const { return 2 * static_cast<int>(answers_.size()) + 3; }

  /// Takes a forced sequence back; calls stage() for each stage with its only answer, or with none at the last.
  template <class Stage>
  void undo_forced(Stage stage) {
    stage(Set{});
    board_.take_back();
    for (std::size_t i = answers_.size(); i-- > 0;) {
      board_.take_back();
      stage(Set::of(answers_[i]));
      board_.take_back();
    }
  }

  Result forced_win(Order order) {
    to_move(claimant);
    single_stones();
    const Set empty = board_.empty();
    Set zone = play_forced([] {});
    for (std::uint64_t rest = input_.number(); rest > 0; --rest) zone.add(cell_among(empty, "the cell is not empty"));
    bool holds = true;
    undo_forced([&](const Set& answer) { holds = holds && guards(zone, 2, order, answer); });
    return {or_all(zone, holds), false, forced_plies()};
  }

  Result threats(Order order) {
    to_move(opponent);
    Set counted, answers = board_.empty();
    int plies = 0;
    if (left_ == 1) {
      board_.gaps(board_.open(claimant, header_.stones), [&](const Set& gap) {
        if (!answers.within(gap)) {
          answers &= gap;
          counted |= gap;
          plies = std::max(plies, 1 + gap.count());
        }
        return true;
      });
    } else {
      int smallest = lines_.k + 1;
      board_.gaps(board_.open(claimant, header_.stones), [&](const Set& gap) {
        if (gap.count() < smallest) {
          smallest = gap.count();
          plies = left_ + smallest;
          counted = answers = gap;
        }
        return true;
      });
    }
    require(board_.any(board_.open(claimant, header_.stones)), "there is no threat");
    Set zone = counted;
    answers.each([&](int cell) {
      const Result held = after(cell, order);
      zone |= held.zone;
      plies = std::max(plies, 1 + held.plies);
    });
    zone |= hits();
    return {or_all(zone, guards(zone, left_ + 1, order, answers)), false, plies};
  }

  // -- the opponent's moves

  Result all_moves(Order order) {
    return to_move(opponent), entries(board_.empty(), raised(order), !header_.exact && !header_.misere);
  }

  Result null_move(Order order) {
    to_move(opponent);
    single_stones();
    Set disturbing;
    disturbing |= play_forced([&] {
      board_.gaps(board_.open(opponent, 2), [&](const Set& gap) {
        disturbing |= gap;
        return true;
      });
    });
    undo_forced([](const Set&) {});
    const int undisturbed = 1 + forced_plies();
    const int disturbed = entries(disturbing, raised(order), !header_.exact).plies;
    return {board_.empty(), false, std::max(undisturbed, disturbed)};
  }

  Result pass(Order order) {
    const std::uint64_t before = log_.counted;
    const Result passed = after_pass(raised(order));
    const int move = log_.last_move;
    const Result listed = entries(passed.zone & board_.empty(), order, false);
    if (log_.out != nullptr && win_ && log_.counted - before >= log_.least && raised(order) != any_number) {
      log_.last_move = move;
      log_move('Z', raised(order), passed.zone);
    }
    return {passed.zone | listed.zone, passed.weak && listed.weak, std::max(1 + passed.plies, listed.plies)};
  }

  Result after_pass(Order order) {
    to_move(opponent);
    single_stones();
    mover_ = claimant;
    const Result passed = tree(order);
    mover_ = opponent;
    return passed;
  }

  /// Passes, and leaves out one of the opponent's stones; listed are the moves in the zone, and those on its lines that
  /// are not quiet, for each of the trees.
  Result pass_without(Order order) {
    require(order == 0 && !lacks_, "no far stone can be left out here");
    const int stone = cell_among(board_.stones(opponent), "no far stone can be left out here");
    const std::uint64_t trees = input_.number();
    require(trees > 0, "no far stone can be left out here");
    Set zone, near = board_.empty();
    int plies = 0;
    bool leaves[4] = {true, true, true, true};  // by direction, for each of the trees
    uncounted_ |= lines_.k == 5;                // in quiet directions
    const auto played = board_.played();
    for (std::uint64_t rest = trees; rest > 0; --rest) {
      reserve();
      board_.place_all(played, stone);
      const Result passed = after_pass(raised(order));
      board_.place_all(played);
      require(!passed.zone.has(stone), "no far stone can be left out here");
      zone |= passed.zone;
      near &= passed.zone | near_lines(stone, passed.zone | board_.stones(opponent), leaves);
      plies = std::max(plies, 1 + passed.plies);
      reserve_only({});
    }
    require(!(leaves[0] || leaves[1] || leaves[2] || leaves[3]), "no far stone can be left out here");
    const Result listed = entries(near, order, false);
    return {zone | listed.zone, false, std::max(plies, listed.plies)};
  }

  /// In exact games: the cells that the next tree reserves. No line of the claimant's that ends before one counts
  /// there.
  void reserve() {
    if (!header_.exact) return;
    const std::uint64_t count = input_.number();
    require(count > 0 || last_reserved_, "no cells were reserved before");
    if (count > 0) last_reserved_.emplace();
    for (std::uint64_t rest = count; rest > 1; --rest)
      last_reserved_->add(cell_among(board_.empty() | board_.stones(claimant) | board_.stones(opponent),
                                     "the reserved cells do not fit the game"));
    reserve_only(*last_reserved_);
  }
  void reserve_only(Set cells) {
    for (const int cell : header_.reserved) cells.add(cell);
    reserved_ = cells;
    board_.reserve(cells);
    if (!reserved_from_.empty() && reserved_from_.back().first == store_.size())  // nothing was listed since
      reserved_from_.pop_back();
    reserved_from_.push_back({store_.size(), cells});
  }
  /// What was reserved where a position was listed.
  const Set& reserved_at(std::uint64_t index) const {
    const auto after = std::partition_point(reserved_from_.begin(), reserved_from_.end(),
                                            [&](const auto& entry) { return entry.first <= index; });
    return std::prev(after)->second;
  }

  /// The cells of the opponent's open lines through a stone, except those in directions in which it is far from what is
  /// held. `leaves` loses the directions in which none of these lines leaves the window.
  Set near_lines(int stone, Set held, bool (&leaves)[4]) const {
    held.remove(stone);
    const int row = stone / header_.cols, col = stone % header_.cols;
    const Set& own = board_.stones(claimant);
    Set out;
    for (int way = 0; way < 4; ++way) {
      const auto [down, right] = line_steps[way];
      bool leaving = false;
      if (lines_.k != 5 || !is_far_ahead(held, own, reserved_, row, col, down, right) ||
          !is_far_ahead(held, own, reserved_, row, col, -down, -right))
        for (int first = 1 - lines_.k; first <= 0; ++first)
          leaving |= add_open_line(row + first * down, col + first * right, down, right, out);
      leaves[way] &= leaving;
    }
    return out;
  }
  /// Adds the window's cells of a line, if it is on some board and open: the claimant has no stone on it, and in exact
  /// games the opponent none beyond its ends. Does it leave the window?
  bool add_open_line(int row, int col, int down, int right, Set& cells) const {
    const Set& theirs = board_.stones(opponent);
    if (header_.exact &&
        (holds(theirs, row - down, col - right) || holds(theirs, row + lines_.k * down, col + lines_.k * right)))
      return false;
    Set line;
    bool leaves = false;
    for (int n = 0; n < lines_.k; ++n, row += down, col += right) {
      const bool row_out = row < 0 || row >= header_.rows, col_out = col < 0 || col >= header_.cols;
      if ((row_out && !header_.more_rows) || (col_out && !header_.more_cols)) return false;
      leaves |= row_out || col_out;
      if (!row_out && !col_out) line.add(row * header_.cols + col);
    }
    if (line.meets(board_.stones(claimant))) return false;
    cells |= line;
    return leaves;
  }

  /// Passes, if the opponent's first stone is far from all others, and the moves near them.
  Result far_stone(Order order) {
    require(lines_.k == 5 && order == 0 && !std::exchange(far_, true), "no far stone can be left out here");
    uncounted_ = true;
    require(!board_.stones(opponent).any(), "a far stone is the opponent's first");
    to_move(opponent);
    single_stones();
    const std::uint64_t trees = input_.number();
    require(trees > 0, "no far stone can be left out here");
    Set zone;
    std::vector<char> near(static_cast<std::size_t>(widened_cells()), 1);
    lacks_ = true;
    for (std::uint64_t rest = trees; rest > 0; --rest) {
      mover_ = claimant;
      const std::uint64_t before = log_.counted;
      const int next = empty_cell();
      reserve();
      const Result passed = after(next, 0);
      if (log_.out != nullptr && log_.counted - before >= log_.least) {
        Set needed = passed.zone;
        needed.add(next);
        log_.last_move = next;
        log_move('M', order, needed);
      }
      mover_ = opponent;
      zone |= passed.zone;
      zone.add(next);
      keep_near(next, passed.zone, near);
      reserve_only({});
    }
    lacks_ = false;
    return {zone | entries(window_part(near) & board_.empty(), 0, false).zone, false};
  }

  /// Near may be up to five cells beyond the window, in exact games up to six.
  int border() const { return header_.exact ? lines_.k + 1 : lines_.k; }
  int widened_cols() const { return header_.cols + 2 * border(); }
  int widened_cells() const { return (header_.rows + 2 * border()) * widened_cols(); }

  /// Removes the cells that are far, in one of its turns, from the zone after the claimant's next stone.
  void keep_near(int next, Set zone, std::vector<char>& near) const {
    Set stones = board_.stones(claimant), alike = stones;
    stones.add(next);
    zone.remove(next);
    for (int turn = 0; turn < turns_.count(); ++turn) {
      if (!(turns_.turned(alike, turn) == alike)) continue;
      const Set held = turns_.turned(zone, turn), own = turns_.turned(stones, turn);
      const Set reserved = turns_.turned(reserved_, turn);
      for (int i = 0; i < widened_cells(); ++i) {
        const int row = i / widened_cols() - border(), col = i % widened_cols() - border();
        char& is_near = near[static_cast<std::size_t>(i)];
        if (is_near != 0 && is_far(held, own, reserved, row, col)) is_near = 0;
      }
    }
  }
  /// In each direction, up to the first of the claimant's stones, none of the three nearest cells is touched; if none
  /// of the six nearest is the claimant's, one of the next three at most.
  bool is_far(const Set& zone, const Set& stones, const Set& reserved, int row, int col) const {
    if (holds(zone, row, col) || holds(stones, row, col)) return false;
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right)
        if ((down != 0 || right != 0) && !is_far_ahead(zone, stones, reserved, row, col, down, right)) return false;
    return true;
  }
  bool is_far_ahead(const Set& zone, const Set& stones, const Set& reserved, int row, int col, int down,
                    int right) const {
    int more = 0;
    for (int step = 1; step <= 6; ++step) {
      const int r = row + step * down, c = col + step * right;
      if (holds(stones, r, c)) return true;
      const bool is_reserved = on_board(r, c) ? holds(reserved, r, c) : reserved.any();
      const bool may_spoil = header_.exact && !is_reserved && is_beyond_line(zone | stones, r, c);
      if (!holds(zone, r, c) && !may_spoil) continue;
      if (step <= 3) return false;
      ++more;
    }
    return more < 2;
  }
  /// Whether a cell is beyond an end of a line of such cells: there a stone of the claimant's would spoil it.
  bool is_beyond_line(const Set& cells, int row, int col) const {
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right) {
        int along = 1;
        while (along <= lines_.k && holds(cells, row + along * down, col + along * right)) ++along;
        if ((down != 0 || right != 0) && along > lines_.k) return true;
      }
    return false;
  }
  bool on_board(int row, int col) const { return row >= 0 && row < header_.rows && col >= 0 && col < header_.cols; }
  bool holds(const Set& cells, int row, int col) const {
    return on_board(row, col) && cells.has(row * header_.cols + col);
  }
  /// Those of these cells that are in the window, which must have all that are on some board.
  Set window_part(const std::vector<char>& near) const {
    Set out;
    for (int i = 0; i < widened_cells(); ++i) {
      if (!near[static_cast<std::size_t>(i)]) continue;
      const int row = i / widened_cols() - border(), col = i % widened_cols() - border();
      const bool row_out = row < 0 || row >= header_.rows, col_out = col < 0 || col >= header_.cols;
      if ((row_out && !header_.more_rows) || (col_out && !header_.more_cols)) continue;
      require(!row_out && !col_out, "what is near leaves the window");
      out.add(row * header_.cols + col);
    }
    return out;
  }

  Result entries(const Set& cells, Order order, bool rules_out) {
    return entries_for(
        cells, rules_out, false, [&](int cell) { return after(cell, order); },
        [&](int a, int b) {
          return board_.gaps(board_.open(opponent, lines_.k),
                             [&](const Set& gap) { return !gap.has(a) || gap.has(b); });
        });
  }

  /// Reads entries until no cell is left over. `follow` reads the tree after a move; `needs(a, b)` says whether each
  /// open line with a has b. If `any_b` (the weak game), b may be any cell that is not left over; otherwise b must be
  /// an entry with a weak tree.
  template <class Follow, class Needs>
  Result entries_for(const Set& cells, bool rules_out, bool any_b, Follow follow, Needs needs) {
    Set left_over = cells, weak_entries;
    Result all;
    while (left_over.any()) {
      const std::uint64_t cell = input_.number();
      if (cell == static_cast<std::uint64_t>(lines_.cells)) {
        const int a = cell_among(left_over, "the dominated cell is not left over");
        const int b = cell_among(any_b ? cells - left_over : weak_entries, "that cell cannot dominate another");
        require(needs(a, b), "the cell is not dominated");
        all.zone.add(a);
        all.zone.add(b);
        left_over.remove(a);
        continue;
      }
      require(cell < static_cast<std::uint64_t>(lines_.cells) && left_over.has(static_cast<int>(cell)),
              "the move is not left over");
      const Result held = follow(static_cast<int>(cell));
      left_over.remove(static_cast<int>(cell));
      if (rules_out) left_over &= held.zone;
      if (held.weak) weak_entries.add(static_cast<int>(cell));
      all.zone |= held.zone;
      all.weak = all.weak && held.weak;
      all.plies = std::max(all.plies, 1 + held.plies);
    }
    return all;
  }

  // -- trees that stop lines

  Result order_none(Order order) {
    single_stones();
    require(order == any_number, "O stands below another O");
    Result held = tree(0);
    held.zone = or_all(held.zone, held.weak);
    return held;
  }

  Result pairing() {
    no_win();
    const int p = header_.stones;
    require(mover_ == claimant || left_ <= p, "too many stones are left for a pairing");
    if (header_.misere) single_stones();
    auto open = board_.open(header_.misere ? claimant : opponent, lines_.k);
    Set zone;
    for (std::uint64_t rest = input_.number(); rest > 0; --rest) {
      typename Lines<W>::Set whole;
      whole.fill(~std::uint64_t{0});
      for (int i = 0; i <= p; ++i) {
        const int cell = cell_among(board_.empty() - zone, "a cell of the pairing is not free");
        zone.add(cell);
        for (int word = 0; word < lines_.words; ++word) whole[word] &= lines_.through_cell(cell)[word];
      }
      for (int word = 0; word < lines_.words; ++word) open[word] &= ~whole[word];
    }
    require(!board_.any(open), "a line contains no whole set of the pairing");
    return {zone, true};
  }

  Result potential() {
    no_win();
    const int p = header_.stones;
    require(header_.misere ? mover_ == opponent || left_ <= p : left_ == p,
            "a potential cannot be used at this stage of a turn");
    const Side side = header_.misere ? claimant : opponent;
    std::uint64_t sum = 0;
    int seen = 0;
    for (int gap = 0; gap <= lines_.k; ++gap) {
      const int upto = board_.count(board_.open(side, gap));
      require(potential_.add(sum, gap, upto - seen, potential_.most[mover_]), "the potential is too large");
      seen = upto;
    }
    Set zone;
    board_.gaps(board_.open(side, lines_.k), [&](const Set& gap) {
      zone |= gap;
      return true;
    });
    return {zone, true};
  }

  // -- references

  Listed<W> target(int& turn) {
    const std::uint64_t value = input_.number();
    turn = static_cast<int>(value & 7);
    require(turn < turns_.count(), "only square boards have this symmetry");
    require(value >> 3 < store_.size(), "the reference leads nowhere");
    const std::uint64_t index = store_.size() - 1 - (value >> 3);
    Listed<W> listed = store_.at(index);
    require(!reserved_.any() || reserved_.within(turns_.turned(reserved_at(index), turn)),
            "the reference leads to a tree with other lines");
    for (Set* set : {&listed.stones[0], &listed.stones[1], &listed.zone}) *set = turns_.turned(*set, turn);
    if (log_.out != nullptr) {
      log_.counted += log_.listed[index].size;
      log_.last_move = turns_.turned(Set::of(log_.listed[index].move), turn).lowest();
    }
    return listed;
  }

  Result reference(Order order, bool further_stones) {
    int turn = 0;
    const Listed<W> listed = target(turn);
    require(!listed.weak_game, "the reference leads into the weak game");
    require(listed.mover == mover_ && listed.left == left_, "the reference leads to a position with another turn");
    require(listed.stones[claimant] == board_.stones(claimant), "the reference leads to another position");
    const Set further = board_.stones(opponent) - listed.stones[opponent];
    require(listed.stones[opponent].within(board_.stones(opponent)) && (further_stones || !further.any()),
            "the reference leads to another position");
    require(!further.meets(listed.zone), "a further stone lies in the zone of the reference");
    const Order tolerated = listed.weak ? any_number : listed.order;
    require(tolerated == any_number || (order != any_number && tolerated >= order + further.count()),
            "the reference leads to a tree that tolerates too few stones");
    return {listed.zone, listed.weak, listed.plies};
  }

  // -- the weak game

  Result weak_game() {
    no_win();
    single_stones();
    weak_position(0).begin(board_.stones(claimant), board_.stones(opponent), mover_);
    return {weak_tree(0), true};
  }

  WeakPosition<W>& weak_position(std::size_t depth) {
    while (weak_.size() <= depth) weak_.push_back(std::make_unique<WeakPosition<W>>(lines_));
    return *weak_[depth];
  }

  /// The zone of a tree of the weak game.
  Set weak_tree(std::size_t depth) {
    WeakPosition<W>& here = *weak_[depth];
    const Set joined = settle(here);
    if (here.over()) return joined;
    const char letter = static_cast<char>(input_.byte());
    const Set zone = weak_entry(letter, depth);
    if (letter == 'M' || letter == 'A' || letter == 'P')
      number({{here.stones[claimant], here.stones[opponent]}, zone, any_number, 1, here.mover, true, true}, 1);
    return joined | zone;
  }

  Set weak_entry(char letter, std::size_t depth) {
    const WeakPosition<W>& here = *weak_[depth];
    const Set cells = here.on_gaps();
    switch (letter) {
      case 'M': {
        require(here.mover == claimant, "this letter is for the other side to move");
        const int cell = cell_among(cells, "the cell is on no gap");
        Set zone = weak_after(depth, cell);
        zone.add(cell);
        return zone;
      }
      case 'A':
        require(here.mover == opponent, "this letter is for the other side to move");
        return entries_for(
                   cells, true, true, [&](int cell) { return Result{weak_after(depth, cell), true}; },
                   [&](int a, int b) { return here.needs(a, b); })
            .zone;
      case 'P':
        return weak_pairing(here, cells);
      case 'E':
        return weak_potential(here, cells);
      case 'R':
        return weak_reference(here, cells);
      default:
        refuse("the weak game does not have this letter");
    }
  }

  Set weak_after(std::size_t depth, int cell) {
    WeakPosition<W>& next = weak_position(depth + 1);
    const WeakPosition<W>& here = *weak_[depth];
    next = here;
    next.mover = other(here.mover);
    if (here.mover == claimant)
      next.stop(cell);
    else
      next.fill(cell);
    return weak_tree(depth + 1);
  }

  /// Settles a position; returns the cells that this adds to the zone.
  Set settle(WeakPosition<W>& here) {
    Set joined;
    while (true) {
      if (const auto [a, b] = here.twins(); a >= 0) {
        joined |= Set::of(a) | Set::of(b);
        here.stop(a);
      } else if (const int alone = here.single_cell(); alone >= 0) {
        joined.add(alone);
        here.stop(alone);
        here.mover = opponent;
      } else if (const auto [mine, theirs] = here.half_pair(); mine >= 0) {
        joined |= Set::of(mine) | Set::of(theirs);
        here.stop(mine);
        here.fill(theirs);
      } else {
        return joined;
      }
    }
  }

  Set weak_pairing(const WeakPosition<W>& here, const Set& cells) {
    auto unpaired = here.lines();
    std::vector<std::pair<int, int>> pairs;
    Set zone;
    const auto take = [&](int a, int b) {
      for (int i = 0; i < lines_.words; ++i) unpaired[i] &= ~(lines_.through_cell(a)[i] & lines_.through_cell(b)[i]);
      zone |= Set::of(a) | Set::of(b);
      pairs.emplace_back(a, b);
    };
    for (std::uint64_t rest = input_.number(); rest > 0; --rest) {
      const int a = cell_among(cells - zone, "a cell of the pairing is not free");
      const int b = cell_among(cells - zone - Set::of(a), "a cell of the pairing is not free");
      take(a, b);
    }
    for (const auto& [a, b] : last_pairs_) {
      bool wanted = false;
      for (int i = 0; i < lines_.words; ++i)
        wanted = wanted || (unpaired[i] & lines_.through_cell(a)[i] & lines_.through_cell(b)[i]) != 0;
      if (wanted && (Set::of(a) | Set::of(b)).within(cells - zone)) take(a, b);
    }
    require(!board_.any(unpaired), "a line contains no whole set of the pairing");
    last_pairs_ = std::move(pairs);
    return zone;
  }

  Set weak_potential(const WeakPosition<W>& here, const Set& cells) const {
    std::uint64_t sum = 0;
    here.gaps([&](const Set& gap) {
      require(potential_.add(sum, gap.count(), 1, potential_.most[here.mover]), "the potential is too large");
      return true;
    });
    return cells;
  }

  Set weak_reference(const WeakPosition<W>& here, const Set& cells) {
    int turn = 0;
    const Listed<W> listed = target(turn);
    require(listed.weak, "the reference leads to a tree that is not weak");
    require(listed.mover == here.mover && listed.left == 1, "the reference leads to a position with another turn");
    if (listed.stones[claimant] != here.stones[claimant] || listed.stones[opponent] != here.stones[opponent])
      require(same_gaps(here, listed), "the reference leads to another position");
    return listed.zone & cells;
  }

  /// Whether these gaps are those that the listed position leaves open, without those that include another.
  bool same_gaps(const WeakPosition<W>& here, const Listed<W>& listed) {
    std::vector<Set> gaps;
    here.gaps([&](const Set& gap) {
      gaps.push_back(gap);
      return true;
    });
    std::vector<char> met_each(gaps.size(), false);
    std::size_t met = 0;
    for (const Set& line : lines_.mask) {
      if (line.meets(listed.stones[claimant])) continue;
      const Set gap = line - listed.stones[opponent];
      const auto small = std::find_if(gaps.begin(), gaps.end(), [&](const Set& g) { return g.within(gap); });
      if (small == gaps.end()) return false;
      const auto index = static_cast<std::size_t>(small - gaps.begin());
      if (*small == gap && !met_each[index]) {
        met_each[index] = true;
        ++met;
      }
    }
    return met == gaps.size();
  }

  const Header& header_;
  Input& input_;
  MoveLog& log_;
  const Lines<W> lines_;
  Board<W> board_;
  const Turns<W> turns_;
  Store<W> store_;
  const Potential potential_;

  bool win_ = false;
  Side mover_ = claimant;
  int left_ = 1;
  std::vector<std::pair<int, int>> last_pairs_;
  bool far_ = false;        ///< whether a far stone was left out already
  bool uncounted_ = false;  ///< whether the claimant may place stones that are not in the tree
  bool lacks_ = false;      ///< whether one is left out here
  Set reserved_;            ///< the cells that are reserved here
  std::optional<Set> last_reserved_;
  std::vector<std::pair<std::uint64_t, Set>> reserved_from_;  ///< from which listed position on, and which cells

  std::vector<std::unique_ptr<WeakPosition<W>>> weak_;
  std::vector<int> answers_;  // of the forced sequence that is on the board
};

// ---- the whole file

struct Verdict {
  Header header;
  std::vector<int> plies;  ///< for each claim
  Sha256::Digest digest{};
};

template <int W>
void check_claims(Verdict& verdict, Input& input, MoveLog& log) {
  const auto checker = std::make_unique<Checker<W>>(verdict.header, input, log);
  for (const Claim& claim : verdict.header.claims) verdict.plies.push_back(checker->check(claim));
}

Verdict check_file(Input& input, MoveLog& log) {
  Verdict verdict;
  verdict.header = read_header(input);
  const int cells = verdict.header.size();
  if (!verdict.header.one_board())
    check_claims<largest_words>(verdict, input, log);
  else if (cells <= 64)
    check_claims<1>(verdict, input, log);
  else if (cells <= 128)
    check_claims<2>(verdict, input, log);
  else if (cells <= 256)
    check_claims<4>(verdict, input, log);
  else
    check_claims<largest_words>(verdict, input, log);
  verdict.digest = input.finish();
  return verdict;
}

std::string hexadecimal(const Sha256::Digest& digest) {
  std::string out;
  for (const std::uint8_t byte : digest)
    for (const int half : {byte >> 4, byte & 15}) out += "0123456789abcdef"[half];
  return out;
}

/// The most memory that this process has held, in bytes; 0 if the system does not say.
unsigned long long peak_memory() {
  unsigned long long kilobytes = 0;
#if defined(__linux__)
  // What getrusage reports would include the process that started this one.
  if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, status) != nullptr)
      if (std::sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1) break;
    std::fclose(status);
  }
#endif
  return kilobytes * 1024;
}

void print_accepted(const Verdict& verdict, const Input& input, bool json) {
  const auto positions = static_cast<unsigned long long>(input.positions);
  const auto bytes = static_cast<unsigned long long>(input.offset());
  const std::string digest = hexadecimal(verdict.digest);
  if (json) {
    std::string plies;
    for (const int ply : verdict.plies) plies += (plies.empty() ? "" : ", ") + (ply > 0 ? std::to_string(ply) : "null");
    std::printf(
        "{\"accepted\": true, \"header\": %s, \"by_ply\": [%s], \"positions\": %llu, \"bytes\": %llu, "
        "\"sha256\": \"%s\", \"memory\": %llu}\n",
        verdict.header.text.c_str(), plies.c_str(), positions, bytes, digest.c_str(), peak_memory());
    return;
  }
  for (std::size_t i = 0; i < verdict.plies.size(); ++i) {
    const std::string by = verdict.plies[i] > 0 ? " by ply " + std::to_string(verdict.plies[i]) : "";
    std::printf("accepted: %s%s\n", verdict.header.claims[i].text().c_str(), by.c_str());
  }
  std::printf("%llu positions, %llu bytes\nsha256 %s\n", positions, bytes, digest.c_str());
}

void print_refused(const char* reason, std::uint64_t offset, bool json) {
  const auto at = static_cast<unsigned long long>(offset);
  if (json)
    std::printf("{\"accepted\": false, \"offset\": %llu, \"reason\": \"%s\"}\n", at, reason);
  else
    std::printf("refused after %llu bytes: %s\n", at, reason);
}

/// The exit status: 0 if the proof holds, 1 if it is refused, 2 if it cannot be checked.
int run(std::FILE* file, bool json, MoveLog& log) {
  const auto input = std::make_unique<Input>(file, json);
  try {
    print_accepted(check_file(*input, log), *input, json);
    if (log.out != nullptr && std::fclose(log.out) != 0) throw Unusable("the moves cannot be written");
    return 0;
  } catch (const Refused& refused) {
    print_refused(refused.reason, input->offset(), json);
    return 1;
  } catch (const Unusable& unusable) {
    std::fprintf(stderr, "kinrow-check: %s\n", unusable.reason);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "kinrow-check: not enough memory\n");
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  bool json = false, misused = false;
  MoveLog log;
  const char* moves = nullptr;
  std::vector<const char*> paths;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--json") {
      json = true;
    } else if (word == "--moves" && i + 2 < argc) {
      moves = argv[++i];
      log.least = std::strtoull(argv[++i], nullptr, 10);
    } else {
      misused = misused || word.empty() || (word != "-" && word.starts_with('-'));
      paths.push_back(argv[i]);
    }
  }
  if (misused || paths.empty() || (moves != nullptr && paths.size() > 1)) {
    std::fprintf(stderr, "usage: kinrow-check [--json] FILE...\n       kinrow-check [--json] --moves OUT LEAST FILE\n");
    return 2;
  }
#ifdef _WIN32
  _setmode(_fileno(stdin), _O_BINARY);
#endif
  if (moves != nullptr) log.out = std::fopen(moves, "wb");
  int status = 0;
  for (const char* path : paths) {
    std::FILE* file = std::string_view(path) == "-" ? stdin : std::fopen(path, "rb");
    if (file == nullptr || (moves != nullptr && log.out == nullptr)) {
      std::fprintf(stderr, "kinrow-check: %s cannot be opened\n", file == nullptr ? path : moves);
      return 2;
    }
    status = std::max(status, run(file, json, log));
    if (file != stdin) std::fclose(file);
  }
  return status;
}
