#include "system/checkpoint.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "system/file.hpp"
#include "system/hashing.hpp"

namespace kinrow {
namespace {

constexpr std::uint64_t longest_tag = 4096;  // bytes; a tag has some hundred
constexpr std::uint64_t page = 1 << 10;      // entries that are only checked, at a time
constexpr char magic[] = "kinrow checkpoint 5\n";

struct Head {
  std::uint64_t tag_size, spent[2], sections;
};

// The check sum at the end of a file covers its head and every section: its size, then its entries.
std::uint64_t sum_of(const Head& head) {
  std::uint64_t sum = head.sections + 1;
  for (const std::uint64_t word : head.spent) sum = fold(sum, word);
  return sum;
}
void add(std::uint64_t& sum, const std::vector<SavedEntry>& entries) {
  for (const SavedEntry& e : entries)
    for (const std::uint64_t word : e) sum = fold(sum, word);
}

[[noreturn]] void refuse(const char* code) { throw std::runtime_error(code); }

void get(File& file, void* data, std::size_t size) {
  if (!file.get(data, size)) refuse("cut");
}

// Reads the head of a file, and its tag.
Head head_of(File& file, std::string& tag) {
  char name[sizeof magic - 1];
  get(file, name, sizeof name);
  if (std::memcmp(name, magic, sizeof name) != 0) refuse("stranger");
  Head head;
  get(file, &head, sizeof head);
  if (head.tag_size > longest_tag || head.sections > most_sections) refuse("damaged");
  tag.resize(head.tag_size);
  get(file, tag.data(), tag.size());
  return head;
}

// Reads so many entries.
void get(File& file, std::vector<SavedEntry>& entries, std::uint64_t count, std::uint64_t& sum) {
  entries.resize(count);
  get(file, entries.data(), count * sizeof(SavedEntry));
  add(sum, entries);
}

}  // namespace

void save(const Checkpoint& to, const Sections& kept) {
  const std::string part = to.path + ".part";
  const Head head{to.tag.size(), {to.spent[0], to.spent[1]}, kept.size()};
  std::uint64_t sum = sum_of(head);
  try {
    {
      File file(part, File::Mode::write);
      file.put(magic, sizeof magic - 1);
      file.put(&head, sizeof head);
      file.put(to.tag.data(), to.tag.size());
      for (const auto& entries : kept) {
        const std::uint64_t count = entries.size();
        sum = fold(sum, count);
        add(sum, entries);
        file.put(&count, sizeof count);
        file.put(entries.data(), entries.size() * sizeof(SavedEntry));
      }
      file.put(&sum, sizeof sum);
      file.sync();
    }
    replace_file(part, to.path);
  } catch (...) {
    remove_file(part);
    throw;
  }
}

std::string tag_of(const std::string& path) {
  File file(path, File::Mode::read);
  std::string tag;
  head_of(file, tag);
  return tag;
}

Sections load(Checkpoint& from, std::uint64_t most) {
  File file(from.path, File::Mode::read);
  std::string tag;
  const Head head = head_of(file, tag);
  if (tag != from.tag) refuse("other");
  const std::uint64_t all = size_of_file(from.path) / sizeof(SavedEntry);  // and a little more
  Sections kept(head.sections);
  std::uint64_t sum = sum_of(head), written = 0;
  for (auto& entries : kept) {
    std::uint64_t count = 0;
    get(file, &count, sizeof count);
    if (count > most_saved) refuse("damaged");
    if (count > all) refuse("cut");
    sum = fold(sum, count);
    get(file, entries, all > most ? count * most / all : count, sum);
    std::vector<SavedEntry> rest;
    for (std::uint64_t left = count - entries.size(); left > 0; left -= rest.size())
      get(file, rest, std::min(left, page), sum);
  }
  get(file, &written, sizeof written);
  if (sum != written) refuse("damaged");
  from.spent[0] = head.spent[0];
  from.spent[1] = head.spent[1];
  return kept;
}

}  // namespace kinrow
