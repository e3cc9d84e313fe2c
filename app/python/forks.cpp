#include "app/python/forks.h"

#ifndef _WIN32
#include <pthread.h>
#endif

#include <mutex>

#include "app/python/calls.h"
#include "app/python/interruptible.h"

namespace lanescope {
namespace {

std::uint64_t generation = 0;  // changed only where there is one thread

void be_a_child() {
  ++generation;
  forget_calls();
  forget_what_was_left();
}

}  // namespace

// Python's own callbacks after a fork would be too late: before, it frees what the frames of other
// threads hold.
void follow_forks() {
#ifndef _WIN32
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, &be_a_child); });
#endif
}

std::uint64_t fork_generation() {
  return generation;
}

}  // namespace lanescope
