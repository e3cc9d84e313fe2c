// What a recording asks of the disk, all of it in one place, so that tests can have any of it fail.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include <sys/types.h>

#include "core/base/bytes/file_descriptor.h"
#include "core/base/result.h"

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

// Puts a finished file where it belongs, without harm to it or to what is there.

/// Moves `from` to the name `to`, which must be free; onto another disk by a copy. Errors:
/// Unreadable (message: why), and then `from` is as it was and at `to` is nothing that was not
/// there before. Cost: a rename, or a copy that waits for the disk.
std::optional<Error> move_file(const std::string& from, const std::string& to, Disk& disk);

// Sees to it that what was written reaches the disk, about once a second, on a thread of its own: a
// slow disk must not keep the rings waiting.

class DiskSync {
 public:
  /// `disk` has to outlive it. Throws std::system_error where there can be no thread.
  explicit DiskSync(Disk& disk);
  ~DiskSync();  // waits for a sync that runs
  DiskSync(const DiskSync&) = delete;
  DiskSync& operator=(const DiskSync&) = delete;

  /// The file that grows from now on; the one before is synced once more.
  void watch(std::shared_ptr<FileDescriptor> file);

  /// errno of the first failure; 0: none.
  [[nodiscard]] int error() const { return error_.load(); }

 private:
  void run(const std::stop_token& stop);

  Disk& disk_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::shared_ptr<FileDescriptor> file_, before_;
  std::atomic<int> error_{0};
  std::jthread thread_;
};

}  // namespace lanescope
