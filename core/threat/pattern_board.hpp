// PatternBoard: a board of a "k in a row wins" game with single stones, which knows what a stone on each empty cell
// would make.
//
// It keeps the pattern (pattern_table.hpp) of every cell, direction and side. A stone changes the patterns within reach
// in four directions, which takes some forty look-ups; the changes are kept, so taking the stone back takes none. The
// board also keeps the set of cells of each threat level and their number, which tell at once whether something must be
// played or answered, and where.
#pragma once
#include <array>
#include <vector>

#include "game/game.hpp"
#include "game/line_words.hpp"
#include "game/moves.hpp"
#include "system/hashing.hpp"
#include "threat/pattern_table.hpp"
#include "threat/pattern_weights.hpp"

namespace kinrow {

struct PatternTables {  // what all boards of a game share
  explicit PatternTables(const Game& game, const PatternWeights& learned = PatternWeights::by_hand());
  Rules rules;
  LineWords words;
  PatternTable patterns;
  PatternWeights weights;
  std::array<std::uint16_t, pattern_codes> class_of;
  std::array<ThreatLevel, pattern_classes + 1> levels;
  std::array<bool, pattern_classes + 1> double_three;  // whether two threes may meet in a cell of this class
  StoneRules stones;
  bool special;                        // renju or caro
  int late;                            // from this many stones on, only the late weights count
  std::vector<std::uint64_t> outside;  // by word: the bits beyond the board, shifted by the reach
  struct Neighbor {
    short cell, bit;  // in the word of that direction
  };
  std::vector<std::array<std::vector<Neighbor>, 4>> within;  // by cell and direction: whose patterns it may change
  std::vector<BoardCells> around;                            // by cell: the cells at most two steps away
  Zobrist<std::uint64_t> zobrist;
};

class PatternBoard {
 public:
  static bool plays(const Rules& r) {
    return !r.majority && !r.misere && r.stones == 1 && r.first == 1 && r.k >= 3 && r.k <= (r.exact ? 5 : 6);
  }
  PatternBoard(const PatternTables& tables, const Board& board);

  int to_move() const { return to_move_; }
  int cells() const { return t_.rules.size(); }
  int empties() const { return empties_; }
  int plies() const { return cells() - empties_; }
  bool is_empty(int cell) const { return sign_[cell] < 0; }
  std::uint64_t key() const { return to_move_ == X ? key_ : key_ ^ o_to_move; }
  std::uint64_t key_after(int cell) const { return key() ^ t_.zobrist(to_move_, cell) ^ o_to_move; }
  bool won() const { return won_; }  // by the side that moved last
  bool over() const { return won_ || empties_ == 0 || stuck(); }
  bool forbidden(int cell) const {  // to the side to move
    return t_.special && patterns_[to_move_][cell].cls == forbidden_class;
  }

  void play(int cell);
  void undo(int cell);  // must be the last stone, and have been played here, not have come with the board
  void pass() { to_move_ ^= 1; }
  struct Stone {
    int cell, side;
    bool operator==(const Stone&) const = default;
  };
  // The stones that were played here, in order.
  std::size_t played() const { return plies_.size(); }
  Stone stone(std::size_t number) const { return plies_[number].stone; }

  int count(int side, ThreatLevel level) const { return totals_.counts[side][level]; }
  ThreatLevel level(int side, int cell) const { return t_.levels[patterns_[side][cell].cls]; }
  int pattern_class(int side, int cell) const { return patterns_[side][cell].cls; }
  bool makes_four_at(int side, int cell) const { return level(side, cell) >= makes_four; }
  int first(int side, ThreatLevel level) const {  // the first empty cell of that level; there must be one
    return of_level_[side][level].lowest();
  }
  // What a cell is worth to the side to move, for taking it and for denying it.
  int promise(int cell) const {
    return t_.weights.classes[patterns_[to_move_][cell].cls].own_move +
           t_.weights.classes[patterns_[to_move_ ^ 1][cell].cls].other_move;
  }
  bool special() const { return t_.special; }
  bool near(int cell) const { return near_.test(cell); }
  const BoardCells& near() const { return near_; }  // cells at most two steps from a stone, taken ones too
  // The empty cells of a level from `makes_three` on.
  const BoardCells& cells_of(int side, ThreatLevel level) const { return of_level_[side][level]; }
  BoardCells cells_from(int side, ThreatLevel least) const {  // of that level and all above it
    BoardCells all;
    for (int level = least; level < threat_levels; ++level)
      if (totals_.counts[side][level] > 0) all |= of_level_[side][level];
    return all;
  }
  ThreatLevel highest_level(int side) const;  // of any empty cell
  // The value of the position for the side to move, from the weights.
  int balance() const;
  // Whether no move stops what the opponent would complete next.
  bool helpless() const {
    const int lines = count(to_move_ ^ 1, completes_line);
    return t_.special && lines > 0 ? parries().size == 0 : lines > 1;
  }
  // Adds the moves that stop it: the cell that completes a line for the opponent, which must exist; in caro maybe
  // several.
  void add_parries(MoveList& list) const {
    if (!t_.special)
      list.add(first(to_move_ ^ 1, completes_line));
    else
      for (const MoveList found = parries(); const MoveList::Move& move : found) list.add(move.cell);
  }
  // Adds the moves that may stop an opponent who threatens to make a win: the cells on which he makes a four, and one's
  // own fours, which gain time.
  void defenses(MoveList& list) const;

