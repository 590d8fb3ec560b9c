// Strong solutions: the layers of a game, solved, surveyed and looked up over NumPy arrays.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "table/retrograde.hpp"
#include "table/spread.hpp"
#include "table/survey.hpp"

namespace {

using kinrow::Layer;
using kinrow::Retrograde;
using kinrow::Stones;
using kinrow::Subset;
using kinrow::Survey;
using kinrow::TableGame;
using kinrow::Tally;

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Many = nb::ndarray<T, nb::c_contig, nb::device::cpu>;  // of any shape, board after board
using Values = Array<const std::int8_t>;
using Sets = Array<const std::uint32_t>;
using Counts = std::tuple<std::uint64_t, std::uint64_t>;

std::shared_ptr<TableGame> make_game(const kinrow::Game& game, int objective) {
  if (objective < 0 || objective > 2) throw nb::value_error("expected objective 0 to 2");
  return std::make_shared<TableGame>(game, static_cast<kinrow::TableObjective>(objective));
}

class BoundLayer {
 public:
  BoundLayer(std::shared_ptr<TableGame> game, int ply) : game_(std::move(game)), layer_(*game_, checked(*game_, ply)) {}
  const Layer& operator*() const { return layer_; }

  std::vector<Subset> classes() const {
    const auto& all = layer_.fold().classes();
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(layer_.rows())};
  }
  std::tuple<Subset, Subset> at(std::uint64_t index) const {
    if (index >= layer_.size()) throw nb::index_error("no such place");
    const Stones s = layer_.at(index);
    return {s.first, s.second};
  }
  void locate(const Sets& first, const Sets& second, const Array<std::uint64_t>& out) const {
    if (first.size() != second.size() || first.size() != out.size())
      throw nb::value_error("expected arrays of one length");
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < out.size(); ++i) out.data()[i] = place({first.data()[i], second.data()[i]});
  }
  void check_rows(std::uint64_t from, std::uint64_t to, std::size_t size) const {
    if (from > to || to > layer_.rows() || size != (to - from) * layer_.row_length())
      throw nb::value_error("expected rows of this layer and an array of their length");
  }

 private:
  static int checked(const TableGame& game, int ply) {
    if (ply < 0 || ply > game.last_ply()) throw nb::index_error("no such ply");
    return ply;
  }
  std::uint64_t place(Stones s) const {
    const int first = game_->stones(layer_.ply(), true);
    const Subset all = (1U << game_->game.rules.size()) - 1;
    const bool fits = !((s.first | s.second) & ~all) && !(s.first & s.second) && std::popcount(s.first) == first &&
                      std::popcount(s.second) == layer_.ply() - first;
    return fits ? layer_.index(s) : layer_.size();
  }
  std::shared_ptr<TableGame> game_;
  Layer layer_;
};

void check_next(const BoundLayer& next, const std::optional<Values>& later) {
  if (!later || later->size() != (*next).size()) throw nb::value_error("expected all values of the next layer");
}

template <class Work>
class OfTwoLayers {  // keeps both alive, as Python sees them, and checks what crosses
 public:
  OfTwoLayers(const BoundLayer& at, const BoundLayer* next)
      : at_(at), next_(next), work_(*at, next == nullptr ? nullptr : &**next) {}
  void check(std::uint64_t from, std::uint64_t to, std::size_t size, const std::optional<Values>& later) const {
    at_.check_rows(from, to, size);
    if (next_ != nullptr) check_next(*next_, later);
  }
  const Work& operator*() const { return work_; }

 private:
  const BoundLayer& at_;
  const BoundLayer* next_;
  Work work_;
};

const std::int8_t* data(const std::optional<Values>& later) { return later ? later->data() : nullptr; }

Counts counts(const Tally::Count& count) { return {count.positions, count.classes}; }

auto tuple_of(const Tally& tally) {
  std::vector<std::tuple<int, std::uint64_t, std::uint64_t, std::uint64_t>> values;
  for (std::size_t i = 0; i < tally.by_value.size(); ++i)
    if (tally.by_value[i].classes)
      values.emplace_back(static_cast<int>(i) - Tally::middle, tally.by_value[i].positions, tally.by_value[i].classes,
                          tally.example[i]);
  return std::tuple{values, counts(tally.finished), counts(tally.one_winning_move), tally.wrong, tally.first_wrong};
}

