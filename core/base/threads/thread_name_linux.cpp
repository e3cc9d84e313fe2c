#include "core/base/threads/thread_name.h"

#include <pthread.h>

namespace lanescope {

void name_thread(const std::string& name) {
  ::pthread_setname_np(::pthread_self(), name.c_str());
}

}  // namespace lanescope
