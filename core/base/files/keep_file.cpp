// The disk keeps files by itself.
#include "core/base/files/keep_file.h"

namespace lanescope {

void keep_file(const std::string& /*path*/) {}

void restore_kept_files() {}

}  // namespace lanescope
