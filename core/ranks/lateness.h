// Why a rank arrived last: what it did since the previous collective that the others did not do.
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

/// Terms into which the time between two collectives is divided: these three, then the idle
/// classes. They add up to that time.
inline constexpr std::size_t kComputeTerm = 0;
inline constexpr std::size_t kMemoryTerm = 1;  // copies and fills while no kernel runs
inline constexpr std::size_t kCommTerm = 2;    // other collectives while nothing computes
inline constexpr std::size_t kFirstIdleTerm = 3;
inline constexpr std::size_t kLatenessTerms = kFirstIdleTerm + kIdleClasses;
using LatenessTerms = std::array<Ns, kLatenessTerms>;
/// "compute", "memory", "comm", "sync", "data_loading" …
std::string_view lateness_term_name(std::size_t term);

struct LatenessCause {
  Ns stretch_ns = 0;         // from the end of each previous collective to this rank's arrival
  Ns others_stretch_ns = 0;  // the same for the median other rank
  LatenessTerms own_ns{};
  LatenessTerms more_ns{};  // compared with the median other rank; negative: less
  /// What the median other rank does while it is already waiting for this one. Work that every rank
  /// has to do appears here if the others overlap it with the collective. Communication is 0, since
  /// it is the wait itself.
  LatenessTerms while_waiting_ns{};
  std::int64_t kernels = 0;
  double more_kernels = 0;  // compared with the median other rank
  /// The term with the largest net_ns(); nullopt if none is positive.
  std::optional<std::size_t> term;
  /// Within that term, the operator (or if unknown, the Python frame, annotation or GPU event) that
  /// exceeds the others' average the most, including what they do while they wait; empty if
  /// unknown.
  std::string culprit;
  Ns culprit_more_ns = 0;
  EventId culprit_event = EventId::None;  // its longest event
  /// There is no GPU: the idle classes are what the host did, and not why a GPU was idle.
  bool on_host = false;

  /// What this rank alone did: without the work that the others do as well, but only while they
  /// wait. That work does not make a rank late; it merely could not overlap the collective.
  [[nodiscard]] Ns net_ns(std::size_t term_number) const {
    return saturating_sub(more_ns[term_number], while_waiting_ns[term_number]);
  }
  /// The sum of all positive net_ns().
  [[nodiscard]] Ns net_late_ns() const;
};

/// Compares one rank with the others. The arguments must outlive it.
class LatenessExplainer {
 public:
  /// `activities` is indexed by trace. Cost: collectives * log(collectives).
  LatenessExplainer(std::span<const RankCollectives> traces, std::span<const RankClock> clocks,
                    const MatchedCollectives& matched, std::span<const RankActivity> activities);

  /// Why a trace was late at these collectives, in all of which it takes part. Each moment counts
  /// once: of collectives in several groups the stretches may overlap, and then only those are
  /// compared that do not and that together are the latest. Cost: linear in the work and gaps of
  /// all ranks since the previous collectives.
  [[nodiscard]] LatenessCause explain(std::size_t trace,
                                      std::span<const std::size_t> late_at) const;

  /// From the end of the previous collective to the trace's arrival at this one, on the trace's own
  /// clock. The previous collective is the last one that ended on the `late` trace before its
  /// arrival and that included all traces of this one. If there is none, the range starts where the
  /// last of the traces starts.
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
  /// In order of end; see explain().
  [[nodiscard]] std::vector<std::size_t> without_overlap(
      std::size_t trace, std::span<const std::size_t> collectives) const;
  void find_culprit(std::size_t trace, std::span<const std::size_t> collectives,
                    LatenessCause& cause) const;

  std::span<const RankCollectives> traces_;
  std::span<const RankClock> clocks_;
  const MatchedCollectives& matched_;
  std::span<const RankActivity> activities_;
  std::vector<std::vector<Ended>> ended_;  // by trace, in order of end
};

}  // namespace lanescope
