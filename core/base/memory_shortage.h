// What workers do when there is not enough memory for a result: continue without it and report
// that.
#pragma once

#include <atomic>
#include <new>

namespace lanescope {

// Per process, as memory is.
inline std::atomic<bool> memory_shortage = false;

/// Records that something could not be computed. Any thread.
inline void note_memory_shortage() {
  memory_shortage = true;
}
/// Whether that has happened since the last call. Any thread.
inline bool take_memory_shortage() {
  return memory_shortage.exchange(false);
}

/// Runs `work`. False, and recorded, if there was not enough memory for it.
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
