#include "core/base/files/file_lock.h"

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/files/system_file.h"

namespace lanescope {
namespace {

constexpr mode_t kRightsOfLock = 0666;

Error error_of(int reason) {
  return {Error::Kind::Unreadable, std::generic_category().message(reason)};
}

/// Others may have made it, and let us only read it.
int open_lock(const std::string& path) {
  const int fresh = create_file(path, kRightsOfLock);
  if (fresh >= 0 || errno != EEXIST) return fresh;
  const int old = open_to_append(path);
  return old >= 0 || errno != EACCES ? old : open_to_read(path);
}

}  // namespace

Result<FileLock> FileLock::take(const std::string& path, Ns at_most_ns) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBetween{10};
  const int file = open_lock(path);
  if (file < 0) return error_of(errno);
  FileLock lock(file);
  const auto end = Clock::now() + std::chrono::nanoseconds(at_most_ns);
  while (is_locked_by_other(file)) {
    if (Clock::now() >= end)
      return Error{Error::Kind::Unreadable, "another process is changing it; try again later"};
    std::this_thread::sleep_for(kBetween);
  }
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FileLock::~FileLock() {
  if (file_ >= 0) close_file(file_);
}

}  // namespace lanescope
