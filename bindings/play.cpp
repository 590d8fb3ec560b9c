// Play without search: the batch of boards over NumPy arrays, and the single game with undo.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "play/batch.hpp"
#include "play/state.hpp"

namespace {

using kinrow::Batch;
using kinrow::Board;
using kinrow::Game;
using kinrow::State;
using Actions = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Writable = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::string text_of(const Board& board) {
  std::string text;
  for (const signed char sign : board.cells) text.push_back(".XO"[sign + 1]);
  return text;
}

class BoundBatch {
 public:
  BoundBatch(const Game& game, int n, std::uint64_t seed, int threads, int autoreset, int illegal)
      : rules_(game.rules) {
    if (n < 1 || threads < 1) throw nb::value_error("expected at least one board and one thread");
    if (autoreset < 0 || autoreset > 2 || illegal < 0 || illegal > 1)
      throw nb::value_error("expected autoreset 0 to 2 and illegal 0 or 1");
    batch_ = kinrow::make_batch(
        game, {n, seed, threads, static_cast<kinrow::Autoreset>(autoreset), static_cast<kinrow::Illegal>(illegal)});
  }
  Batch& operator*() { return *batch_; }
  Batch* operator->() { return batch_.get(); }
  int n() const { return batch_->size(); }
  std::size_t cells() const { return rules_.size(); }
  kinrow::Views& views() { return batch_->views(); }
  std::size_t index(int i) const {
    if (i < 0 || i >= n()) throw nb::index_error("no such board");
    return i;
  }
  void reset(const std::optional<Actions>& boards) {
    for (std::size_t j = 0; boards && j < boards->size(); ++j)
      batch_->reset(static_cast<int>(index(boards->data()[j])));
    for (int i = 0; !boards && i < n(); ++i) batch_->reset(i);
  }
  int step(const Actions& actions) {
    expect(actions.size());
    const nb::gil_scoped_release release;
    return batch_->step(actions.data());
  }
  void random_actions(const Writable& out) {
    expect(out.size());
    const nb::gil_scoped_release release;
    batch_->random_actions(out.data());
  }
  const kinrow::Rules& rules() const { return rules_; }

