#include "system/checkpoint.hpp"

#include <cstring>
#include <stdexcept>

#include "system/file.hpp"
#include "system/hashing.hpp"

namespace kinrow {
namespace {

constexpr std::uint64_t most_sections = 8;   // more than any search has tables
constexpr std::uint64_t longest_tag = 4096;  // bytes; a tag has some hundred
constexpr char magic[] = "kinrow checkpoint 5\n";

std::uint64_t sum_of(const std::uint64_t (&spent)[2], const Sections& sections) {
  std::uint64_t sum = sections.size() + 1;
  for (const std::uint64_t word : spent) sum = fold(sum, word);
  for (const auto& entries : sections) {
    sum = fold(sum, entries.size());
    for (const SavedEntry& e : entries)
      for (const std::uint64_t word : e) sum = fold(sum, word);
  }
  return sum;
}

struct Head {
  std::uint64_t tag_size, spent[2], sections;
};

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

}  // namespace

void save(const Checkpoint& to, const Sections& kept) {
  const std::string part = to.path + ".part";
  const std::uint64_t sum = sum_of(to.spent, kept);
  const Head head{to.tag.size(), {to.spent[0], to.spent[1]}, kept.size()};
  try {
    {
      File file(part, File::Mode::write);
      file.put(magic, sizeof magic - 1);
      file.put(&head, sizeof head);
      file.put(to.tag.data(), to.tag.size());
      for (const auto& entries : kept) {
        const std::uint64_t count = entries.size();
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

Sections load(Checkpoint& from) {
  File file(from.path, File::Mode::read);
  std::string tag;
  const Head head = head_of(file, tag);
  if (tag != from.tag) refuse("other");
  Sections kept(head.sections);
  for (auto& entries : kept) {
    std::uint64_t count = 0;
    get(file, &count, sizeof count);
    if (count > most_saved) refuse("damaged");
    entries.resize(count);
    get(file, entries.data(), entries.size() * sizeof(SavedEntry));
  }
  std::uint64_t sum = 0;
  get(file, &sum, sizeof sum);
  if (sum != sum_of(head.spent, kept)) refuse("damaged");
  from.spent[0] = head.spent[0];
  from.spent[1] = head.spent[1];
  return kept;
}

}  // namespace kinrow
