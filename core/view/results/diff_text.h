// The comparison in one sentence, with numbers and how sure they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// A part or an idle class with its share of the change of the step.
struct DiffCause {
  std::string name;
  double delta_ns = 0;
  std::optional<double> share_pct;  // nullopt where the step did not change at all
  bool idle = false;
  DiffStatus status = DiffStatus::Changed;  // of a row: whether one run alone has it
};

/// What moved the step time, the largest first: rows and classes that changed for real (all of them
/// where there are too few steps to tell), in the direction of the step, and no less than a tenth
/// of its change. Of a step that did not really change, what did by at least 1 % of it, either way.
/// At most three.
std::vector<DiffCause> causes_of(const RunDiff& diff);

/// "Step time rose 12.4 %, from 139.7 ms to 157.0 ms (95 % sure of +10.10 to +20.31 ms, p 0.004):
/// idle for data loading explains 83 %, aten::mm [[64, 1024]] 12 %." Where parts make up for each
/// other, whose shares would add up to more than everything, it has times, of the busy and the idle
/// half first.
std::string diff_sentence(const RunDiff& diff);

/// Whether the rows of a difference by operators are some: a trace without them has kernels there.
bool tells_operators(const RunDiff& by_op);

/// As a person would write it: operators with their shapes, kernels without the noise of C++.
std::string part_title(const RunPart& part);

/// The titles of a difference's rows. Those of several rows have in brackets where the names
/// differ: "gemm<half> [128x64]". Cost: the names.
std::vector<std::string> row_titles(const RunDiff& diff);

/// A difference of times with its sign: "+1.234 ms", "−200.0 µs", "±0 ns".
std::string signed_duration(double ns);
/// The same of per cent: "+8.1 %", "−6.7 %", "±0.0 %".
std::string format_change_pct(double percent);
/// A share in per cent: "12.3 %", "−4.0 %".
std::string format_share_pct(double percent);
/// A part's share of the change of the step, "12.3 %" or "−4.0 %"; nullopt where there is none to
/// show.
std::optional<std::string> shown_share_text(const RunDiff& diff, double delta_ns);

}  // namespace lanescope
