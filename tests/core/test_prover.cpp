// Proof-number search against plain minimax on random small games, published values, and its checkpoints.
#include <filesystem>
#include <fstream>

#include "brute.hpp"
#include "certificate/writer.hpp"
#include "check.hpp"
#include "dfpn/crew.hpp"
#include "dfpn/proof_table.hpp"
#include "prove/prover.hpp"
#include "system/job.hpp"

using namespace brute;

namespace {

// A temporary path, removed at the end.
struct Scratch {
  std::string path =
      (std::filesystem::temp_directory_path() / ("kinrow-" + std::to_string(std::random_device{}()))).string();
  ~Scratch() { std::filesystem::remove(path); }
};

}  // namespace

TEST(prover_agrees_with_minimax) {
  Dice dice{std::mt19937(11)};
  for (int i = 0; i < 1500; ++i) {
    const Game g(any_line_rules(dice, 12));
    const Board b = any_board(g, dice, 9);
    const auto prover = make_prover(g, dice(0, 1) ? 1 << 12 : 1 << 20, dice(1, 2));
    const int value = sign(Minimax(g).value(b));
    const Bounds found = prover->value(b);
    CHECK(found.lower == value && found.upper == value);
    const Bounds given{dice(0, 1) ? value : -1, dice(0, 1) ? value : 1};
    const Bounds narrowed = make_prover(g, 1 << 20, 1)->value(b, given);
    CHECK(narrowed.lower == value && narrowed.upper == value);
  }
}

TEST(prover_answers_one_query_and_lists_moves_that_reach_the_goal) {
  Dice dice{std::mt19937(14)};
  for (int i = 0; i < 500; ++i) {
    const Game g(any_line_rules(dice, 12));
    const Board b = any_board(g, dice, 8);
    Minimax minimax(g);
    const int value = sign(minimax.value(b));
    for (const int goal : {0, 1}) {
      const auto prover = make_prover(g, 1 << 18, 1);
      const ProofNumbers found = prover->reaches(b, goal);
      CHECK(found.settled() && found.proven() == (value >= goal));
      for (const auto& [cell, numbers] : prover->moves(b, goal))
        if (numbers.settled()) CHECK(numbers.proven() == (minimax.value_of_move(b, cell) >= goal));
    }
  }
}

TEST(prover_names_a_move_that_keeps_the_outcome) {
  Dice dice{std::mt19937(12)};
  for (int i = 0; i < 500; ++i) {
    const Game g(any_line_rules(dice, 12));
    const Board b = any_board(g, dice, 8);
    const Tables<1> t(g);
    const Position<1> p = Position<1>::from(t, b);
    if (p.over) continue;
    Minimax minimax(g);
    const int value = sign(minimax.value(p));
    const auto prover = make_prover(g, 1 << 18, 1);
    if (dice(0, 1)) prover->value(b);
    for (const int goal : {0, 1}) {
      const int cell = prover->best_move(b, goal);
      CHECK((cell >= 0) == (value >= goal));
      if (cell < 0) continue;
      CHECK(minimax.value_of_move(b, cell) >= goal);
    }
  }
}

TEST(prover_names_a_move_that_reaches_the_goal_it_has_just_proved) {
  Dice dice{std::mt19937(15)};
  int held = 0;
  for (int i = 0; i < 500; ++i) {
    const Game g(any_line_rules(dice, 12));
    const Board b = any_board(g, dice, 8);
    const Tables<1> t(g);
    if (Position<1>::from(t, b).over) continue;
    Minimax minimax(g);
    const auto prover = make_prover(g, 1 << 18, 1);
    for (const int goal : {0, 1}) {
      if (!prover->reaches(b, goal).proven()) continue;
      const int cell = prover->reaching_move(b, goal);
      CHECK(cell >= 0 && minimax.value_of_move(b, cell) >= goal);
      held += goal == 0;
    }
  }
  CHECK(held > 100);
}

TEST(prover_stops_at_its_budget_and_uses_learned_positions) {
  const Game g(line(5, 5, 4));
  Board b{std::vector<signed char>(25, -1), X, 1};
  const auto prover = make_prover(g, 1 << 24, 1);
  CHECK(!prover->reaches(b, 1, 100).settled());
  CHECK(prover->status().nodes < 1000);
  prover->learn_held(b);
  CHECK(prover->reaches(b, 1, 1).disproven());
}

