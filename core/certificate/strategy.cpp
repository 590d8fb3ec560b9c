#include "certificate/strategy.hpp"

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

// Calls `use` with both sides' stones, the zone, the move and the order of each entry.
template <class Use>
void each_entry(const Rules& rules, std::string_view bytes, const Use& use) {
  int number = 0;
  for (Reader reader(rules, bytes); reader.more(); ++number) {
    const AnyCells own = reader.cells(), other = reader.cells(), zone = reader.cells();
    const int move = reader.number(2), order = reader.number(1);
    const AnyCells empty = AnyCells::first(rules.size()) - own - other;
    if (own.meets(other) || !empty.holds(zone) || move >= rules.size() || !empty.test(move))
      throw std::invalid_argument("entry " + std::to_string(number) + " is not a position with a move and a zone");
    use(own, other, zone, move, order);
  }
}

// The position in which `side`, who has these stones, is to move.
Board board_of(const Rules& rules, int side, const AnyCells& own, const AnyCells& other) {
  AnyCells stones[2];
  stones[side] = own;
  stones[side ^ 1] = other;
  return board_with(rules.size(), stones, side);
}

}  // namespace

std::vector<KnownWin> unpack_strategy(const Rules& rules, int side, std::string_view bytes) {
  std::vector<KnownWin> wins;
  each_entry(rules, bytes, [&](const AnyCells& own, const AnyCells& other, const AnyCells& zone, int move, int order) {
    wins.push_back({board_of(rules, side, own, other), order, move, zone});
  });
  return wins;
}

std::vector<Board> unpack_holds(const Rules& rules, std::string_view bytes) {
  std::vector<Board> held;
  each_entry(rules, bytes, [&](AnyCells own, const AnyCells& other, const AnyCells&, int move, int) {
    const bool level = own.count() == other.count();
    const int side = level ? rules.begins : rules.begins ^ 1;
    own.set(move);
    held.push_back(board_of(rules, side ^ 1, other, own));
  });
  return held;
}

}  // namespace kinrow
