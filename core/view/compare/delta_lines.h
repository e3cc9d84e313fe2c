// What changed from one run to the other, in numbers that add up exactly (in ns) to the change in
// step time, and the wording of the table that shows it (delta_table() in data_tables.h).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/compare/run_diff.h"

namespace lanescope {

/// The brief table lists the fewest rows whose absolute changes make up this share of all changes;
/// the rest are combined into one row.
inline constexpr double kExplainedShare = 0.9;

/// A part of the step, or the idle time of one class. Times are means per step in whole
/// nanoseconds, rounded so that each run's lines add up to its step time.
struct DeltaLine {
  const DiffRow* row = nullptr;          // null for idle time
  IdleClass idle = IdleClass::Untraced;  // if row is null
  Ns a_ns = 0, b_ns = 0;
  Ns count_effect_ns = 0;  // the rest of the change is the duration effect
  [[nodiscard]] Ns delta_ns() const { return saturating_sub(b_ns, a_ns); }
};

struct DeltaLines {
  std::vector<DeltaLine> lines;  // largest change first
  Ns step_a_ns = 0, step_b_ns = 0;
  [[nodiscard]] Ns delta_ns() const { return saturating_sub(step_b_ns, step_a_ns); }
};

/// The probability of so large a change between identical runs; nullopt: too few samples.
std::optional<double> p_of(const RunDiff& diff, const DeltaLine& line);
bool is_significant(const RunDiff& diff, const DeltaLine& line);
/// Whether the change is certain without a test: counts that never vary within a run but differ.
bool is_fact(const RunDiff& diff, const DeltaLine& line);

/// What the table says of a change. Unlike DiffStatus, other counts alone are not a change.
enum class DeltaState : std::uint8_t {
  Added,
  Removed,
  Changed,         // significant, see DiffRow::significant
  NotSignificant,  // large enough, or of counts, but not significant
  NotTested,       // large enough, with too few samples for a test
  Same,            // smaller than RunDiff::least_change_ns
};
/// "added", "not significant" …
std::string_view delta_state_name(DeltaState state);
DeltaState state_of(const RunDiff& diff, const DeltaLine& line);
/// What each state means, with the limits of this comparison: the same for all rows.
std::vector<std::pair<std::string, std::string>> delta_state_meanings(const RunDiff& diff);

/// Omits idle classes that neither run has. `diff` must outlive the lines. Cost: a sort.
DeltaLines delta_lines(const RunDiff& diff);

/// How many of the first changes make up kExplainedShare of all; 0 if nothing changed.
std::size_t explaining_changes(std::span<const Ns> deltas_ns);
/// The same of lines.
std::size_t explaining_lines(std::span<const DeltaLine> lines);

/// Rounds `parts` to integers whose sum is the rounded `whole`: the parts with the largest
/// remainders are rounded up (largest remainder method).
std::vector<Ns> round_together(const std::vector<double>& parts, double whole);

/// How the names of the two runs were matched: "name, with different shapes".
std::string_view matched_by_words(MatchedBy by);

/// One sentence on why a change is or is not considered real.
std::string significance_words(const RunDiff& diff, const DeltaLine& line);

}  // namespace lanescope
