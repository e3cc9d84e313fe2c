#include "core/base/memory_shortage.h"

#include <atomic>

namespace lanescope {
namespace {

// Of the process, as its memory is.
std::atomic<bool> noted = false;

}  // namespace

void note_memory_shortage() {
  noted = true;
}

bool take_memory_shortage() {
  return noted.exchange(false);
}

}  // namespace lanescope