 private:
  void expect(std::size_t size) const {
    if (size != static_cast<std::size_t>(n())) throw nb::value_error("expected one action for each board");
  }
  const kinrow::Rules rules_;
  std::unique_ptr<Batch> batch_;
};

// A view of the batch's own memory, which lives as long as the view.
template <class T, class Items>
auto view(nb::handle self, Items& items, std::initializer_list<std::size_t> shape) {
  return nb::ndarray<nb::numpy, T>(reinterpret_cast<T*>(items.data()), shape, self);
}
template <class T, class Items>
auto per_board(Items kinrow::Views::* items) {
  return [items](nb::handle self) {
    auto& b = nb::cast<BoundBatch&>(self);
    return view<T>(self, b.views().*items, {static_cast<std::size_t>(b.n())});
  };
}
auto planes(std::vector<std::uint8_t> kinrow::Views::* items) {
  return [items](nb::handle self) {
    auto& b = nb::cast<BoundBatch&>(self);
    const auto of = [](int i) { return static_cast<std::size_t>(i); };
    const bool kept = !(b.views().*items).empty();
    return view<std::uint8_t>(self, b.views().*items,
                              {kept ? of(b.n()) : 0, of(b.views().planes), of(b.rules().rows), of(b.rules().cols)});
  };
}

nb::class_<BoundBatch> bind_views(nb::module_& module) {
  using namespace nb::literals;
  using V = kinrow::Views;
  return nb::class_<BoundBatch>(module, "Batch",
                                "Boards of one game, stepped at once; its arrays are views of its own memory.")
      .def(nb::init<const Game&, int, std::uint64_t, int, int, int>(), "game"_a, "n"_a, "seed"_a = 0, "threads"_a = 1,
           "autoreset"_a = 1, "illegal"_a = 0)
      .def_prop_ro("n", &BoundBatch::n)
      .def_prop_ro("planes", [](BoundBatch& b) { return b.views().planes; })
      .def_prop_ro("observations", planes(&V::observations))
      .def_prop_ro("final_observations", planes(&V::final_observations),
                   "Empty unless the step that ends a game resets it.")
      .def_prop_ro("masks",
                   [](nb::handle self) {
                     auto& b = nb::cast<BoundBatch&>(self);
                     return view<bool>(self, b.views().legal, {static_cast<std::size_t>(b.n()), b.cells()});
                   })
      .def_prop_ro("rewards", per_board<float>(&V::rewards))
      .def_prop_ro("terminated", per_board<bool>(&V::terminated))
      .def_prop_ro("to_move", per_board<std::int8_t>(&V::to_move))
      .def_prop_ro("left", per_board<std::int16_t>(&V::left))
      .def_prop_ro("winner", per_board<std::int8_t>(&V::winner));
}

void bind_batch(nb::class_<BoundBatch> batch) {
  using namespace nb::literals;
  batch.def("reset", &BoundBatch::reset, "indices"_a.none() = nb::none())
      .def(
          "reseed", [](BoundBatch& b, std::uint64_t seed) { b->reseed(seed); }, "seed"_a)
      .def("random_actions", &BoundBatch::random_actions, "out"_a, "Writes a random legal cell for each board.")
      .def("step", &BoundBatch::step, "actions"_a,
           "Returns -1, or the first board whose action was refused. The least int32 leaves its board as it is.")
      .def(
          "board",
          [](BoundBatch& b, int i) {
            const Board board = b->board(static_cast<int>(b.index(i)));
            return std::tuple{text_of(board), board.to_move, board.left};
          },
          "i"_a)
      .def(
          "set_board",
          [](BoundBatch& b, int i, std::string_view cells, int to_move, int left) {
            if (cells.size() != b.cells()) throw nb::value_error("expected one sign for each cell");
            b->set(static_cast<int>(b.index(i)), board_of(cells, to_move, left));
          },
          "i"_a, "cells"_a, "to_move"_a, "left"_a);
}

State make_state(const Game& game, std::string_view cells, int to_move, int left, std::uint64_t seed) {
  if (cells.empty()) return {game, game.start(), seed};
  if (cells.size() != static_cast<std::size_t>(game.rules.size()))
    throw nb::value_error("expected one sign for each cell");
  return {game, board_of(cells, to_move, left), seed};
}

// What pickling keeps: the game, the board that the history begins from, the history, and the random stream.
nb::tuple kept(const State& state) {
  State start(state);
  while (start.played() > 0) start.undo();
  return nb::make_tuple(state.game(), start.cells(), start.board().to_move(), start.board().left(), state.history(),
                        start.random().state());
}
void restore(State& state, const nb::tuple& kept) {
  new (&state) State(make_state(nb::cast<const Game&>(kept[0]), nb::cast<std::string>(kept[1]), nb::cast<int>(kept[2]),
                                nb::cast<int>(kept[3]), 0));
  for (const int cell : nb::cast<std::vector<int>>(kept[4])) state.play(cell);
  state.random() = kinrow::SplitMix64(nb::cast<std::uint64_t>(kept[5]));
}

void bind_queries(nb::class_<State>& state) {
  using namespace nb::literals;
  state.def("legal", &State::legal)
      .def("is_legal", &State::is_legal, "cell"_a)
      .def("playout", &State::playout, "Plays random stones to the end; returns the winner.")
      .def("copy", [](const State& s) { return State(s); })
      .def("__getstate__", kept, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", restore, nb::sig("def __setstate__(self, kept: tuple[object, ...], /) -> None"))
      .def_prop_ro("finished", [](const State& s) { return s.board().over(); })
      .def_prop_ro("winner", [](const State& s) { return s.board().over() ? s.board().winner() : -1; })
      .def_prop_ro("to_move", [](const State& s) { return s.board().to_move(); })
      .def_prop_ro("left", [](const State& s) { return s.board().left(); })
      .def_prop_ro("plies", [](const State& s) { return s.board().plies(); })
      .def_prop_ro("cells", &State::cells)
      .def_prop_ro("history", &State::history);
}

// What is wrong with a cell that is not legal; environments word it in the reader's language.
std::string illegal(const State& state, int cell) {
  if (state.board().over()) return "cell " + std::to_string(cell) + ": the game is over";
  const int last = state.game().rules.size() - 1;
  return "cell " + std::to_string(cell) + ": expected a legal cell from 0 to " + std::to_string(last);
}

void bind_state(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<State> state(module, "State", "A game in progress: play, undo, legal cells, outcome.");
  state
      .def(
          "__init__",
          [](State* self, const Game& game, std::string_view cells, int to_move, int left, std::uint64_t seed) {
            new (self) State(make_state(game, cells, to_move, left, seed));
          },
          "game"_a, "cells"_a = "", "to_move"_a = 0, "left"_a = 1, "seed"_a = 0)
      .def(
          "play",
          [](State& s, int cell) {
            if (!s.is_legal(cell)) throw nb::value_error(illegal(s, cell).c_str());
            s.play(cell);
            return s.board().over();
          },
          "cell"_a, "Returns whether the game is finished now.")
      .def("undo",
           [](State& s) {
             if (s.played() == 0) throw nb::index_error("no stone was played here");
             return s.undo();
           })
      .def("random_move", [](State& s) {
        if (s.board().over()) throw nb::index_error("the game is finished");
        return s.random_cell();
      });
  bind_queries(state);
}

}  // namespace

void bind_play(nb::module_& module) {
  bind_batch(bind_views(module));
  bind_state(module);
}
