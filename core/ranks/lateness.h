// Why a rank came last: what it did since the collective before, and the others did not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranks/matched_collectives.h"
#include "core/ranks/rank_activity.h"

namespace lanescope {

/// What the time between two collectives goes to: these three, then the classes of idle time. They
/// add up to it.
inline constexpr std::size_t kComputeTerm = 0;
inline constexpr std::size_t kMemoryTerm = 1;  // copies and fills while nothing else runs
inline constexpr std::size_t kCommTerm = 2;    // other collectives while nothing computes
inline constexpr std::size_t kFirstIdleTerm = 3;
inline constexpr std::size_t kLatenessTerms = kFirstIdleTerm + kIdleClasses;
using LatenessTerms = std::array<Ns, kLatenessTerms>;
/// "compute", "memory", "comm", "sync", "data_loading" …
std::string_view lateness_term_name(std::size_t term);

struct LatenessCause {
  Ns stretch_ns = 0;         // of the rank, from the end of each collective before to its arrival
  Ns others_stretch_ns = 0;  // of the median other rank
  LatenessTerms own_ns{};
  LatenessTerms more_ns{};  // than the median other rank; negative: less
  /// What the median other rank does while it waits for this one already. Work that all have to do
  /// shows there, when the others do it beside the collective.
  LatenessTerms while_waiting_ns{};
  std::int64_t kernels = 0;
  double more_kernels = 0;  // than the median other rank
  /// The term with most of `more_ns`; nullopt when none is positive.
  std::optional<std::size_t> term;
  /// Of that term the operator, or where none is known the Python frame, the marked range or the
  /// GPU event, with most more than on the others; empty: nothing is known but the host.
  std::string culprit;
  Ns culprit_more_ns = 0;
  EventId culprit_event = EventId::None;  // its longest

  /// How much later it came than the median other rank.
  [[nodiscard]] Ns late_ns() const { return saturating_sub(stretch_ns, others_stretch_ns); }
};

/// Compares one rank with the others; keeps references to all it is given.
class LatenessExplainer {
 public:
  /// `activities` by trace. Cost: collectives * log(collectives).
  LatenessExplainer(std::span<const RankCollectives> traces, std::span<const RankClock> clocks,
                    const MatchedCollectives& matched, std::span<const RankActivity> activities);

  /// Why a trace was late in these collectives, all of which it has a part in. Cost: the work and
  /// the gaps of all ranks since the collectives before.
  [[nodiscard]] LatenessCause explain(std::size_t trace,
                                      std::span<const std::size_t> collectives) const;

  /// From the end of the collective before to the arrival, on the trace's own clock. The one before
  /// is the last to end on the `late` trace before it comes to this one, of those that all traces
  /// of this one had a part in; before the first one time begins with the shortest trace.
  [[nodiscard]] TimeRange stretch_before(std::size_t collective, std::size_t late,
                                         std::size_t trace) const;

 private:
  struct Ended {
    Ns end_ns = 0;  // on the common clock
    std::size_t collective = 0;
  };
  [[nodiscard]] const MatchedCollective* collective_before(std::size_t collective,
                                                           std::size_t late) const;
  [[nodiscard]] const RankCollective& own(const CollectivePart& part) const {
    return traces_[part.trace].collectives[part.collective];
  }
  [[nodiscard]] const DeviceActivity* activity_of(const CollectivePart& part) const {
    return activities_[part.trace].device(own(part).device);
  }
  void find_culprit(std::size_t trace, std::span<const std::size_t> collectives,
                    LatenessCause& cause) const;

  std::span<const RankCollectives> traces_;
  std::span<const RankClock> clocks_;
  const MatchedCollectives& matched_;
  std::span<const RankActivity> activities_;
  std::vector<std::vector<Ended>> ended_;  // by trace, rising
};

}  // namespace lanescope
