// The NVTX ranges that a thread has pushed and not popped. Each domain has a stack of its own in
// NVTX; here they lie in one, in the order of the pushes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/check.h"
#include "capture/agent/nvtx/abi.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent::nvtx {

struct OpenRange {
  const void* domain;   // its handle; null: the default domain
  std::int32_t level;   // among the ranges of its domain, from 0 on
  std::uint32_t range;  // its number in the channel; 0: it was not recorded
};

/// Of one thread. Zeros are an empty one.
class OpenRanges {
 public:
  static constexpr std::size_t kMost = 16'384;  // pages that are not used take no memory

  /// The calling thread's, made on first use; null without memory.
  static OpenRanges* of_this_thread() { return own_ != nullptr ? own_ : make(); }

  /// The channel that numbers are given out for from now on; numbers of another one are void.
  void follow(const Channel& channel);
  /// A number that this channel has not seen.
  std::uint32_t next_number() { return ++last_number_; }

  [[nodiscard]] bool full() const { return count_ == kMost; }
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
  static OpenRanges* make();
  static void thread_ends(void* ranges);

  // In the static block of thread storage, so that using it never allocates.
  static thread_local constinit OpenRanges* own_ __attribute__((tls_model("initial-exec")));

  const Channel* channel_;
  std::uint64_t generation_;
  std::uint32_t last_number_;
  std::size_t count_, beyond_;
  OpenRange open_[kMost];
};

// In the header: a push and a pop together have 150 ns, of which reading the clock takes a third.

inline void OpenRanges::follow(const Channel& channel) {
  if (channel_ == &channel && generation_ == channel.generation()) [[likely]]
    return;
  channel_ = &channel;
  generation_ = channel.generation();
  last_number_ = 0;
  for (std::size_t at = 0; at < count_; ++at) open_[at].range = 0;
}

inline std::int32_t OpenRanges::push(const void* domain, std::uint32_t range) {
  std::int32_t level = 0;
  for (std::size_t at = count_; at > 0; --at) {
    if (open_[at - 1].domain != domain) continue;
    level = open_[at - 1].level + 1;
    break;
  }
  if (full()) {
    ++beyond_;
    return level;
  }
  if (!LANESCOPE_AGENT_CHECK(beyond_ == 0, "no range beyond the most while there is room"))
    return level;
  open_[count_++] = {.domain = domain, .level = level, .range = range};
  return level;
}

inline OpenRanges::Popped OpenRanges::pop(const void* domain) {
  if (beyond_ != 0) {
    --beyond_;
    return {.level = static_cast<std::int32_t>(count_ + beyond_), .range = 0};
  }
  for (std::size_t at = count_; at > 0; --at) {
    const OpenRange found = open_[at - 1];
    if (found.domain != domain) continue;
    for (std::size_t next = at; next < count_; ++next) open_[next - 1] = open_[next];
    --count_;
    return {.level = found.level, .range = found.range};
  }
  return {};
}

inline std::uint32_t OpenRanges::innermost() const {
  for (std::size_t at = count_; at > 0; --at) {
    if (open_[at - 1].range != 0) return open_[at - 1].range;
  }
  return 0;
}

}  // namespace lanescope::agent::nvtx
