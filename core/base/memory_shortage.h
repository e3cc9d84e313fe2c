// What workers do when the machine has no memory for a result: do without it, and have it told.
#pragma once

#include <new>

namespace lanescope {

/// Has it told that something could not be computed. Any thread.
void note_memory_shortage();
/// Whether that happened since the last call. Any thread.
bool take_memory_shortage();

/// Runs `work`. False where there was not enough memory for it, which is noted.
template <typename Work>
bool survives_shortage(Work&& work) {
  try {
    work();
    return true;
  } catch (const std::bad_alloc&) {
    note_memory_shortage();
    return false;
  }
}

}  // namespace lanescope