class BoundSpread {
 public:
  explicit BoundSpread(const TableGame& game)
      : table_(game), cells_(static_cast<std::size_t>(game.game.rules.size())) {}
  void add(const BoundLayer& layer, const Values& values) {
    layer.check_rows(0, (*layer).rows(), values.size());
    if (static_cast<std::size_t>((*layer).game().game.rules.size()) != cells_)
      throw nb::value_error("expected a layer of this game");
    const nb::gil_scoped_release release;
    table_.add(*layer, values.data());
  }
  void look_up(const Many<const std::uint8_t>& stones, const Array<const std::int8_t>& to_move,
               const Many<const bool>& legal, const Array<const std::int8_t>& sides, const Array<std::int8_t>& outcomes,
               const Array<std::int8_t>& scores, const Many<std::int8_t>& optimal,
               const Array<std::uint32_t>& regrets) const {
    const std::size_t count = to_move.size(), planes = count == 0 ? 2 : stones.size() / (count * cells_);
    if (planes < 2 || stones.size() != count * planes * cells_ || sides.size() != count || outcomes.size() != count ||
        scores.size() != count || legal.size() != count * cells_ || optimal.size() != count * cells_ ||
        regrets.size() != count)
      throw nb::value_error("expected arrays of as many boards, and two planes of cells or more");
    const nb::gil_scoped_release release;
    table_.look_up({count, planes, stones.data(), to_move.data(), reinterpret_cast<const std::uint8_t*>(legal.data())},
                   sides.data(),
                   {outcomes.data(), scores.data(), reinterpret_cast<std::uint8_t*>(optimal.data()), regrets.data()});
  }
  static void judge(const Array<const std::uint32_t>& regrets, const Array<const std::int32_t>& actions,
                    const Array<std::int8_t>& given, const Array<bool>& legal) {
    const std::size_t count = actions.size();
    if (regrets.size() != count || given.size() != count || legal.size() != count)
      throw nb::value_error("expected arrays of as many boards");
    kinrow::SpreadTable::judge(count, regrets.data(), actions.data(), given.data(),
                               reinterpret_cast<std::uint8_t*>(legal.data()));
  }

 private:
  kinrow::SpreadTable table_;
  std::size_t cells_;
};

void bind_spread(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<BoundSpread>(module, "SpreadTable", "A table with a place for each position, for up to 16 cells.",
                          nb::is_weak_referenceable())
      .def(nb::init<const TableGame&>(), "game"_a)
      .def("add", &BoundSpread::add, "layer"_a, "values"_a, "Takes in all values of a layer, the last layer first.")
      .def("look_up", &BoundSpread::look_up, "stones"_a, "to_move"_a, "legal"_a, "sides"_a, "outcomes"_a, "scores"_a,
           "optimal"_a, "regrets"_a,
           "Writes outcome and score for the sides, whether an action keeps the outcome, and regrets for `judge`.")
      .def_static("judge", &BoundSpread::judge, "regrets"_a, "actions"_a, "given"_a, "legal"_a,
                  "Writes what the actions give away, 0 to 2, and whether they are legal.");
}

void bind_layers(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<TableGame>(module, "TableGame", "What all layers of a strong solution share.")
      .def(nb::new_(&make_game), "game"_a, "objective"_a, "Objectives: 0 outcome, 1 score, 2 margin.")
      .def_prop_ro("last_ply", &TableGame::last_ply)
      .def_prop_ro("symmetries", &TableGame::group, "Images of the cells.")
      .def(
          "turn", [](const TableGame& g, int ply) { return std::tuple{g.turn(ply).first, g.turn(ply).left}; }, "ply"_a)
      .def("stones", &TableGame::stones, "ply"_a, "of_first"_a, "How many stones a side has after so many plies.");
  nb::class_<BoundLayer>(module, "TableLayer", "The positions of one ply.")
      .def(nb::init<std::shared_ptr<TableGame>, int>(), "game"_a, "ply"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("rows", [](const BoundLayer& l) { return (*l).rows(); })
      .def_prop_ro("row_length", [](const BoundLayer& l) { return (*l).row_length(); })
      .def("classes", &BoundLayer::classes, "The own stones of each row.")
      .def("at", &BoundLayer::at, "index"_a, "The stones of both sides at that place.")
      .def("locate", &BoundLayer::locate, "first"_a, "second"_a, "out"_a,
           "The places of positions, rows * row_length for those that play cannot reach.");
}

void bind_work(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<OfTwoLayers<Retrograde>>(module, "Retrograde", "Values of a layer from those of the next.")
      .def(nb::init<const BoundLayer&, const BoundLayer*>(), "at"_a, "next"_a.none(), nb::keep_alive<1, 2>(),
           nb::keep_alive<1, 3>())
      .def(
          "solve",
          [](const OfTwoLayers<Retrograde>& self, std::uint64_t from, std::uint64_t to,
             const std::optional<Values>& later, const Array<std::int8_t>& out) {
            self.check(from, to, out.size(), later);
            const nb::gil_scoped_release release;
            (*self).solve(from, to, data(later), out.data());
          },
          "from_row"_a, "to_row"_a, "later"_a.none(), "out"_a);
  nb::class_<OfTwoLayers<Survey>>(module, "TableSurvey", "Each value against those of the moves, and counts.")
      .def(nb::init<const BoundLayer&, const BoundLayer*>(), "at"_a, "next"_a.none(), nb::keep_alive<1, 2>(),
           nb::keep_alive<1, 3>())
      .def(
          "rows",
          [](const OfTwoLayers<Survey>& self, std::uint64_t from, std::uint64_t to, const Values& values,
             const std::optional<Values>& later) {
            self.check(from, to, values.size(), later);
            Tally tally;
            {
              const nb::gil_scoped_release release;
              tally = (*self).rows(from, to, values.data(), data(later));
            }
            return tuple_of(tally);
          },
          "from_row"_a, "to_row"_a, "values"_a, "later"_a.none(),
          "(value, positions, board classes, place of one) for each value; finished, with one winning move; how many "
          "values are wrong, and the first.");
}

}  // namespace

void bind_table(nb::module_& module) {
  bind_layers(module);
  bind_work(module);
  bind_spread(module);
}
