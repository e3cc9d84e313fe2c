// Which frames of a flame graph are moved into others: backward operators into their forward ones.
#pragma once

#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

class FlameTwins {
 public:
  /// None at all.
  FlameTwins() = default;
  /// Those of operators on host threads. Cost: a pass over the flows; 4 bytes a slice are kept.
  explicit FlameTwins(const Snapshot& snapshot);

  /// EventId::None for what is no backward operator.
  [[nodiscard]] EventId forward_of(EventId slice) const {
    return forward_of_.empty() ? EventId::None : forward_of_[index_of(slice)];
  }
  [[nodiscard]] bool is_forward(EventId slice) const {
    return !is_forward_.empty() && is_forward_[index_of(slice)];
  }

 private:
  std::vector<EventId> forward_of_;
  std::vector<bool> is_forward_;
};

}  // namespace lanescope
