// What a recording asks of the disk, all of it in one place, so that tests can have any of it fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/types.h>

namespace lanescope {

/// As the system's calls of those names: -1 and errno when it fails, fewer bytes than wanted where
/// that is all. Any thread.
class Disk {
 public:
  Disk() = default;
  virtual ~Disk() = default;
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  virtual int open(const char* path, int flags, mode_t rights);
  virtual ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at);
  virtual ssize_t read_at(int file, std::span<std::byte> bytes, std::uint64_t at);
  /// For us alone; EWOULDBLOCK: somebody else has it.
  virtual int lock(int file);
  /// Exactly these, whatever the umask.
  virtual int set_rights(int file, mode_t rights);
  virtual int truncate(int file, std::uint64_t bytes);
  /// Gives the room of the first `bytes` back to the disk; the file stays as long as it is.
  virtual int free_front(int file, std::uint64_t bytes);
  virtual int sync(int file);
  virtual int remove(const char* path);
  /// Fails with EEXIST when there is a file of the new name.
  virtual int rename_new(const char* from, const char* to);
};

/// The one that is there.
Disk& system_disk();

}  // namespace lanescope
