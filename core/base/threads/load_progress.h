// The progress of a load, and a flag to stop it. Written by the loader, read by any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanescope {

/// Exporting: another program makes of the file what is then read; `bytes_done` are those that it
/// has written, and how many there will be is not known.
enum class LoadPhase : std::uint8_t { Exporting, Reading, Sorting, Linking, Done };

struct LoadProgress {
  std::atomic<std::uint64_t> bytes_done{0};   // bytes of the file consumed
  std::atomic<std::uint64_t> bytes_total{0};  // size of the file
  std::atomic<std::uint64_t> events{0};
  std::atomic<LoadPhase> phase{LoadPhase::Reading};
  std::atomic<bool> cancel{false};  // set by any thread: stop soon, keep what has been loaded
  /// Set besides `cancel`, where nobody wants what has been loaded: the load ends without making
  /// anything of it, with whatever result.
  std::atomic<bool> discard{false};
};

}  // namespace lanescope
