// Lets one process at a time change a file: by a lock on another one beside it, as the file itself
// is replaced.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/base/time.h"

namespace lanescope {

/// Held until it is destroyed, or the process ends in whatever way.
class FileLock {
 public:
  /// Waits for its holder for at most so long. `path` is created if it is not there, and stays.
  /// Where the file system has no locks, nothing is locked. Errors: Unreadable, if it cannot be
  /// made or opened, or is still held. Any thread, but not one that must not wait.
  static Result<FileLock> take(const std::string& path, Ns at_most_ns);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_;
};

}  // namespace lanescope
