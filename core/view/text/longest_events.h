// For each row of a table the event to show first.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <unordered_map>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The longest event of each name in a window, by kind of event and, if wanted, by group.
class LongestEvents {
 public:
  using GroupOf = std::function<std::uint32_t(EventId)>;

  /// Cost: a pass over all slices.
  LongestEvents(const Snapshot& snapshot, const AnalysisWindow& window, CategoryKind kind,
                const std::stop_token& stop, const GroupOf& group_of = {});

  /// None when there is no such event.
  [[nodiscard]] EventId of(StringId name, std::uint32_t group = 0) const;

 private:
  struct Longest {
    Ns dur_ns = -1;
    EventId event = EventId::None;
  };
  static std::uint64_t key(StringId name, std::uint32_t group) {
    return std::uint64_t{index_of(name)} << 32U | group;
  }
  std::unordered_map<std::uint64_t, Longest> longest_;
};

}  // namespace lanescope
