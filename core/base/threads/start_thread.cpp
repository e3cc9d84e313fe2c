#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

// Of the process, as its threads are.
std::atomic<bool> noted = false;

}  // namespace

void note_thread_shortage() {
  noted = true;
}

bool take_thread_shortage() {
  return noted.exchange(false);
}

}  // namespace lanescope
