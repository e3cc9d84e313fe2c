// What changed from one run to another, as numbers that add up to the change of the step to the
// nanosecond, and what the table of it (delta_table() in data_tables.h) says in words.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/compare/run_diff.h"

namespace lanescope {

/// The brief table has the fewest rows whose changes, longer or shorter, make up this much of all
/// changes; the others are one row.
inline constexpr double kExplainedShare = 0.9;

/// A part of the step, or the idle time of a class. Times are means a step in whole nanoseconds,
/// rounded so that the lines of a run add up to its step.
struct DeltaLine {
  const DiffRow* row = nullptr;          // null of idle time
  IdleClass idle = IdleClass::Untraced;  // else
  Ns a_ns = 0, b_ns = 0;
  Ns count_effect_ns = 0;  // the rest of the change is the duration effect
  [[nodiscard]] Ns delta_ns() const { return saturating_sub(b_ns, a_ns); }
};

struct DeltaLines {
  std::vector<DeltaLine> lines;  // by the size of the change, falling
  Ns step_a_ns = 0, step_b_ns = 0;
  [[nodiscard]] Ns delta_ns() const { return saturating_sub(step_b_ns, step_a_ns); }
};

/// How likely so large a change is among runs that are alike; nullopt: too few samples to tell.
std::optional<double> p_of(const RunDiff& diff, const DeltaLine& line);
bool is_significant(const RunDiff& diff, const DeltaLine& line);
/// Counts that differ and never vary need no test.
bool is_fact(const RunDiff& diff, const DeltaLine& line);
DiffStatus status_of(const RunDiff& diff, const DeltaLine& line);
/// Has changed by much, but in too few steps to test, or by no more than chance would have it.
bool is_unsure(const RunDiff& diff, const DeltaLine& line);

/// Idle classes that neither run has are left out. `diff` must outlive the lines. Cost: sorting.
DeltaLines delta_lines(const RunDiff& diff);

/// How many of the first lines make up kExplainedShare of all changes; 0 where nothing changed.
std::size_t explaining_lines(std::span<const DeltaLine> lines);

/// Whole numbers near `parts` whose sum is that of all of them, rounded: the ones that lost most by
/// rounding down get one more (the method of largest remainders).
std::vector<Ns> round_together(const std::vector<double>& parts, double whole);

/// How the names of both runs were matched, in words: "name, with different shapes".
std::string_view matched_by_words(MatchedBy by);

/// Why a change counts as real or not, in one sentence.
std::string significance_words(const RunDiff& diff, const DeltaLine& line);

}  // namespace lanescope
