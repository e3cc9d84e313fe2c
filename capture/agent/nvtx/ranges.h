// The NVTX ranges that a thread has pushed but not popped. NVTX has one stack per domain; here all
// are in a single stack, in the order of the pushes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/check.h"
#include "capture/agent/nvtx/abi.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent::nvtx {

struct OpenRange {
  const void* domain;   // domain handle; null: the default domain
  std::int32_t level;   // within its domain, starting at 0
  std::uint32_t range;  // its number in the channel; 0: not recorded
};

/// Belongs to one thread. All-zero bytes are a valid empty object.
class OpenRanges {
 public:
  static constexpr std::size_t kMost = 16'384;  // unused pages take no memory

  /// The calling thread's, created on first use; null if out of memory.
  static OpenRanges* of_this_thread() { return own_ != nullptr ? own_ : make(); }

  /// Sets the channel for which numbers are assigned from now on; numbers from another channel
  /// become invalid.
  void follow(const Channel& channel);
  /// A number not yet used in this channel.
  std::uint32_t next_number() { return ++last_number_; }

  [[nodiscard]] bool full() const { return count_ == kMost; }
  /// Returns the range's level. Ranges beyond kMost are only counted.
  std::int32_t push(const void* domain, std::uint32_t range);

  struct Popped {
    std::int32_t level = kNoLevel;  // the domain has no range open
    std::uint32_t range = 0;
  };
  /// Removes the innermost range of the domain.
  Popped pop(const void* domain);

  /// The number of the innermost recorded range; 0 if none.
  [[nodiscard]] std::uint32_t innermost() const;

 private:
  static OpenRanges* make();
  static void thread_ends(void* ranges);

  // In static thread-local storage, so that using it never allocates.
  static thread_local constinit OpenRanges* own_ __attribute__((tls_model("initial-exec")));

  const Channel* channel_;
  std::uint64_t generation_;
  std::uint32_t last_number_;
  std::size_t count_, beyond_;
  OpenRange open_[kMost];
};

// In the header for speed: the budget for a push and a pop together is 150 ns, of which reading the
// clock takes a third.

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
