// The NVTX ranges that a thread has pushed and not popped. Each domain has a stack of its own in
// NVTX; here they lie in one, in the order of the pushes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/nvtx_abi.h"

namespace lanescope::agent {
class Lane;
}

namespace lanescope::agent::nvtx {

struct OpenRange {
  const void* domain;   // its handle; null: the default domain
  std::int32_t level;   // among the ranges of its domain, from 0 on
  std::uint32_t range;  // its number in the lane; 0: it was not recorded
};

/// Of one thread. Zeros are an empty one.
class OpenRanges {
 public:
  static constexpr std::size_t kMost = 1024;

  /// The calling thread's, made on first use; null without memory.
  static OpenRanges* of_this_thread();

  /// The lane that numbers are given out for from now on; numbers of another one are void.
  void follow(const Lane& lane);
  /// A number that this lane has not seen.
  std::uint32_t next_number() { return ++last_number_; }

  /// Returns the range's level. Beyond kMost ranges are only counted.
  std::int32_t push(const void* domain, std::uint32_t range);

  struct Popped {
    std::int32_t level = kNoLevel;  // the domain has no range open
    std::uint32_t range = 0;
  };
  /// Takes out the innermost range of the domain.
  Popped pop(const void* domain);

  /// The number of the innermost range that was recorded; 0: none.
  [[nodiscard]] std::uint32_t innermost() const;

 private:
  const Lane* lane_;
  std::uint64_t generation_;
  std::uint32_t last_number_;
  std::size_t count_, beyond_;
  OpenRange open_[kMost];
};

}  // namespace lanescope::agent::nvtx
