// Which tracks are one lane, and how the lanes below a track are ordered.
#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/perfetto/tracks.h"

namespace lanescope::perfetto {

/// Tracks of one name are rows of one lane, as Perfetto draws them, if their descriptors do not
/// tell otherwise.
std::string Tracks::lane_name(LocalId process, std::size_t node, const std::string& path) {
  LANESCOPE_CHECK(node < nodes_.size(), "one of {} nodes, not {}", nodes_.size(), node);
  const SiblingMerge merge = nodes_[node].merge;
  const std::string group = merge == SiblingMerge::Never   ? fmt::format("track {}", node)
                            : merge == SiblingMerge::ByKey ? "key " + nodes_[node].merge_key
                                                           : std::string();
  std::string name = path;
  for (std::size_t n = 2;; ++n) {
    if (lane_groups_.try_emplace({process, name}, group).first->second == group) return name;
    name = fmt::format("{} #{}", path, n);
  }
}

void Tracks::sort_child(const LanePlace& place, LocalId process, LocalId thread,
                        WorkerTables& tables) {
  LANESCOPE_CHECK(lane_numbers_.contains(place), "a lane of track {}", place.node);
  const TrackNode& node = nodes_[place.node];
  const TrackNode* parent = find(node.parent);
  if (parent == nullptr || parent->order == ChildOrder::ByName) return;
  // Lanes are numbered when their first event is read, and events of a track are nearly in order.
  const std::int64_t rank =
      parent->order == ChildOrder::ByRank ? node.rank : std::int64_t{lane_numbers_.at(place)};
  tables.metas.add({MetaKind::ThreadSort, process, thread, 0, rank});
}

}  // namespace lanescope::perfetto
