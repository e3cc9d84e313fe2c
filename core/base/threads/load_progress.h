// What a load tells while it runs, and how it is told to stop. Written by the loader, read by
// anyone.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanescope {

enum class LoadPhase : std::uint8_t { Reading, Sorting, Linking, Done };

struct LoadProgress {
  std::atomic<std::uint64_t> bytes_done{0};   // bytes of the file consumed
  std::atomic<std::uint64_t> bytes_total{0};  // size of the file
  std::atomic<std::uint64_t> events{0};
  std::atomic<LoadPhase> phase{LoadPhase::Reading};
  std::atomic<bool> cancel{false};  // set by anyone: stop soon, keep what is there
};

}  // namespace lanescope
