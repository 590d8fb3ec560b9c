// Checkpoints: the entries of a table that cost most, in a file that is whole or not there.
//
// A table of gigabytes is not worth writing every minute: most entries are leaves that one look gives back. The file
// holds those with the most work below them, all that cost more than some power of two. Entries are read while threads
// write; one that is torn gets a name that no position has, but for odds of 2^-64.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace kinrow {

using SavedEntry = std::array<std::uint64_t, 4>;  // as its table has it

// `tag` names the game and the search, `spent` is the caller's own.
struct Checkpoint {
  std::string path, tag;
  std::uint64_t spent[2] = {0, 0};
};

constexpr std::uint64_t most_saved = 4'000'000;  // of one table: 128 MB

// Of each table its entries, in an order that the one that saves and the one that restores agree on.
using Sections = std::vector<std::vector<SavedEntry>>;

// At most so many. `each(f)` calls f(entry, log2 of its work) for every entry.
template <class Each>
std::vector<SavedEntry> heaviest(std::uint64_t most, const Each& each) {
  std::array<std::uint64_t, 66> count{};
  each([&](const SavedEntry&, int work) { ++count[static_cast<std::size_t>(work)]; });
  std::uint64_t sum = 0;
  int least = static_cast<int>(count.size());
  while (least > 2 && sum + count[static_cast<std::size_t>(least) - 1] <= most / 2)
    sum += count[static_cast<std::size_t>(--least)];
  std::vector<SavedEntry> kept;
  each([&](const SavedEntry& entry, int work) {
    if (work >= least && kept.size() < most) kept.push_back(entry);
  });
  return kept;
}

// Written beside and renamed, whole or not at all. Throws std::system_error.
void save(const Checkpoint& to, const Sections& sections);
// Throws std::runtime_error where the file is not such a file, is damaged, or is of another game.
Sections load(Checkpoint& from);

}  // namespace kinrow
