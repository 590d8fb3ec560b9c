#include "system/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#ifdef _WIN32
#include <io.h>
#endif

namespace kinrow {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // bytes; Windows and macOS refuse 2 GiB

std::filesystem::path system_path(const std::string& path) { return std::u8string(path.begin(), path.end()); }

int open_file(const std::string& path, File::Mode mode) {
  const int writing = O_WRONLY | O_CREAT | (mode == File::Mode::append ? O_APPEND : O_TRUNC);
  const int flags = mode == File::Mode::read ? O_RDONLY : writing;
#ifdef _WIN32
  return _wopen(system_path(path).c_str(), flags | O_BINARY | O_NOINHERIT, _S_IREAD | _S_IWRITE);
#else
  return open(path.c_str(), flags | O_CLOEXEC, 0666);
#endif
}

int flush_to_disk(int number) {
#ifdef _WIN32
  return _commit(number);
#else
  return fsync(number);
#endif
}

// The size to request at once; the parameter types of read and write depend on the system.
auto piece(std::size_t size) { return static_cast<unsigned>(std::min(size, most_at_once)); }

}  // namespace

File::File(const std::string& path, Mode mode) : path_(path), number_(open_file(path, mode)) {
  if (number_ < 0) fail();
}

File::~File() { close(number_); }

void File::put(const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const auto n = ::write(number_, at, piece(size));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    at += n;
    size -= static_cast<std::size_t>(n);
  }
}

bool File::get(void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const auto n = ::read(number_, at, piece(size));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    if (n == 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

void File::sync() {
  if (flush_to_disk(number_) != 0) fail();
}

void File::fail() const { throw std::system_error(errno, std::generic_category(), path_); }

void replace_file(const std::string& from, const std::string& to) {
  std::error_code code;
  std::filesystem::rename(system_path(from), system_path(to), code);
  if (code) throw std::system_error(code, to);
}

void remove_file(const std::string& path) noexcept {
  std::error_code code;
  std::filesystem::remove(system_path(path), code);
}

std::uint64_t size_of_file(const std::string& path) {
  std::error_code code;
  const std::uint64_t size = std::filesystem::file_size(system_path(path), code);
  if (code) throw std::system_error(code, path);
  return size;
}

}  // namespace kinrow
