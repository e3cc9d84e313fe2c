// IdIndex: which event has an id, for ids that come from a file: mostly dense, but with gaps of any
// size, and shared by several events if a trace was assembled from pieces.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"

namespace lanescope {

class IdIndex {
 public:
  /// Space for `count` different ids: 16 to 32 bytes each. No more may be added.
  explicit IdIndex(std::size_t count)
      : slots_(std::bit_ceil(2 * count + 1)),
        shift_(64U - static_cast<unsigned>(std::countr_zero(slots_.size()))) {}

  /// If several events share an id, the one that `before(a, b)` puts first is kept, regardless of
  /// the order in which they are added.
  template <typename Before>
  void add(std::uint32_t id, EventId event, const Before& before) {
    Slot& slot = slots_[slot_of(id)];
    if (slot.event == EventId::None || before(event, slot.event)) slot = {id, event};
  }
  /// None if there is no such event. Cost: about one cache miss.
  [[nodiscard]] EventId find(std::uint32_t id) const { return slots_[slot_of(id)].event; }

 private:
  struct Slot {
    std::uint32_t id = 0;
    EventId event = EventId::None;  // None: free
  };

  /// Where the id is or would be.
  [[nodiscard]] std::size_t slot_of(std::uint32_t id) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t hash = (id + std::uint64_t{1}) * 0x9E3779B97F4A7C15U;
    std::size_t at = slots_.size() == 1 ? 0 : static_cast<std::size_t>(hash >> shift_);
    while (slots_[at].event != EventId::None && slots_[at].id != id) at = (at + 1) & mask;
    return at;
  }

  std::vector<Slot> slots_;  // open addressing, at most half full
  unsigned shift_;           // for the hash, whose upper bits are used
};

}  // namespace lanescope
