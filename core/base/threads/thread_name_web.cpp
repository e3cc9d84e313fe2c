#include "core/base/threads/thread_name.h"

#include <pthread.h>

#include <emscripten/threading.h>

namespace lanescope {

void name_thread(const std::string& name) {
  ::emscripten_set_thread_name(::pthread_self(), name.c_str());
}

}  // namespace lanescope
