// Systems on which nothing is recorded.
#include "core/base/programs/write_lock.h"

namespace lanescope {

bool is_write_locked(const std::string& /*path*/) {
  return false;
}

}  // namespace lanescope
