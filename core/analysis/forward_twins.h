// Which forward operator a backward operator belongs to.
#pragma once

#include <unordered_map>

#include "core/base/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ForwardTwins {
 public:
  /// From the file's fwdbwd flows. Cost: a pass over the flows.
  explicit ForwardTwins(const Snapshot& snapshot);

  /// The forward operator of a backward one, or of the engine's call right around it
  /// ("autograd::engine::evaluate_function: MulBackward0"). None for all else.
  [[nodiscard]] EventId of(EventId op) const {
    const auto at = twins_.find(op);
    return at == twins_.end() ? EventId::None : at->second;
  }
  /// Backward to forward, in no order.
  [[nodiscard]] const std::unordered_map<EventId, EventId>& all() const { return twins_; }
  [[nodiscard]] bool empty() const { return twins_.empty(); }

 private:
  void join(const Snapshot& snapshot, EventId forward, EventId backward);

  std::unordered_map<EventId, EventId> twins_;
};

/// Whether any backward operator has a forward one. Cost: a look at the flows up to the first.
bool has_forward_twins(const Snapshot& snapshot);

}  // namespace lanescope
