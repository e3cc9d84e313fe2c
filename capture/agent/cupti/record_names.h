// The names that CUPTI's records point to, as numbers of the channel. A record comes a while after
// the call, so that the module whose name it is may be gone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

/// Used by the thread that decodes. Zeros are an empty one.
class RecordNames {
 public:
  /// A name is read once for each buffer, and again in the next: CUPTI may have put another one in
  /// its place meanwhile.
  void begin_buffer() { ++epoch_; }

  /// 0: there is none, it can not be read, or the channel has no room.
  std::uint32_t number(const char* name, Channel& channel);

 private:
  static constexpr std::size_t kSlots = 1024;  // a power of two; a name may lose its slot
  struct Slot {
    const char* name;
    std::uint32_t number;
    std::uint32_t epoch;
  };

  std::uint32_t epoch_ = 0;
  Slot slots_[kSlots] = {};
  char text_[wire::kMaxStringBytes + 1] = {};
};

}  // namespace lanescope::agent
