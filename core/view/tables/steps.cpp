#include "core/analysis/steps/steps.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/view/results/recording_facts.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// What the classes are called, and the role whose colour they have.
struct ClassLook {
  std::string_view title;
  std::optional<ColorRole> role;
  std::uint8_t shade = 0;
};
constexpr std::uint8_t kOtherShade = 4;  // fills are copies of another lightness
constexpr std::array<ClassLook, kStepClasses> kLooks = {{{"Kernels", ColorRole::Compute},
                                                         {"Comm.", ColorRole::Communication},
                                                         {"Copies", ColorRole::Copy},
                                                         {"Fills", ColorRole::Copy, kOtherShade},
                                                         {"Runtime", ColorRole::Python},
                                                         {"Data loading", ColorRole::DataLoading},
                                                         {"CPU", ColorRole::CpuOp},
                                                         {"Other", std::nullopt}}};

std::vector<DataColumn> step_columns(const StepTable& steps) {
  std::vector<DataColumn> columns = {
      {"Note", DataKind::Text}, {"Time", DataKind::Time}, {"Where it went", DataKind::Bar}};
  for (std::size_t c = 0; c < kStepClasses; ++c) {
    const bool any = std::any_of(steps.rows.begin(), steps.rows.end(),
                                 [c](const StepRow& row) { return row.classes_ns[c] != 0; });
    columns.push_back({std::string(kLooks[c].title), DataKind::Time, any});
  }
  return columns;
}

/// Also why a step is longer here than its range on the host is.
std::string note_of(const Snapshot& trace, const StepRow& step) {
  if (step.warm_up) return "warm-up";
  if (step.paused) return "recording paused";
  if (step.outlier) return "outlier";
  const auto host_ns = host_length_ns(trace, step.step);
  return host_ns ? format_duration(*host_ns) + " on the host" : "";
}

DataRow step_row(const Snapshot& trace, const StepRow& step) {
  DataRow row;
  row.name = std::string(trace.text(step.step.name));
  row.full_name = step.step.name;
  row.event = step.step.event;
  row.role = role_of(CategoryKind::UserAnnotation, classify_name(row.name));
  row.shade = shade_of(row.name);
  if (step.warm_up || step.paused) row.tone = DataTone::Dim;
  if (step.outlier) row.tone = DataTone::Alert;
  const Ns length_ns = step.step.range.length_ns();
  row.cells = {text_cell(note_of(trace, step)), time_cell(length_ns), time_cell(length_ns)};
  row.parts.assign(step.classes_ns.begin(), step.classes_ns.end());
  for (const Ns part_ns : step.classes_ns) row.cells.push_back(time_cell(part_ns));
  return row;
}

/// "median 177.4 ms · mean 177.6 ms · CV 4.1 % · without 2 warm-up steps"
std::string facts_of(const StepTable& steps) {
  const SampleSpread& spread = steps.spread_ns;
  const auto warm_up = std::count_if(steps.rows.begin(), steps.rows.end(),
                                     [](const StepRow& row) { return row.warm_up; });
  std::string facts = fmt::format("median {} · mean {}", format_duration(rounded_ns(spread.median)),
                                  format_duration(rounded_ns(spread.mean)));
  if (spread.mean > 0) facts += " · CV " + format_share(spread.std / spread.mean);
  if (warm_up != 0) {
    facts += fmt::format(" · without {} warm-up step{}", warm_up, warm_up == 1 ? "" : "s");
  }
  const auto paused = std::count_if(steps.rows.begin(), steps.rows.end(), [&](const StepRow& row) {
    return !row.warm_up && !steps.is_steady(row);
  });
  if (paused != 0) facts += fmt::format(" · without {} with a pause", paused);
  const std::string left_out = left_out_words(steps);
  if (!left_out.empty()) facts += " · without " + left_out;
  return facts;
}

/// The step that an event starts in; GPU work is in that of its launch.
std::optional<std::uint32_t> step_at(const Snapshot& trace, const std::vector<TimeRange>& steps,
                                     EventId event) {
  auto home = trace.find_slice(event);
  if (home && is_gpu_work(trace.kind_of(home->chunk->category[home->slice]))) {
    const auto launch = trace.find_slice(home->chunk->link[home->slice]);
    if (launch) home = launch;
  }
  if (!home) return std::nullopt;
  const Ns time_ns = home->chunk->start_ns[home->slice];
  const auto after =
      std::upper_bound(steps.begin(), steps.end(), time_ns,
                       [](Ns time, const TimeRange& step) { return time < step.begin_ns; });
  if (after == steps.begin() || !std::prev(after)->contains(time_ns)) return std::nullopt;
  return static_cast<std::uint32_t>(std::prev(after) - steps.begin());
}

}  // namespace

DataTable steps_table(const DataInput& in, const std::stop_token& stop) {
  const auto found_steps = in.results.of<StepTable>();
  const StepTable& steps = *found_steps;
  DataTable table;
  table.name_title = "Step";
  table.empty = "No steps here: " + std::string(record_advice(in.results.trace, Recordable::Steps));
  table.columns = step_columns(steps);
  for (const ClassLook& look : kLooks) {
    table.parts.push_back({std::string(look.title), look.role, look.shade});
  }
  for (const StepRow& step : steps.rows) {
    if (stop.stop_requested()) break;
    table.rows.push_back(step_row(in.results.trace, step));
    table.longest_bar_ns = std::max(table.longest_bar_ns, step.step.range.length_ns());
  }
  std::vector<TimeRange> ranges;
  for (const StepRow& step : steps.rows) ranges.push_back(step.step.range);
  table.row_of = [ranges = std::move(ranges)](const Snapshot& trace, EventId event) {
    return step_at(trace, ranges, event);
  };
  table.usual_bar_ns = rounded_ns(steps.spread_ns.median);
  if (!table.rows.empty()) table.facts = facts_of(steps);
  return table;
}

}  // namespace lanescope
