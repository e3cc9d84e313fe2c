// Every disk operation of a recording in one place, so that tests can make any of them fail.
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

#include "core/base/files/file_descriptor.h"
#include "core/base/result.h"

namespace lanescope {

/// These behave like the system calls of the same names: they return -1 and set errno on failure,
/// and may transfer fewer bytes than requested. Any thread.
class Disk {
 public:
  Disk() = default;
  virtual ~Disk() = default;
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;

  virtual int open(const char* path, int flags, mode_t rights);
  virtual ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at);
  virtual ssize_t read_at(int file, std::span<std::byte> bytes, std::uint64_t at);
  /// Takes an exclusive lock; EWOULDBLOCK: another process holds it.
  virtual int lock(int file);
  /// Sets exactly these permissions, regardless of the umask.
  virtual int set_rights(int file, mode_t rights);
  virtual int truncate(int file, std::uint64_t bytes);
  /// Frees the disk space of the first `bytes`; the file keeps its length.
  virtual int free_front(int file, std::uint64_t bytes);
  virtual int sync(int file);
  virtual int remove(const char* path);
  /// Fails with EEXIST if the new name exists.
  virtual int rename_new(const char* from, const char* to);
};

/// The real disk.
Disk& system_disk();

// Moving a finished file to its place without harming it or an existing file.

/// Moves `from` to the name `to`, which must be free; to another disk by copying. Errors:
/// Unreadable (message: why); `from` is then unchanged and nothing new is left at `to`. Cost: a
/// rename, or a copy that waits for the disk.
std::optional<Error> move_file(const std::string& from, const std::string& to, Disk& disk);

// Syncs written data to the disk about once a second on its own thread, because a slow disk must
// not delay reading the rings.

class DiskSync {
 public:
  /// `disk` must outlive it. Throws std::system_error if no thread can be created.
  explicit DiskSync(Disk& disk);
  ~DiskSync();  // waits for a sync in progress
  DiskSync(const DiskSync&) = delete;
  DiskSync& operator=(const DiskSync&) = delete;

  /// Sets the file being written from now on; the previous one is synced once more.
  void watch(std::shared_ptr<FileDescriptor> file);

  /// errno of the first failure; 0 if none.
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
