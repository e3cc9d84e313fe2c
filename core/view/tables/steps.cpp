#include "core/analysis/steps/steps.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/view/colors/step_look.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/lacks_kernels.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/step_names.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// The names of the classes in the pane, in JSON and in text.
struct ClassNames {
  const char *pane, *json, *text = kPaneTitle;
};
constexpr std::array<ClassNames, kStepClasses> kNames = {
    {{"Kernels", "kernel"},
     {"Comm", "communication"},
     {"Copies", "memcpy"},
     {"Memsets", "memset"},
     {"Runtime", "runtime"},
     {"DataLoader", "data_loader", "DataLoader"},
     {"CPU", "cpu_exec"},
     {"Other", "other"}}};

Ns length_of_step(const StepRow& row) {
  return row.time().length_ns();
}

/// Each class with its share of the step. Without GPU work, text leaves out those that no step has.
void add_classes(const Snapshot& trace, const StepTable& steps, RowColumns<StepRow>& columns) {
  const bool has_gpu = !lacks_kernels(trace);
  for (std::size_t c = 0; c < kStepClasses; ++c) {
    const auto part = [c](const StepRow& row) { return row.classes_ns[c]; };
    const auto share = [=](const StepRow& row) { return share_of(part(row), length_of_step(row)); };
    const bool any = std::ranges::any_of(
        steps.rows, [=](Ns ns) { return ns != 0; }, part);
    const ClassNames& names = kNames[c];
    const bool told = any || has_gpu;
    columns.add({{{names.pane, told ? names.text : "", std::string("classes_ns/") + names.json},
                  ValueKind::Time,
                  part,
                  {.usual = any}},
                 {{"", told ? std::string(kNoTitle) : ""}, ValueKind::Share, share}});
  }
}

/// The suffix of a step's name in text.
const char* mark_of(const StepRow& step) {
  if (!step.whole) return " (ends after the range)";
  if (step.warm_up) return " (warm-up)";
  if (step.paused) return " (recording paused)";
  if (step.lossy) return " (records lost)";
  return step.outlier ? " (outlier)" : "";
}

/// Includes why a step is longer here than its range on the host.
std::string note_of(const Snapshot& trace, const StepRow& step) {
  if (!step.whole) return "ends after the range";
  if (step.warm_up) return "warm-up";
  if (step.paused) return "recording paused";
  if (step.lossy) return "records lost";
  if (step.outlier) return "outlier";
  const auto host_ns = host_length_ns(trace, step.step);
  return host_ns ? format_duration(*host_ns) + " on the host" : "";
}

DataRow step_row(const Snapshot& trace, const StepRow& step) {
  DataRow row = named_row(trace, CategoryKind::UserAnnotation, step.step.name, step.step.event);
  row.name = std::string(trace.text(step.step.name));
  if (step.warm_up || step.paused || step.lossy || !step.whole) row.tone = DataTone::Dim;
  if (step.outlier) row.tone = DataTone::Alert;
  row.parts.assign(step.classes_ns.begin(), step.classes_ns.end());
  return row;
}

/// "median 177.4 ms · mean 177.6 ms · CV 4.1 % · without 2 warm-up steps"
std::string facts_of(const StepTable& steps) {
  if (steps.cuts_all_steps()) return std::string(kNoWholeStep);
  const SampleSpread& spread = steps.spread_ns;
  const auto warm_up = std::ranges::count(steps.rows, true, &StepRow::warm_up);
  std::string facts = fmt::format("median {} · mean {}", format_duration(rounded_ns(spread.median)),
                                  format_duration(rounded_ns(spread.mean)));
  if (spread.mean > 0) facts += " · CV " + format_share(spread.std / spread.mean);
  if (steps.timed_on_gpu()) facts += " · timed on the GPU: the host runs far ahead";
  if (warm_up != 0) {
    facts += " · excluding " + counted(static_cast<std::uint64_t>(warm_up), "warm-up step");
  }
  const auto count_excluded = [&](bool paused) {
    return std::ranges::count_if(steps.rows, [&](const StepRow& row) {
      return row.whole && !row.warm_up && !steps.is_steady(row) && row.paused == paused;
    });
  };
  if (const auto paused = count_excluded(true); paused != 0)
    facts += fmt::format(" · excluding {} paused", paused);
  if (const auto lossy = count_excluded(false); lossy != 0)
    facts += fmt::format(" · excluding {} {}", lossy, kBesideLoss);
  const std::string left_out = left_out_words(steps);
  if (!left_out.empty()) facts += " · excluding " + left_out;
  return facts;
}

