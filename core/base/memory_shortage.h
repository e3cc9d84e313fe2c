// What workers do when the machine has no memory for a result: do without it, and have it told.
#pragma once

#include <atomic>
#include <new>

namespace lanescope {

// Of the process, as its memory is.
inline std::atomic<bool> memory_shortage = false;

/// Has it told that something could not be computed. Any thread.
inline void note_memory_shortage() {
  memory_shortage = true;
}
/// Whether that happened since the last call. Any thread.
inline bool take_memory_shortage() {
  return memory_shortage.exchange(false);
}

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
