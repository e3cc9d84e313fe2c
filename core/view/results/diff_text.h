// The comparison in one sentence, with numbers and their confidence.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// A part or an idle class with its share of the step's change.
struct DiffCause {
  std::string name;
  double delta_ns = 0;
  std::optional<double> share_pct;  // nullopt if the step did not change at all
  bool idle = false;
  DiffStatus status = DiffStatus::Changed;  // for a row: whether only one run has it
  std::string brief_name = {};  // without shapes, unless these tell it apart from another part
};

/// What changed the step time, largest first: significant changes (or all changes, if there are too
/// few steps for a test) in the direction of the step's change, of at least a tenth of it. If the
/// step did not significantly change: significant changes in either direction of at least 1 % of
/// it. At most three.
std::vector<DiffCause> causes_of(const RunDiff& diff);

/// The comparison in words, as a whole and in pieces for several places of one window.
struct DiffWords {
  /// "−6.7 % step time": the conclusion where there is little room, with the value first.
  std::string brief;
  /// "Mean step time rose 12.4 %, from 139.7 ms to 157.0 ms (95 % CI +10.10 ms to +20.31 ms, p
  /// 0.004, …)".
  std::string conclusion;
  /// "data loading (idle) explains 83 %, aten::mm 12 %". If parts offset each other, or their
  /// shares would exceed the total change, it gives times instead; in the first case it starts with
  /// the busy and the idle half. Empty if no part changed enough.
  std::string parts;
  /// The conclusion and the parts.
  std::string sentence;
};
DiffWords diff_words(const RunDiff& diff);
/// The longest beginning of DiffWords::parts that fits and ends after a part, with " …": a comma in
/// a shape separates none. All of it if not even the first part fits.
std::string whole_parts(const std::string& parts,
                        const std::function<bool(std::string_view)>& fits);
/// Its sentence alone.
std::string diff_sentence(const RunDiff& diff);

/// What is compared of each sample: "host step time", by the ranges on the host, or "step time" if
/// they are timed in another way; "range duration" or "duration".
std::string_view compared_time(const AlignedRuns& runs);
/// Which run's steps are timed on the GPU, while the lanes show their ranges on the host: "B timed
/// on the GPU", "timed on the GPU". Empty if none is.
std::string gpu_timing_text(const AlignedRuns& runs);
/// From where to where a step is timed, in a sentence for each way that a run has; empty for other
/// samples than steps.
std::string step_timing_words(const AlignedRuns& runs);
/// What "GPU busy" of a step is, or "operators" where host work is compared, in terms of its time.
std::string busy_words(const RunDiff& diff);

/// Whether a comparison by operators has any operators: without them, a trace's kernels are listed.
bool tells_operators(const RunDiff& by_op);

/// A readable title: operators with their shapes, kernels with shortened C++ names. Collectives by
/// what they do, "all_to_allv [[8192, 7168]] (group 0 · default_pg)": all have one operator, and
/// most of its arguments are no tensors.
std::string part_title(const RunPart& part);
/// The same without shapes.
std::string part_name(const RunPart& part);

/// The titles of a comparison's rows. If several would be the same, the differing part of the names
/// is added in brackets: "gemm<half> [128x64]". Cost: the names.
std::vector<std::string> row_titles(const RunDiff& diff);

/// A signed time difference: "+1.234 ms", "−200.0 µs", "±0 ns".
std::string signed_duration(double ns);
/// A signed percentage: "+8.1 %", "−6.7 %", "±0.0 %".
std::string format_change_pct(double percent);
/// A share as a percentage: "12.3 %", "−4.0 %".
std::string format_share_pct(double percent);
/// A part's share of the step's change, "12.3 %" or "−4.0 %"; nullopt if there is none to show.
std::optional<std::string> shown_share_text(const RunDiff& diff, double delta_ns);

}  // namespace lanescope