/// The step in which an event starts; for GPU work, the step of its launch.
std::optional<std::uint32_t> step_at(const Snapshot& trace, const std::vector<TimeRange>& steps,
                                     EventId event) {
  auto home = trace.find_slice(event);
  if (home && is_gpu_work(trace.kind_of(home->chunk->category[home->slice]))) {
    const auto launch = trace.find_slice(home->chunk->link[home->slice]);
    if (launch) home = launch;
  }
  if (!home) return std::nullopt;
  const Ns time_ns = home->chunk->start_ns[home->slice];
  const auto after = std::ranges::upper_bound(steps, time_ns, {}, &TimeRange::begin_ns);
  if (after == steps.begin() || !std::prev(after)->contains(time_ns)) return std::nullopt;
  return static_cast<std::uint32_t>(std::prev(after) - steps.begin());
}

}  // namespace

RowColumns<StepRow> step_columns(const Snapshot& trace, const StepTable& steps) {
  using enum ValueKind;
  const auto marked = [&trace](const StepRow& row) {
    return MarkedName{"", std::string(trace.text(row.step.name)), mark_of(row)};
  };
  const auto begin = [](const StepRow& row) { return row.time().begin_ns; };
  const auto event = [](const StepRow& row) { return row.step.event; };
  const auto note = [&trace](const StepRow& row) { return note_of(trace, row); };
  RowColumns<StepRow> columns = {// pane, text, JSON
                                 {{"", "step", "name"}, Name, marked},
                                 {{"", "", "start_ns"}, Moment, begin},
                                 {{"Note"}, Words, note},
                                 {{"Time", kPaneTitle, "dur_ns"}, Time, length_of_step},
                                 {{"Breakdown"}, Bar, length_of_step},
                                 {{"", "", "event_id"}, Event, event},
                                 {{"", "", "warmup"}, Flag, &StepRow::warm_up},
                                 {{"", "", "outlier"}, Flag, &StepRow::outlier},
                                 {{"", "", "paused"}, Flag, &StepRow::paused},
                                 {{"", "", "lossy"}, Flag, &StepRow::lossy}};
  add_classes(trace, steps, columns);
  return columns;
}

DataTable steps_table(const DataInput& in, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto steps = in.results.of<StepTable>();
  DataTable table{.name_title = "Step",
                  .empty = steps->cuts_all_steps()
                               ? "No whole step in the range"
                               : std::string(record_hint(trace, Recordable::Steps))};
  for (std::size_t c = 0; c < kStepClasses; ++c)
    table.parts.push_back({kNames[c].pane, step_class_role(static_cast<StepClass>(c)), kStepShade,
                           step_class_hatched(static_cast<StepClass>(c))});
  const auto look = [&](const StepRow& step) { return step_row(trace, step); };
  fill_table(trace, step_columns(trace, *steps), steps->rows, look, stop, table);
  std::vector<TimeRange> ranges;
  for (const StepRow& step : steps->rows) {
    ranges.push_back(step.step.range);
    table.longest_bar_ns = std::max(table.longest_bar_ns, length_of_step(step));
  }
  table.row_of = [ranges = std::move(ranges)](const Snapshot& snapshot, EventId event) {
    return step_at(snapshot, ranges, event);
  };
  table.usual_bar_ns = rounded_ns(steps->spread_ns.median);
  if (table.rows.empty()) return table;
  table.facts = facts_of(*steps);
  if (const std::string source = unusual_steps_source(trace); !source.empty())
    table.facts += " · " + source;
  return table;
}

}  // namespace lanescope
