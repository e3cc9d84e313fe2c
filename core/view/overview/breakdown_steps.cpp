#include "core/view/overview/breakdown_steps.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Steps that are longer than so many medians are cut off, or the others would be too low to read.
constexpr Ns kMostMedians = 3;
constexpr double kHeadroom = 1.15;
// Classes that share a role's colour lie at the ends of its shades.
constexpr std::uint8_t kDark = 0, kLight = 34;
constexpr std::string_view kStepPrefix = "ProfilerStep#";

constexpr std::array<StepClassLook, kStepClasses> kLooks = {{
    {"kernels", ColorRole::Compute, 0},
    {"communication", ColorRole::Communication, 0},
    {"copies", ColorRole::Copy, kLight},
    {"fills", ColorRole::Copy, kDark},
    {"runtime calls", ColorRole::Python, 0},
    {"data loading", ColorRole::DataLoading, 0},
    {"CPU operators", ColorRole::CpuOp, 0},
    {"other", std::nullopt, 0},
}};

StepColumn column_of(const Snapshot& snapshot, const StepRow& row) {
  StepColumn column;
  column.event = row.step.event;
  column.range = row.step.range;
  column.name = snapshot.text(row.step.name);
  column.label =
      column.name.starts_with(kStepPrefix) ? column.name.substr(kStepPrefix.size()) : column.name;
  column.warm_up = row.warm_up;
  column.paused = row.paused;
  column.outlier = row.outlier;
  column.host_ns = host_length_ns(snapshot, row.step);
  column.classes_ns = row.classes_ns;
  return column;
}

Ns chart_top(const StepColumns& columns) {
  Ns longest_ns = 1;
  for (const StepColumn& column : columns.columns)
    longest_ns = std::max(longest_ns, column.range.length_ns());
  if (columns.median_ns && *columns.median_ns > 0 && *columns.median_ns < kMaxNs / kMostMedians)
    longest_ns = std::min(longest_ns, *columns.median_ns * kMostMedians);
  return rounded_ns(std::min(static_cast<double>(longest_ns) * kHeadroom, 9.2e18));
}

}  // namespace

StepClassLook look_of(StepClass step_class) {
  return kLooks[static_cast<std::size_t>(step_class)];
}

StepColumns step_columns(const Snapshot& snapshot, const StepTable& steps, std::size_t most) {
  StepColumns out;
  out.sums.fill(0);
  if (steps.rows.empty() || most == 0) return out;
  const bool any_steady =
      std::ranges::any_of(steps.rows, [&](const StepRow& r) { return steps.is_steady(r); });
  if (any_steady) out.median_ns = rounded_ns(steps.spread_ns.median);
  const std::size_t each = (steps.rows.size() + most - 1) / most;
  for (std::size_t i = 0; i < steps.rows.size(); ++i) {
    const StepRow& row = steps.rows[i];
    if (!any_steady || steps.is_steady(row)) {
      for (std::size_t c = 0; c < kStepClasses; ++c)
        out.sums[c] = saturating_add(out.sums[c], row.classes_ns[c]);
    }
    if (i % each == 0) {
      out.columns.push_back(column_of(snapshot, row));
      continue;
    }
    StepColumn& column = out.columns.back();
    const std::size_t together = column.steps + 1;
    if (row.step.range.length_ns() > column.range.length_ns()) column = column_of(snapshot, row);
    column.steps = together;
  }
  out.top_ns = chart_top(out);
  return out;
}

std::vector<std::pair<std::string, std::string>> step_facts(const StepColumn& column,
                                                            std::optional<Ns> median_ns) {
  std::vector<std::pair<std::string, std::string>> facts;
  const Ns length_ns = column.range.length_ns();
  if (column.steps > 1) facts.emplace_back("Longest of", fmt::format("{} steps", column.steps));
  facts.emplace_back("Time", format_duration(length_ns));
  if (column.host_ns) facts.emplace_back("On the host", format_duration(*column.host_ns));
  if (median_ns && *median_ns > 0) {
    const double ratio = static_cast<double>(length_ns) / static_cast<double>(*median_ns);
    facts.emplace_back("% of median", format_share(ratio));
  }
  if (column.warm_up || column.paused || column.outlier) {
    facts.emplace_back("Note", column.warm_up  ? "warm-up"
                               : column.paused ? "the recording was paused"
                                               : "far longer than the others");
  }
  for (std::size_t c = 0; c < kStepClasses; ++c) {
    if (column.classes_ns[c] <= 0) continue;
    std::string title(kLooks[c].title);
    if (title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
    facts.emplace_back(std::move(title), format_duration(column.classes_ns[c]));
  }
  return facts;
}

}  // namespace lanescope
