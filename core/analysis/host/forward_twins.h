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
  /// From the file's fwdbwd flows; without them, from the sequence numbers in the operators'
  /// arguments. Cost: a pass over the flows; without flows, if the trace has backward operators,
  /// the text of every operator is read, a few microseconds each. After a stop, has what was found
  /// so far.
  explicit ForwardTwins(const Snapshot& snapshot, const ReadEvent& read = {},
                        const std::stop_token& stop = {});

  /// The forward operator of a backward one, or of the autograd engine's call directly around it
  /// ("autograd::engine::evaluate_function: MulBackward0"). None for everything else.
  [[nodiscard]] EventId of(EventId op) const {
    const auto at = twins_.find(op);
    return at == twins_.end() ? EventId::None : at->second;
  }
  /// From backward to forward, unordered.
  [[nodiscard]] const std::unordered_map<EventId, EventId>& all() const { return twins_; }
  [[nodiscard]] bool empty() const { return twins_.empty(); }

 private:
  void join(const Snapshot& snapshot, EventId forward, EventId backward);

  std::unordered_map<EventId, EventId> twins_;
};

/// Whether the file has a flow from a forward to a backward operator. Cost: a scan of the flows up
/// to the first one.
bool has_forward_twins(const Snapshot& snapshot);

}  // namespace lanescope
