#include "system/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <system_error>

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

// A file that its destructor closes; errors are thrown with its path.
class File {
 public:
  File(const std::string& path, int flags) : path_(path), number_(open(path.c_str(), flags, 0666)) {
    if (number_ < 0) fail();
  }
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void put(const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t n = ::write(number_, at, size);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail();
      at += n;
      size -= static_cast<std::size_t>(n);
    }
  }
  void get(void* data, std::size_t size) {
    char* at = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t n = ::read(number_, at, size);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail();
      if (n == 0) throw std::runtime_error(path_ + ": the checkpoint is cut short");
      at += n;
      size -= static_cast<std::size_t>(n);
    }
  }
  void sync() {
    if (fsync(number_) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const { throw std::system_error(errno, std::generic_category(), path_); }

  std::string path_;
  int number_;
};

struct Head {
  std::uint64_t tag_size, spent[2], sections;
};

}  // namespace

void save(const Checkpoint& to, const Sections& kept) {
  const std::string part = to.path + ".part";
  const std::uint64_t sum = sum_of(to.spent, kept);
  const Head head{to.tag.size(), {to.spent[0], to.spent[1]}, kept.size()};
  try {
    File file(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
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
  } catch (...) {
    unlink(part.c_str());
    throw;
  }
  if (std::rename(part.c_str(), to.path.c_str()) != 0) throw std::system_error(errno, std::generic_category(), to.path);
}

Sections load(Checkpoint& from) {
  File file(from.path, O_RDONLY | O_CLOEXEC);
  const auto refuse = [&](const std::string& why) { throw std::runtime_error(from.path + ": " + why); };
  char name[sizeof magic - 1];
  file.get(name, sizeof name);
  if (std::memcmp(name, magic, sizeof name) != 0) refuse("not a checkpoint of this version");
  Head head;
  file.get(&head, sizeof head);
  if (head.tag_size > longest_tag || head.sections > most_sections) refuse("the checkpoint is damaged");
  std::string tag(head.tag_size, ' ');
  file.get(tag.data(), tag.size());
  if (tag != from.tag) refuse("a checkpoint of another game: " + tag);
  Sections kept(head.sections);
  for (auto& entries : kept) {
    std::uint64_t count = 0;
    file.get(&count, sizeof count);
    if (count > most_saved) refuse("the checkpoint is damaged");
    entries.resize(count);
    file.get(entries.data(), entries.size() * sizeof(SavedEntry));
  }
  std::uint64_t sum = 0;
  file.get(&sum, sizeof sum);
  if (sum != sum_of(head.spent, kept)) refuse("the checkpoint is damaged");
  from.spent[0] = head.spent[0];
  from.spent[1] = head.spent[1];
  return kept;
}

}  // namespace kinrow
