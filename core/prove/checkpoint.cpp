// Checkpoints: the entries of a proof-number table that cost most, in a file that is whole or not there.
//
// A table of gigabytes is not worth writing every minute: most entries are leaves that one look gives back. The file
// holds at most 2 M entries (64 MB), those with the most work below them, all above a power of two.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "prove/pn_table.hpp"

namespace kinrow {
namespace {

constexpr std::uint64_t most_entries = 2'000'000;
constexpr char magic[] = "kinrow checkpoint 1\n";

template <class Entry>
std::uint64_t sum_of(const std::uint64_t (&spent)[2], const std::vector<Entry>& entries) {
  std::uint64_t sum = 0;
  const auto fold = [&](std::uint64_t word) {
    sum = (sum ^ word) * 0xd6e8feb86659fd93ULL;
    sum ^= sum >> 32;
  };
  for (const std::uint64_t word : spent) fold(word);
  for (const Entry& e : entries)
    for (const std::uint64_t word : {e.a, e.b, e.numbers, e.rest}) fold(word);
  return sum;
}

// A file that is closed on every way out; errors are thrown with its path.
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
  std::uint64_t tag_size, spent[2], entries;
};

}  // namespace

// The smallest power of two such that few enough entries cost as much.
std::uint32_t PnTable::threshold() const {
  std::array<std::uint64_t, 34> count{};
  for (std::uint64_t i = 0; i < buckets_ * ways; ++i)
    if (const Plain p = read(memory_[i]); p.rest != 0) ++count[std::bit_width(p.rest >> 32)];
  std::uint64_t sum = 0;
  std::size_t width = count.size() - 1;
  while (width > 2 && sum + count[width] <= most_entries) sum += count[width--];
  return static_cast<std::uint32_t>(std::uint64_t{1} << width);
}

void PnTable::save(const Checkpoint& to) const {
  const std::string part = to.path + ".part";
  const std::uint32_t least = threshold();
  std::vector<Plain> kept;
  for (std::uint64_t i = 0; i < buckets_ * ways && kept.size() < 2 * most_entries; ++i)
    if (const Plain p = read(memory_[i]); p.rest >> 32 >= least) kept.push_back(p);
  const std::uint64_t sum = sum_of(to.spent, kept);
  const Head head{to.tag.size(), {to.spent[0], to.spent[1]}, kept.size()};
  try {
    File file(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    file.put(magic, sizeof magic - 1);
    file.put(&head, sizeof head);
    file.put(to.tag.data(), to.tag.size());
    file.put(kept.data(), kept.size() * sizeof(Plain));
    file.put(&sum, sizeof sum);
    file.sync();
  } catch (...) {
    unlink(part.c_str());
    throw;
  }
  if (std::rename(part.c_str(), to.path.c_str()) != 0) throw std::system_error(errno, std::generic_category(), to.path);
}

void PnTable::load(Checkpoint& from) {
  File file(from.path, O_RDONLY | O_CLOEXEC);
  const auto refuse = [&](const std::string& why) { throw std::runtime_error(from.path + ": " + why); };
  char name[sizeof magic - 1];
  file.get(name, sizeof name);
  if (std::memcmp(name, magic, sizeof name) != 0) refuse("not a checkpoint of this version");
  Head head;
  file.get(&head, sizeof head);
  if (head.tag_size > 4096 || head.entries > 2 * most_entries) refuse("the checkpoint is damaged");
  std::string tag(head.tag_size, ' ');
  file.get(tag.data(), tag.size());
  if (tag != from.tag) refuse("a checkpoint of another game: " + tag);
  std::vector<Plain> kept(head.entries);
  file.get(kept.data(), kept.size() * sizeof(Plain));
  std::uint64_t sum = 0;
  file.get(&sum, sizeof sum);
  if (sum != sum_of(head.spent, kept)) refuse("the checkpoint is damaged");
  for (const Plain& p : kept) put_back(p);
  from.spent[0] = head.spent[0];
  from.spent[1] = head.spent[1];
}

}  // namespace kinrow
