// A system of which it is not known how threads are named there.
#include "core/base/threads/thread_name.h"

namespace lanescope {

void name_thread(const std::string& /*name*/) {}

}  // namespace lanescope
