// Checkpoints: the most expensive entries of a table, in a file that is written whole or not at all.
//
// Saving gigabytes every minute would not pay, because most entries are leaves, which one leaf test recomputes. So the
// file has only the entries with the most work below them: all that cost at least some power of two. Entries are read
// while threads write them. A torn entry gets a key that belongs to no position, except with a probability of 2^-64.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kinrow {

using SavedEntry = std::array<std::uint64_t, 4>;  // the table defines the words

// `tag` identifies the game and the search; the meaning of `spent` is the caller's.
struct Checkpoint {
  std::string path, tag;
  std::uint64_t spent[2] = {0, 0};
};

constexpr std::uint64_t most_saved = 4'000'000;  // entries of one table: 128 MB
constexpr std::uint64_t most_sections = 8;       // more than any search has tables
constexpr int least_saved = 2;                   // log2 of the work: cheaper entries are leaves

// The entries of each table, in the same order when saved and restored.
using Sections = std::vector<std::vector<SavedEntry>>;

// The entries with the most work: at most `most`, none with less than `least` in log2. `each(f)` calls f(entry, log2 of
// its work) for every entry. Entries may be added meanwhile; the memory is allocated once, in full.
template <class Entry, class Each>
std::vector<Entry> heaviest(std::uint64_t most, int least, const Each& each) {
  std::array<std::uint64_t, 66> count{};
  each([&](const Entry&, int work) { ++count[static_cast<std::size_t>(work)]; });
  std::uint64_t sum = 0;
  int from = static_cast<int>(count.size());
  while (from > least && sum + count[static_cast<std::size_t>(from) - 1] <= most / 2)
    sum += count[static_cast<std::size_t>(--from)];
  std::vector<Entry> kept;
  kept.reserve(std::min(most, 2 * sum));
  each([&](const Entry& entry, int work) {
    if (work >= from && kept.size() < kept.capacity()) kept.push_back(entry);
  });
  return kept;
}

// Writes a temporary file and renames it. Throws std::system_error.
void save(const Checkpoint& to, const Sections& sections);
// Reads at most `most` entries. Of a larger file, which a search with more memory wrote, every section keeps the same
// share, from its beginning: tables are saved in the order of their hashes, so these are a random part.
// Throws std::runtime_error, with a code, if the file is not a checkpoint of this version ("stranger"), is damaged
// ("cut", "damaged"), or belongs to another game or search ("other").
Sections load(Checkpoint& from, std::uint64_t most = most_sections * most_saved);
// Returns the tag of a file; throws as load() does.
std::string tag_of(const std::string& path);

}  // namespace kinrow
