// The core for a browser: plain functions over one session. src/kinrow/web/static/serverless/core.js calls them.
//
// Each returns a Status, and leaves its numbers where result() and result_size() say. Cells are a text of X, O and
// dots, signs are 0 for X and 1 for O. There are no threads: a search runs until it is done or its limit is reached.
#include <emscripten/emscripten.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "play/correction.hpp"
#include "session.hpp"
#include "system/time_control.hpp"

namespace {

using kinrow::Aim;
using kinrow::Board;

enum Status : int { done = 0, out_of_memory = 1, failed = 2 };

std::optional<kinrow::Session> session;
std::vector<int> numbers;

Board board_of(const char* cells, int to_move, int left) {
  Board board;
  for (; *cells != '\0'; ++cells)
    board.cells.push_back(static_cast<signed char>(*cells == 'X' ? 0 : *cells == 'O' ? 1 : -1));
  board.to_move = to_move;
  board.left = left;
  return board;
}

Aim aim_of(int exact) { return exact != 0 ? Aim::exact : Aim::outcome; }

std::chrono::steady_clock::time_point deadline_in(double seconds) {
  if (!(seconds > 0)) return {};
  return kinrow::after(std::chrono::steady_clock::now(), seconds);
}

// No exception may leave the module: the page would see a number without a meaning.
template <class Work>
int guarded(const Work& work) {
  numbers.clear();
  try {
    work();
    return done;
  } catch (const std::bad_alloc&) {
    return out_of_memory;
  } catch (const std::exception&) {
    return failed;
  }
}

// Runs work of the solver; the nodes that it took come last.
template <class Work>
int solved(const Work& work) {
  return guarded([&] {
    kinrow::Solver& solver = session->solver();
    solver.status().begin();
    work(solver);
    numbers.push_back(static_cast<int>(solver.status().nodes.load()));
  });
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const int* result() { return numbers.data(); }
EMSCRIPTEN_KEEPALIVE int result_size() { return static_cast<int>(numbers.size()); }

// Begins another game; the tables of the last one are freed.
EMSCRIPTEN_KEEPALIVE int begin_game(int rows, int cols, int k, int stones, int first, int begins, int exact, int misere,
                                    int memory) {
  return guarded([&] {
    const kinrow::Rules rules{rows, cols, k, stones, first, begins, exact != 0, misere != 0};
    session.reset();
    session.emplace(rules, static_cast<std::uint64_t>(memory));
  });
}

// Lower and upper bound.
EMSCRIPTEN_KEEPALIVE int value(const char* cells, int to_move, int left, int exact, int nodes) {
  return solved([&](kinrow::Solver& solver) {
    const auto b = solver.value(board_of(cells, to_move, left), aim_of(exact), static_cast<std::uint64_t>(nodes));
    numbers = {b.lower, b.upper};
  });
}

// Cell, lower and upper bound of every move.
EMSCRIPTEN_KEEPALIVE int moves(const char* cells, int to_move, int left, int exact, int nodes) {
  return solved([&](kinrow::Solver& solver) {
    for (const auto& m : solver.moves(board_of(cells, to_move, left), aim_of(exact), static_cast<std::uint64_t>(nodes)))
      numbers.insert(numbers.end(), {m.cell, m.bounds.lower, m.bounds.upper});
  });
}

// Best play from a position of this value.
EMSCRIPTEN_KEEPALIVE int line(const char* cells, int to_move, int left, int exact, int lower, int upper, int nodes) {
  return solved([&](kinrow::Solver& solver) {
    numbers =
        solver.line(board_of(cells, to_move, left), aim_of(exact), {lower, upper}, static_cast<std::uint64_t>(nodes));
  });
}

// The engine's move, by depth or by time. A limit of 0 is none.
EMSCRIPTEN_KEEPALIVE int engine_move(const char* cells, int to_move, int left, int depth, double seconds) {
  return guarded([&] {
    kinrow::EngineLimits limits;
    limits.depth = depth;
    limits.start = std::chrono::steady_clock::now();
    limits.deadline = deadline_in(seconds);
    kinrow::Engine& engine = session->engine();
    engine.stop = false;
    numbers = {engine.search(board_of(cells, to_move, left), limits).cell};
  });
}

// Sets the engine's weights: those of patterns, followed by its correction, or by nothing; numbers of 16 bits.
EMSCRIPTEN_KEEPALIVE int weigh(const std::int16_t* numbers, int count) {
  return guarded([&] {
    const std::span all(numbers, static_cast<std::size_t>(count));
    const auto patterns = all.first(std::min<std::size_t>(all.size(), kinrow::PatternWeights::numbers));
    const kinrow::Rules& rules = session->game().rules;
    const auto correction = kinrow::Correction::plays(rules) ? all.subspan(patterns.size()) : all.last(0);
    const auto read = kinrow::EngineWeights::of(rules, patterns, correction);
    if (!read) throw std::invalid_argument("these are not weights for this game");
    session->weigh(*read);
  });
}

// The move of a Monte Carlo tree search, by simulations or by time. A limit of 0 is none.
EMSCRIPTEN_KEEPALIVE int mcts_move(const char* cells, int to_move, int left, int simulations, double seconds,
                                   int seed) {
  return guarded([&] {
    kinrow::MctsLimits limits;
    limits.simulations = static_cast<std::uint64_t>(simulations);
    limits.deadline = deadline_in(seconds);
    kinrow::Mcts& mcts = session->mcts(static_cast<std::uint64_t>(seed));
    mcts.stop = false;
    numbers = {mcts.search(board_of(cells, to_move, left), limits).best};
  });
}

// Whether the game is one that strategies are for.
EMSCRIPTEN_KEEPALIVE int has_strategies() { return kinrow::Follower::plays(session->game()) ? 1 : 0; }

// Treats the entries of a strategy file as proved.
EMSCRIPTEN_KEEPALIVE int learn(int winner, const char* entries, int size) {
  return guarded([&] { session->follower().learn(winner, {entries, static_cast<std::size_t>(size)}); });
}

// How the strategy's side wins: its move (-1 if the other side is to move), and whether that took a search. Nothing if
// no win was found.
EMSCRIPTEN_KEEPALIVE int follow(const char* cells, int to_move, int winner, int nodes) {
  return guarded([&] {
    const auto win = session->follower().win(board_of(cells, to_move, 1), winner, static_cast<std::uint64_t>(nodes));
    if (win) numbers = {win->move, win->by_search ? 1 : 0};
  });
}

}  // extern "C"
