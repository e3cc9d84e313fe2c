// The lock is on the folder itself: no further file, which could be removed while it is held.
#include "core/readers/nsys/cache_use.h"

#include <cerrno>

#include <sys/file.h>

namespace lanescope {
namespace {

bool lock(const FileDescriptor& folder, int how) {
  int result = 0;
  do {
    result = ::flock(folder.get(), how);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

}  // namespace

CacheUse::CacheUse(const std::string& folder, const std::function<void()>& clean_up)
    : lock_(open_to_read(folder)) {
  if (!lock_.open()) return;
  if (lock(lock_, LOCK_EX | LOCK_NB)) clean_up();
  lock(lock_, LOCK_SH);
}

}  // namespace lanescope
