// The strip of process groups × steps above the wall: how long the members of a group waited for
// each other in a step, and who held them up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/view/fleet/wall_grid.h"
#include "core/view/fleet/wall_text.h"

namespace lanescope {

/// Does not change once made; any thread may read it.
struct GroupStrip {
  std::string kind;  // of process group, as in WallSort::group
  /// By row: the group's ranks, ascending, and its communicators of that kind.
  struct Group {
    std::string title;  // "ranks 0, 8, 16 … 56"
    std::vector<std::uint32_t> ranks;
    std::vector<std::uint32_t> communicators;  // into FleetAnalysis::communicators
  };
  std::vector<Group> groups;            // by first rank
  std::vector<std::uint32_t> group_of;  // by rank; kNoGroup: in none
  WallGrid grid;  // rows are groups; values are waits in ns, summed over the group's ranks

  static constexpr std::uint32_t kNoGroup = UINT32_MAX;
};

/// The kinds of process group by which `sorts` can group, the one that waits the most first; those
/// that exchange messages come last, since stages of a pipeline wait in the best of runs. Cost:
/// linear in FleetAnalysis::group_waits.
std::vector<std::string> strip_kinds(const FleetPicture& run, const std::vector<WallSort>& sorts);

/// Cost: linear in FleetAnalysis::group_waits, and a few passes over groups × steps. If stopped, it
/// is incomplete.
GroupStrip make_group_strip(const FleetPicture& run, const std::string& kind,
                            const std::stop_token& stop = {});

/// Of the ranks that arrived last in that group and step, the one that the others waited for the
/// longest. `collectives` are all of the group. Nullopt if nothing is known of that step. Cost: the
/// group's communicators.
struct HeldUp {
  GroupWait by;
  std::uint32_t collectives = 0;
  /// The rank of the group that the waits in that step are attributed to, which may have delayed
  /// the one that arrived last; nullopt: none.
  std::optional<std::uint32_t> culprit = {};
  std::optional<std::size_t> link = {};  // without one, a slow link of the group: into links
};
std::optional<HeldUp> held_up_in(const FleetPicture& run, const GroupStrip& strip,
                                 std::size_t group, std::size_t step);

/// Who held up which ranks by how much; of several groups or steps, where the wait was the longest.
/// Cost: the cells of the box.
WallHover strip_hover(const FleetPicture& run, const GroupStrip& strip, const WallBox& box);

}  // namespace lanescope
