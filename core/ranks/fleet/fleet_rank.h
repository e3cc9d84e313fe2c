// One rank of a large run, as compact as comparing thousands of them allows: its collectives by
// group, and for each step what its GPUs did. Made from a summary, which may then be dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ranks/fleet/contradictions/jumping_clock.h"
#include "core/ranks/lateness.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

/// A collective of one rank: 40 bytes, as there are millions.
struct FleetPart {
  Ns begin_ns = 0, end_ns = 0;  // on the rank's own clock
  std::int64_t index = 0;       // as RankCollective::index
  std::uint32_t repeat = 0;     // as RankCollective::repeat
  std::uint32_t shape = 0;      // kind and size: into FleetRank::shapes, in a fleet into its shapes
  std::uint32_t step = 0;       // into FleetRank::steps, or kNoFleetStep
  std::uint32_t group : 30 = 0;   // into FleetRank::about.groups
  std::uint32_t counts : 1 = 1;   // starts in the analysis window
  std::uint32_t is_send : 1 = 0;  // of a message: does not keep its rank from going on
};
inline constexpr std::uint32_t kNoFleetStep = UINT32_MAX;
inline constexpr std::uint32_t kMostFleetGroups = 1U << 30U;

/// What collectives must have in common to be compared by how long they take. The two ends of a
/// message have the same.
struct CollectiveShape {
  std::string kind;         // "allreduce"; "message" for send and recv
  std::int64_t bytes = -1;  // -1: unknown
  bool is_message = false;
  friend auto operator<=>(const CollectiveShape&, const CollectiveShape&) = default;
};

/// One step of one rank.
struct FleetStep {
  std::string name;      // "ProfilerStep#3"
  TimeRange range;       // on the rank's own clock
  bool usable = true;    // whole, with GPU work, and no pause of the recording in it
  bool warm_up = false;  // as the rank's own trace tells
  bool steady = true;    // usable and no warm-up; see review_warm_up() for whose
  std::uint32_t devices = 0;
  LatenessTerms terms{};  // summed over its GPUs; kCommTerm: exposed communication
  std::optional<std::int64_t> peak_bytes;

  /// What the rank did by itself: all but waiting for, and taking part in, collectives.
  [[nodiscard]] Ns own_ns() const;
};

struct FleetRank {
  std::string file;                     // of the summary
  RankClaim claim;                      // of its trace
  std::string host;                     // as the trace or its file's name says; empty: unknown
  std::string failure;                  // why its trace could not be read; then all else is empty
  TraceFault fault = TraceFault::None;  // of its trace
  std::optional<TimeRange> recorded;    // on the host's clock, if that is known
  RankCollectives about;                // without `collectives`
  std::vector<CollectiveShape> shapes;
  std::vector<FleetPart> parts;     // by group, index and repeat
  std::vector<std::size_t> begins;  // by group: its first part; one more at the end
  std::vector<FleetStep> steps;     // by time
  JumpingClock jumps;               // of its host's clock; undone in all times
};

/// Takes what it needs from the summary in `file`. Cost: sorts the collectives.
FleetRank fleet_rank(RankSummary&& summary, std::string file);

/// As the trace or its file's name says; empty: unknown.
std::string summary_host(const RankSummary& summary);

}  // namespace lanescope
