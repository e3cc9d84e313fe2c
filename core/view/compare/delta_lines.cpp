#include "core/view/compare/delta_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/time.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

const MetricDiff& metric_of(const RunDiff& diff, const DeltaLine& line) {
  return diff.classes[static_cast<std::size_t>(line.idle)];
}

}  // namespace

std::vector<Ns> round_together(const std::vector<double>& parts, double whole) {
  std::vector<Ns> rounded;
  Ns left = rounded_ns(whole);
  for (const double part : parts) {
    rounded.push_back(rounded_ns(std::floor(part)));
    left = saturating_sub(left, rounded.back());
  }
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t i) { return parts[i] - std::floor(parts[i]); });
  for (const std::size_t i : order) {
    if (left <= 0) break;
    ++rounded[i];
    --left;
  }
  return rounded;
}

DeltaLines delta_lines(const RunDiff& diff) {
  std::vector<double> a, b;
  for (const DiffRow& row : diff.rows) {
    a.push_back(row.wall_a_ns);
    b.push_back(row.wall_b_ns);
  }
  for (const MetricDiff& idle : diff.classes) {
    a.push_back(idle.a);
    b.push_back(idle.b);
  }
  const std::vector<Ns> whole_a = round_together(a, diff.step.a);
  const std::vector<Ns> whole_b = round_together(b, diff.step.b);
  DeltaLines all;
  all.step_a_ns = rounded_ns(diff.step.a);
  all.step_b_ns = rounded_ns(diff.step.b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    DeltaLine line;
    line.a_ns = whole_a[i];
    line.b_ns = whole_b[i];
    if (i < diff.rows.size()) {
      line.row = &diff.rows[i];
      const bool in_both = line.row->pair.a && line.row->pair.b;
      line.count_effect_ns = in_both ? rounded_ns(line.row->count_effect_ns) : line.delta_ns();
    } else {
      line.idle = static_cast<IdleClass>(i - diff.rows.size());
      if (line.a_ns == 0 && line.b_ns == 0) continue;
    }
    all.lines.push_back(line);
  }
  std::ranges::stable_sort(all.lines, std::greater<>(), [](const DeltaLine& line) {
    return std::abs(static_cast<double>(line.delta_ns()));
  });
  return all;
}

std::optional<double> p_of(const RunDiff& diff, const DeltaLine& line) {
  return line.row != nullptr ? line.row->p : metric_of(diff, line).p;
}

bool is_significant(const RunDiff& diff, const DeltaLine& line) {
  return line.row != nullptr ? line.row->significant : metric_of(diff, line).significant;
}

bool is_fact(const RunDiff& diff, const DeltaLine& line) {
  const auto p = p_of(diff, line);
  return is_significant(diff, line) && !(p && *p <= kSignificantP);
}

std::string_view delta_state_name(DeltaState state) {
  constexpr std::array<std::string_view, 6> kNames = {"added",           "removed",    "changed",
                                                      "not significant", "not tested", "same"};
  return kNames[static_cast<std::size_t>(state)];
}

DeltaState state_of(const RunDiff& diff, const DeltaLine& line) {
  const DiffRow* row = line.row;
  if (row != nullptr && row->status == DiffStatus::Added) return DeltaState::Added;
  if (row != nullptr && row->status == DiffStatus::Removed) return DeltaState::Removed;
  if (is_significant(diff, line)) return DeltaState::Changed;
  const bool counts_differ = row != nullptr && row->count_a != row->count_b;
  const bool large = line.delta_ns() != 0 &&
                     std::abs(static_cast<double>(line.delta_ns())) >= diff.least_change_ns;
  if (large && !p_of(diff, line)) return DeltaState::NotTested;
  return large || counts_differ ? DeltaState::NotSignificant : DeltaState::Same;
}

std::vector<std::pair<std::string, std::string>> delta_state_meanings(const RunDiff& diff) {
  const std::string least = format_duration(rounded_ns(diff.least_change_ns));
  const std::string_view samples = samples_word(diff.runs.a.by);
  const auto name = [](DeltaState state) { return std::string(delta_state_name(state)); };
  return {{name(DeltaState::Added), "only in B"},
          {name(DeltaState::Removed), "only in A"},
          {name(DeltaState::Changed),
           fmt::format("by at least {}, with p at most {} or other counts in all {}", least,
                       kSignificantP, samples)},
          {name(DeltaState::NotSignificant), "may be chance, or only counts differ"},
          {name(DeltaState::NotTested),
           fmt::format("fewer than {} {} in a run", kLeastSamples, samples)},
          {name(DeltaState::Same), fmt::format("differs by less than {}", least)}};
}

std::size_t explaining_changes(std::span<const Ns> deltas_ns) {
  const auto size = [](Ns delta_ns) { return std::abs(static_cast<double>(delta_ns)); };
  double all = 0, listed = 0;
  for (const Ns delta_ns : deltas_ns) all += size(delta_ns);
  std::size_t count = 0;
  while (count < deltas_ns.size() && listed < kExplainedShare * all)
    listed += size(deltas_ns[count++]);
  return count;
}

std::size_t explaining_lines(std::span<const DeltaLine> lines) {
  std::vector<Ns> deltas_ns;
  for (const DeltaLine& line : lines) deltas_ns.push_back(line.delta_ns());
  return explaining_changes(deltas_ns);
}

std::string_view matched_by_words(MatchedBy by) {
  constexpr std::array<std::string_view, 4> kWords = {
      "full name and shapes", "name, with different shapes", "C++ name, demangled differently",
      "name without template arguments, hashes and numbers"};
  return kWords[static_cast<std::size_t>(by)];
}

std::string significance_words(const RunDiff& diff, const DeltaLine& line) {
  const std::string_view samples = samples_word(diff.runs.a.by);
  if (is_fact(diff, line)) {
    return fmt::format(
        "The counts are the same in all {} of a run and differ between the runs; "
        "no test is needed.",
        samples);
  }
  const auto p = p_of(diff, line);
  if (!p) {
    return fmt::format(
        "n/a: too few {} ({} vs {}) for a significance test; record at least {} each.", samples,
        diff.runs.a.samples.size(), diff.runs.b.samples.size(), kLeastSamples);
  }
  const std::string among = line.row != nullptr ? "any row would change" : "it would change";
  return fmt::format(
      "If A and B did not differ, {} this much in {:.3g} % of the {}{} ways to split the {} "
      "between them. "
      "Significant (*): at most {} "
      "%, and a change of at least {}.",
      among, 100 * *p, diff.exact ? "" : "tried ", count_text(diff.labelings), samples,
      100 * kSignificantP, format_duration(rounded_ns(diff.least_change_ns)));
}

}  // namespace lanescope
