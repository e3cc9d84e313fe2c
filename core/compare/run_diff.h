// What changed between two runs, whether it is significant, and how much of the change in step time
// it explains. Method: each step is divided into parts that add up to it (RunParts); permutation
// tests compare steps, not single calls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/results.h"
#include "core/base/result.h"
#include "core/compare/name_match.h"
#include "core/compare/run_parts.h"
#include "core/compare/run_samples.h"
#include "core/compare/significance.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A difference counts if it is significant at this level and larger than both of these sizes.
inline constexpr double kSignificantP = 0.05;
inline constexpr double kLeastChangeOfStep = 0.001;
inline constexpr double kLeastChangeNs = 20'000;
/// The larger of both, in ns, by the mean step of the faster run: the same if A and B change
/// places.
double least_change(double step_of_a_ns, double step_of_b_ns);

/// The samples of both runs, of the same kind.
struct AlignedRuns {
  RunSamples a, b;
};
/// What to compare instead of the steady-state steps.
struct AlignQuery {
  std::string annotation;            // annotations with this name; empty: not used
  std::optional<std::int64_t> step;  // only the step with this number
  bool by_start = false;             // the entire recordings, even if they have steps
  friend bool operator==(const AlignQuery&, const AlignQuery&) = default;
};
/// Why a run cannot be sampled like that, as the end of a sentence about it; nullopt if it can.
std::optional<std::string> cannot_align(const Snapshot& trace, const AlignQuery& query);
/// Samples as the query says; without a query, by step if both runs have steps, otherwise by start.
/// Errors: Unsupported if a run has fewer than two annotations of that name, no such step, or no
/// events with a duration. Cost: that of step_samples.
Result<AlignedRuns> align_runs(const Snapshot& a, const Snapshot& b, const AlignQuery& query = {});

/// A metric of a step: its mean in both runs, in ns.
struct MetricDiff {
  double a = 0, b = 0;
  /// The Hodges-Lehmann estimate of the change, with an interval of at least 95 % from low to high,
  /// and the p-value of this metric alone. nullopt with too few samples.
  std::optional<ShiftEstimate> shift;
  std::optional<double> p;
  bool significant = false;

  [[nodiscard]] double delta() const { return b - a; }
  /// nullopt if a is 0.
  [[nodiscard]] std::optional<double> delta_pct() const;
};

enum class DiffStatus : std::uint8_t { Same, Changed, Added, Removed };
std::string_view diff_status_name(DiffStatus status);

/// A part of one or both runs. Means per step. Changed: other counts, or a change that counts and
/// that is significant or could not be tested.
struct DiffRow {
  PartPair pair;
  DiffStatus status = DiffStatus::Same;
  double count_a = 0, count_b = 0;
  double wall_a_ns = 0, wall_b_ns = 0;  // share of the step, see RunPart::wall_ns
  double sum_a_ns = 0, sum_b_ns = 0;    // plain sums of durations
  /// delta = count effect + duration effect: the change due to more or fewer calls of A's mean
  /// duration, and the change due to longer or shorter calls.
  double count_effect_ns = 0, duration_effect_ns = 0;
  std::optional<double> p;  // corrected for all rows, see max_t_p
  bool significant = false;

  [[nodiscard]] double delta_ns() const { return wall_b_ns - wall_a_ns; }
};

struct RunDiff {
  AlignedRuns runs;
  RunParts a, b;
  std::string_view without_gpu;  // "A" or "B" if only the other run has GPU events
  MetricDiff step, busy, idle;   // busy and idle add up to the step
  MetricDiff paused;             // excluded from the step, since nothing was recorded
  std::array<MetricDiff, kIdleClasses> classes;
  std::vector<DiffRow> rows;   // largest change first
  double least_change_ns = 0;  // smaller changes do not count
  std::size_t tested = 0;      // keys tested together: the rows and the step; 0: not tested
  std::size_t labelings = 0;   // ways to divide the samples that were tried
  bool exact = true;           // all possible ways were tried
  /// The device's peak of allocated bytes; the host's if a run has no GPU.
  std::optional<std::int64_t> peak_a_bytes, peak_b_bytes;
  std::string_view memory_advice;  // how to record what these need, see shared_advice

  [[nodiscard]] const RunPart* part_a(const DiffRow& row) const;
  [[nodiscard]] const RunPart* part_b(const DiffRow& row) const;
  /// From A, or from B if A lacks it.
  [[nodiscard]] const RunPart& part(const DiffRow& row) const;
  /// Rows with a significant change.
  [[nodiscard]] std::size_t significant_rows() const;
  /// Percentage of the change in step time; nullopt if that is 0, or was tested and is not
  /// significant, because a share of almost nothing can be any number.
  [[nodiscard]] std::optional<double> shown_share_pct(double delta_ns) const;
  /// The same, even if the change in step time is not significant.
  [[nodiscard]] std::optional<double> share_pct(double delta_ns) const;
};

/// Pure; complete snapshots only; not for the UI thread. Cost: find_run_parts twice, and max_t_p.
/// After a stop, the result is incomplete.
RunDiff diff_runs(const AnalysisResults& a, const AnalysisResults& b, AlignedRuns runs,
                  PartLevel level, const std::stop_token& stop = {});

}  // namespace lanescope
