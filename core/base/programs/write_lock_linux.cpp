#include "core/base/programs/write_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include <sys/file.h>

namespace lanescope {

bool is_write_locked(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  const bool is_locked = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return is_locked;
}

}  // namespace lanescope