 private:
  struct CellPatterns {  // what a stone of one side on a cell would make; kept up to date while the cell is empty
    Pattern pattern[4]{};
    std::uint16_t code = 0, cls = 0;  // of PatternTables::class_of, and its class
  };
  struct Change {  // undone in reverse order
    short cell;
    std::uint8_t side;
    bool level;  // whether the level changed
    CellPatterns before;
  };
  struct Totals {  // over the empty cells, by side
    std::array<std::array<int, PatternWeights::parts>, 2> worth{};
    std::array<std::array<short, threat_levels>, 2> counts{};
  };
  struct Ply {
    Stone stone;
    Totals before;
    BoardCells near;
    std::size_t changes;
    BoardCells forbidden;
  };

  bool stuck() const {  // whether the side to move may play nowhere
    return t_.special && t_.stones.ban(to_move_) && forbidden_.count() == empties_;
  }
  ThreatLevel level_despite(int stone, int cell) const;
  BoardCells stopping(ThreatLevel least) const;
  MoveList parries() const;
  void defenses_at_a_distance(MoveList& list) const;
  void find_forbidden(int stone);  // after that stone, in renju
  void change_class(int side, int cell, int cls);
  void put(int cell, int side);
  void make_room() {  // for the changes of a stone
    if (const std::size_t most = changed_ + static_cast<std::size_t>(most_changes); changes_.size() < most)
      changes_.resize(2 * most);
  }
  void update_patterns(int cell, int direction);
  template <int side>
  void update_pattern(int cell, int direction, Pattern now);
  void add_to_totals(int side, int cls, int sign) {
    const auto& value = t_.weights.classes[cls].value;
    for (std::size_t i = 0; i < value.size(); ++i) totals_.worth[side][i] += sign * value[i];
    short& count = totals_.counts[side][t_.levels[cls]];
    count = static_cast<short>(count + sign);
  }
  bool change_totals(int side, int cell, int from, int to) {  // whether the level changes
    const auto &before = t_.weights.classes[from].value, &now = t_.weights.classes[to].value;
    for (std::size_t i = 0; i < now.size(); ++i) totals_.worth[side][i] += now[i] - before[i];
    if (t_.levels[from] == t_.levels[to]) return false;
    --totals_.counts[side][t_.levels[from]];
    ++totals_.counts[side][t_.levels[to]];
    move_level(side, cell, t_.levels[from], t_.levels[to]);
    return true;
  }
  void move_level(int side, int cell, ThreatLevel from, ThreatLevel to) {  // also of `quiet`, whose set nobody reads
    of_level_[side][from].reset(cell);
    of_level_[side][to].set(cell);
  }

  static constexpr std::uint64_t o_to_move = mix(1);
  // The most changes by one stone: the patterns of both sides on up to six cells to each side of it, and the classes of
  // all cells.
  static constexpr int most_changes = 2 * 4 * 12 + most_cells;

  const PatternTables& t_;
  std::array<std::array<std::uint32_t, LineWords::most_words>, 2> words_{};
  std::array<std::array<CellPatterns, most_cells>, 2> patterns_{};
  Totals totals_;
  std::array<std::array<BoardCells, threat_levels>, 2> of_level_{};
  std::vector<Change> changes_;  // the first `changed_` of them; there is always room for those of one more stone
  std::size_t changed_ = 0;
  std::vector<Ply> plies_;
  Signs sign_;
  BoardCells near_;
  int to_move_, empties_;
  BoardCells forbidden_;  // to the player who begins, in renju
  bool won_ = false;
  std::uint64_t key_ = 0;
};

}  // namespace kinrow