// No side threatens anything here, so only the search of all moves is left.
TEST(prover_with_two_stones_per_turn_stops_at_its_budget) {
  Rules r = line(9, 9, 6);
  r.stones = 2;
  const Game g(r);
  const auto prover = make_prover(g, 1 << 24, 1);
  ProofNumbers found = ProofNumbers::yes();
  Job job(prover->status().stop);
  job.begin([&] { found = prover->reaches(g.start(), 1, 3000); });
  CHECK(job.wait(20));
  CHECK(!found.settled() && prover->status().nodes < 100'000);
}

TEST(prover_with_two_stones_per_turn_uses_a_small_budget) {
  Rules r = line(4, 4, 4);
  r.stones = 2;
  const Game g(r);
  const auto prover = make_prover(g, 1 << 24, 1);
  CHECK(!prover->reaches(g.start(), 1, 20).settled());
  CHECK(prover->status().nodes > 0);
  CHECK(prover->reaches(g.start(), 1, 1000).settled());
}

// One table for many positions: what it keeps of one is used for equivalent ones.
TEST(prover_keeps_the_outcome_to_the_end_of_the_game) {
  Dice dice{std::mt19937(13)};
  for (int i = 0; i < 300; ++i) {
    const Game g(any_line_rules(dice, 12));
    const Tables<1> t(g);
    Minimax minimax(g);
    const auto prover = make_prover(g, 1 << 20, 1);
    for (int game = 0; game < 4; ++game) {
      Board b = any_board(g, dice, 9);
      Position<1> p = Position<1>::from(t, b);
      while (!p.over) {
        const int value = sign(minimax.value(p));
        const int cell = value >= 0 ? prover->best_move(b, value) : p.legal(t).lowest();
        CHECK(cell >= 0 && b.cells[cell] < 0);
        if (cell < 0 || b.cells[cell] >= 0) break;
        b.cells[cell] = static_cast<signed char>(p.to_move);
        const int mover = p.to_move;
        p.play(t, cell);
        b.to_move = p.to_move;
        b.left = p.left;
        if (value >= 0) CHECK((p.to_move == mover ? 1 : -1) * sign(minimax.value(p)) >= value);
      }
    }
  }
}

// Also with several stones per turn; two threads wait neither for each other nor for themselves.
TEST(prover_solves_games_with_two_stones_per_turn) {
  for (const auto& [rows, cols, k, value] : {std::array{6, 5, 5, 0}, std::array{8, 5, 4, -1}, std::array{7, 7, 6, 0}})
    for (const int threads : {1, 2}) {
      Rules r = line(rows, cols, k);
      r.stones = 2;
      const Game g(r);
      const Bounds found = make_prover(g, 1 << 24, threads)->value(g.start());
      CHECK(found.lower == value && found.upper == value);
    }
}

TEST(prover_finds_published_values) {
  for (const auto& [rows, cols, k, value] : {std::array{4, 4, 4, 0}, std::array{5, 5, 4, 0}, std::array{6, 5, 4, 1},
                                             std::array{7, 7, 5, 0}, std::array{9, 9, 4, 1}})
    for (const int threads : {1, 2}) {
      const Game g(line(rows, cols, k));
      const Bounds found = make_prover(g, 1 << 24, threads)->value(g.start());
      CHECK(found.lower == value && found.upper == value);
    }
}

TEST(a_search_resumes_from_its_checkpoint) {
  Rules two = line(5, 5, 4);
  two.stones = 2;
  for (const Rules& r : {line(5, 5, 4), two}) {
    const Game g(r);
    const Scratch scratch;
    Checkpoint file{scratch.path, "5,5,4", {7, 8}};
    const auto first = make_prover(g, 1 << 24, 1), second = make_prover(g, 1 << 24, 1);
    first->value(g.start());
    save(file, first->saved(most_saved));
    file.spent[0] = file.spent[1] = 0;
    second->restore(load(file));
    CHECK(file.spent[0] == 7 && file.spent[1] == 8);
    CHECK(second->value(g.start()).lower == 0);
    CHECK(second->status().nodes * 3 < first->status().nodes);
  }
}

// The searches know neither the forbidden cells of renju nor the closed lines of caro: for (1,8,4:caro) they found a
// win for X in OXXX.O.O, which is drawn.
TEST(games_that_no_search_proves_are_rejected) {
  Rules caro = line(1, 8, 4), renju = line(6, 6, 5), majority = line(4, 4, 4);
  caro.exact = caro.caro = true;
  renju.renju = true;
  majority.majority = true;
  const auto prover = make_prover(Game(line(3, 3, 3)), 1 << 20, 1);
  for (const Rules& r : {caro, renju, majority}) {
    const Game g(r);
    CHECK_THROWS(make_prover(g, 1 << 20, 1));
    CHECK_THROWS(make_writer(g, *prover, 1 << 20, [](const std::string&) {}));
  }
}

TEST(restored_entries_count_as_searched_positions) {
  SearchStatus status;
  ThreadPool pool(1);
  Workspace<ProofTable> space(1 << 20, status, pool);
  for (std::uint64_t i = 0; i < 100; ++i) space.table.store({{i, 0}, 5, 1, 1}, {ProofNumbers::yes(), 3, 1000, 0});
  Workspace<ProofTable> later(1 << 20, status, pool);
  later.restore(space.table.saved(1000));
  CHECK(later.positions == 100);
}

TEST(a_checkpoint_that_is_too_large_is_read_in_part) {
  const Scratch scratch;
  Checkpoint file{scratch.path, "5,5,4"};
  Sections kept(2);
  for (std::uint64_t i = 0; i < 9000; ++i) kept[i % 3 == 0].push_back({i, i + 1, i + 2, i + 3});
  save(file, kept);
  CHECK(load(file) == kept && load(file, 9100) == kept);
  const Sections part = load(file, 900);
  CHECK(part[0].size() + part[1].size() <= 900 && part[0].size() > 590 && part[1].size() > 290);
  for (const std::size_t i : {0U, 1U}) CHECK(std::equal(part[i].begin(), part[i].end(), kept[i].begin()));
}

TEST(checkpoints_that_are_damaged_or_of_another_game_are_rejected) {
  const Game g(line(4, 4, 3));
  const Scratch scratch;
  Checkpoint file{scratch.path, "4,4,3"};
  const auto prover = make_prover(g, 1 << 20, 1);
  prover->value(g.start());
  save(file, prover->saved(most_saved));
  Checkpoint other{scratch.path, "4,4,4"};
  CHECK_THROWS(load(other));
  std::string bytes(std::filesystem::file_size(scratch.path), ' ');
  std::ifstream(scratch.path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  for (std::size_t at = 0; at < bytes.size(); at += 1 + at / 16) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 4);
    std::ofstream(scratch.path, std::ios::binary) << broken;
    CHECK_THROWS(load(file));
    std::ofstream(scratch.path, std::ios::binary) << bytes.substr(0, at);
    CHECK_THROWS(load(file));
  }
  Checkpoint nowhere{"/nowhere/at/all", "4,4,3"};
  CHECK_THROWS(save(nowhere, {}));
}
