// The ranks of a run on one time axis: where each is placed in time, what its step cells show,
// which collectives are connected across ranks. Independent of the screen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/rank_identity.h"
#include "core/ranks/ranks.h"
#include "core/view/ranks/rank_picture.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// A file of the run that could not be read.
struct RankFailure {
  std::string file, message;
  bool is_other = false;  // not a trace at all, such as a notes file in the same folder
};

/// What a rank's row shows.
enum class RanksMeasure : std::uint8_t { Activity, Compute, ExposedComm, WaitCaused, Waited };
inline constexpr std::array kRanksMeasures{RanksMeasure::Activity, RanksMeasure::Compute,
                                           RanksMeasure::ExposedComm, RanksMeasure::WaitCaused,
                                           RanksMeasure::Waited};
/// "GPU activity", "Compute", "Exposed comm", "Wait caused", "Waited"; without GPU work "CPU
/// activity", "Operators" or "Running".
std::string_view ranks_measure_title(RanksMeasure measure, RankWork work);

/// Immutable; any thread may read it.
struct RanksPicture {
  std::vector<RankPicture> ranks;  // in the order of the analysis: by rank
  RunRanks identities;             // `traces` in the same order
  std::vector<RankTimes> times;
  std::vector<RankCollectives> collectives;
  RunAnalysis analysis;
  std::vector<RankFailure> failures;
  bool stopped = false;  // before all files were read
  /// What the rows show. Ranks that have other work only have none of it here.
  RankWork work = RankWork::Gpu;
  /// Nothing relates the traces in time: no clock was aligned, and they are not ranks of one run or
  /// were recorded far apart. All of them then begin where the axis does.
  bool own_starts = false;
  TimeRange extent;                  // of all ranks, on the common clock
  std::vector<Ns> own_to_axis_ns;    // for ranks that are not aligned: axis time minus own time
  std::size_t without_snapshot = 0;  // ranks whose streams are not in memory

  [[nodiscard]] std::int64_t rank(std::size_t trace) const { return times[trace].rank; }
  [[nodiscard]] bool aligned(std::size_t trace) const {
    return !own_starts && analysis.clocks[trace].aligned();
  }
  /// Converts a time on a rank's own clock to the axis, and back.
  [[nodiscard]] Ns on_axis(std::size_t trace, Ns own_ns) const;
  [[nodiscard]] Ns on_own_clock(std::size_t trace, Ns axis_ns) const;
  /// Why the rank's row shows no activity: "No GPU work in this trace"; empty if it does.
  [[nodiscard]] std::string_view no_work(std::size_t trace) const;
  /// The viewport on the rank's own clock that corresponds to the axis.
  [[nodiscard]] Viewport own_view(std::size_t trace, const Viewport& axis) const;

  /// The range over all steps of all ranks, for the color scale; nullopt for Activity and without
  /// steps.
  struct Scale {
    Ns least_ns = 0, most_ns = 0;
    /// 0 … 1.
    [[nodiscard]] float share(Ns ns) const;
  };
  [[nodiscard]] std::optional<Scale> scale(RanksMeasure measure) const;
  /// The rank's row in the straggler table; null for a rank that is not aligned.
  [[nodiscard]] const StragglerRow* straggler(std::size_t trace) const;
  /// The first collective that contains this event of a rank; nullopt if none was matched.
  [[nodiscard]] std::optional<std::size_t> collective_of(std::size_t trace, EventId event) const;
  /// The matched collective that a rank is in, or nearest to, at a time on the axis; nullopt if
  /// none is within `reach_ns`.
  [[nodiscard]] std::optional<std::size_t> collective_at(std::size_t trace, Ns axis_ns,
                                                         Ns reach_ns) const;

  std::array<std::optional<Scale>, kRanksMeasures.size()> scales;
  /// By trace, then by its collective: index into analysis.matched.collectives.
  std::vector<std::vector<std::optional<std::uint32_t>>> matched_of;
};

Ns step_measure(const RankStepPicture& step, RanksMeasure measure);

/// Assembles the picture; `ranks` must be in the order of the facts. Cost: linear.
RanksPicture make_ranks_picture(RunFacts&& facts, std::vector<RankPicture> ranks,
                                RunRanks identities, RunAnalysis analysis);

/// A line that connects the parts of a collective.
struct JoinedCollective {
  std::uint32_t collective = 0;  // into RunAnalysis::matched
  double x_px = 0;               // at its last arrival
};
/// The collectives in view, at least `apart_px` apart; of those closer together, the one with the
/// largest skew. `keep` is always included. Cost: a pass over the collectives in view.
void joined_collectives(const RanksPicture& run, const Viewport& axis, double apart_px,
                        std::optional<std::size_t> keep, std::vector<JoinedCollective>& out);

}  // namespace lanescope
