// Which forward operator a backward operator belongs to.
#pragma once

#include <stop_token>
#include <unordered_map>

#include "core/analysis/search/event_query.h"
#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ForwardTwins {
 public:
  /// From the file's fwdbwd flows; where it has none, from the sequence numbers that operators have
  /// among their arguments. Cost: a pass over the flows; without them and with operators of a
  /// backward pass the text of every operator is read, some microseconds each. A stop gives what
  /// was found.
  explicit ForwardTwins(const Snapshot& snapshot, const ReadEvent& read = {},
                        const std::stop_token& stop = {});

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
