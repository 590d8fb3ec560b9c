// Files of bytes, on every system: written in full, flushed to the disk, and renamed over another file.
//
// Paths are UTF-8. Errors are thrown as std::system_error, with the path.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace kinrow {

// A file that its destructor closes; child processes do not inherit it.
class File {
 public:
  enum class Mode { read, write, append };  // write and append create the file; write empties it

  File(const std::string& path, Mode mode);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void put(const void* data, std::size_t size);
  // False if the file ends too early.
  [[nodiscard]] bool get(void* data, std::size_t size);
  void sync();  // returns once the data are on the disk

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  int number_;
};

// Renames a file; one with the new name is replaced.
void replace_file(const std::string& from, const std::string& to);
void remove_file(const std::string& path) noexcept;
std::uint64_t size_of_file(const std::string& path);

}  // namespace kinrow
