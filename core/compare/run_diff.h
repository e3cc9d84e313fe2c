// What changed from one run to another, is it real, and what does it explain of the step time?
// Method: parts of each step that add up to it (RunParts), and permutation tests whose samples are
// steps, not calls.
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

/// A difference counts that is real by a test at this level and above both sizes.
inline constexpr double kSignificantP = 0.05;
inline constexpr double kLeastChangeOfStep = 0.001;
inline constexpr double kLeastChangeNs = 20'000;

/// The samples of both runs, cut in the same way.
struct AlignedRuns {
  RunSamples a, b;
};
/// What people may ask for instead of the steps.
struct AlignQuery {
  std::string annotation;            // ranges of this name; empty: none
  std::optional<std::int64_t> step;  // the step of this number only
  bool by_start = false;             // the recordings as a whole, also where they have steps
  friend bool operator==(const AlignQuery&, const AlignQuery&) = default;
};
/// Why a run can not be cut like that, as the end of a sentence about it; nullopt when it can.
std::optional<std::string> cannot_align(const Snapshot& trace, const AlignQuery& query);
/// By what is asked for, else by steps where both runs have them, else by start. Errors:
/// Unsupported when a run does not have the ranges at least twice, or not that step, or no events
/// with a length. Cost: that of step_samples.
Result<AlignedRuns> align_runs(const Snapshot& a, const Snapshot& b, const AlignQuery& query = {});

/// A number of a step, its mean in both runs. Times in ns.
struct MetricDiff {
  double a = 0, b = 0;
  /// How far it moved by Hodges and Lehmann, with at least 95 % between low and high; and the
  /// p-value of this number alone. nullopt with too few samples.
  std::optional<ShiftEstimate> shift;
  std::optional<double> p;
  bool significant = false;

  [[nodiscard]] double delta() const { return b - a; }
  /// nullopt of nothing.
  [[nodiscard]] std::optional<double> delta_pct() const;
};

enum class DiffStatus : std::uint8_t { Same, Changed, Added, Removed };
std::string_view diff_status_name(DiffStatus status);

/// A part of both runs or of one. Numbers are means a step.
struct DiffRow {
  PartPair pair;
  DiffStatus status = DiffStatus::Same;
  double count_a = 0, count_b = 0;
  double wall_a_ns = 0, wall_b_ns = 0;  // of the step's own time, see RunPart::wall_ns
  double sum_a_ns = 0, sum_b_ns = 0;    // plain sums of durations
  /// delta = count effect + duration effect: what more calls of A's length take, and what it takes
  /// that B's calls are longer.
  double count_effect_ns = 0, duration_effect_ns = 0;
  std::optional<double> p;  // among all rows, see max_t_p
  bool significant = false;

  [[nodiscard]] double delta_ns() const { return wall_b_ns - wall_a_ns; }
};

struct RunDiff {
  AlignedRuns runs;
  RunParts a, b;
  std::string_view without_gpu;  // "A" or "B" where the other one alone has GPU events
  MetricDiff step, busy, idle;   // busy and idle add up to the step
  MetricDiff paused;             // left out of the step: nobody knows what happened meanwhile
  std::array<MetricDiff, kIdleClasses> classes;
  std::vector<DiffRow> rows;   // by the size of the change, falling
  double least_change_ns = 0;  // below it no change counts
  std::size_t tested = 0;      // keys that were tested together: the rows and the step; 0: none
  std::size_t labelings = 0;   // ways to part the samples that were tried
  bool exact = true;           // these were all there are
  /// The largest sum of bytes allocated on the device at once, on the host in runs without a GPU.
  std::optional<std::int64_t> peak_a_bytes, peak_b_bytes;

  [[nodiscard]] const RunPart* part_a(const DiffRow& row) const;
  [[nodiscard]] const RunPart* part_b(const DiffRow& row) const;
  /// That of the first run that has it.
  [[nodiscard]] const RunPart& part(const DiffRow& row) const;
  /// Rows whose change is real.
  [[nodiscard]] std::size_t significant_rows() const;
  /// Of the change of the step; nullopt when that is nothing, or was tested and may be chance: the
  /// parts of next to nothing can be any number.
  [[nodiscard]] std::optional<double> shown_share_pct(double delta_ns) const;
  /// The same, of whatever change.
  [[nodiscard]] std::optional<double> share_pct(double delta_ns) const;
};

/// Pure; complete snapshots only; not for the thread that draws. Cost: that of find_run_parts twice
/// and of max_t_p. A stop gives a difference that is not whole.
RunDiff diff_runs(const AnalysisResults& a, const AnalysisResults& b, AlignedRuns runs,
                  PartLevel level, const std::stop_token& stop = {});

}  // namespace lanescope
