// LongestEvents: to which event a row of a table leads.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <unordered_map>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The longest event of each name in a window, by kind of event and optionally by group. One
/// outside if there is none inside: of a chosen range, which has rows for what was launched before
/// it, and if graphs replay what was captured before the window.
class LongestEvents {
 public:
  using GroupOf = std::function<std::uint32_t(EventId)>;

  /// Cost: a pass over all slices.
  LongestEvents(const Snapshot& snapshot, const AnalysisWindow& window, CategoryKind kind,
                const std::stop_token& stop, const GroupOf& group_of = {}, bool has_graphs = false);

  /// None if there is no such event.
  [[nodiscard]] EventId of(StringId name, std::uint32_t group = 0) const;

 private:
  struct Longest {
    Ns dur_ns = -2;
    EventId event = EventId::None;
  };
  static std::uint64_t key(StringId name, std::uint32_t group) {
    return std::uint64_t{index_of(name)} << 32U | group;
  }
  std::unordered_map<std::uint64_t, Longest> longest_;
};

}  // namespace lanescope
