// What one rank's GPUs did, reduced to sums between its collectives and steps: enough to say why a
// rank was late, without its kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/lateness.h"
#include "core/ranks/rank_activity.h"
#include "core/ranks/rank_collectives.h"

namespace lanescope {

/// How much of a segment one term takes; idle time by its culprit.
struct OutlinePart {
  std::uint32_t segment = 0;
  std::uint32_t term = 0;  // as in LatenessTerms
  std::uint32_t name = 0;  // of the culprit of idle time; 0: unknown, or one of the smaller ones
  EventId event = EventId::None;
  Ns ns = 0;
};

/// The kernels, or the copies and fills, of one operator in a segment. Their time is that inside
/// the segment, their number is that of those which start in it.
struct OutlineWork {
  std::uint32_t segment = 0;
  bool is_copy = false;
  std::uint32_t name = 0;  // of the operator, or if unknown their own
  EventId event = EventId::None;
  Ns ns = 0;
  std::int64_t count = 0;
};

struct DeviceOutline {
  std::int64_t device = -1;
  std::vector<Ns> cuts;            // segment i lasts from cuts[i] to cuts[i + 1]; ascending
  std::vector<OutlinePart> parts;  // by segment, then in order of first appearance
  std::vector<OutlineWork> works;  // the same
};

struct ActivityOutline {
  std::vector<std::string> names;  // names[0] is empty
  std::vector<DeviceOutline> devices;
};

/// Of each segment, the operators with the most time, and the culprits of idle time with the most,
/// of which the first keeps its event. The kernels of other operators are counted with the largest.
inline constexpr std::size_t kMostOutlined = 4;

/// Cut at the begin and end of each collective of the device and of each step. Pure. Cost: that of
/// sorting the work.
ActivityOutline outline_of(const RankActivity& activity, const RankCollectives& collectives,
                           std::span<const TimeRange> steps);

/// The same of an activity whose idle time was not visited yet, which it is, once.
ActivityOutline outline_of(ActivityReader& reader, const RankCollectives& collectives,
                           std::span<const TimeRange> steps);

/// Activity with the same sums in every segment: within one, everything follows one another in the
/// order in which it first appeared. Cost: linear.
RankActivity activity_of(const ActivityOutline& outline);

}  // namespace lanescope
