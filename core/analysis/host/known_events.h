// What a search has found out about each slice, so that it visits none twice.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/text/ids.h"

namespace lanescope {

/// One thread. Cost: 4 bytes a slice, and a write of each of them at first.
class KnownEvents {
 public:
  explicit KnownEvents(std::uint32_t slices) : known_(slices) {}

  /// What set() was called with, which may be EventId::None; nullopt before.
  [[nodiscard]] std::optional<EventId> find(EventId slice) const {
    const std::uint32_t known = known_[index_of(slice)];
    if (known == 0) return std::nullopt;
    return known == 1 ? EventId::None : EventId{known - 2};
  }
  void set(EventId slice, EventId event) {
    known_[index_of(slice)] = event == EventId::None ? 1 : index_of(event) + 2;
  }

 private:
  std::vector<std::uint32_t> known_;  // 0: nothing yet, 1: None, otherwise the event plus 2
};

}  // namespace lanescope
