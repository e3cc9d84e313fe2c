#include <fmt/format.h>

#include "app/cli/report/graph_counts.h"
#include "app/cli/report/report.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoKernels = "repeats: the window has no compute kernels";
constexpr const char* kTruncated = "repeats: only the first million kernels were checked";
constexpr const char* kNoPeriod =
    "period: no thread's outermost operators repeat three times in the same order";

Json period_json(const Snapshot& trace, const SequenceTable& table) {
  if (!table.period) return nullptr;
  const OpPeriod& period = *table.period;
  return {{"thread", json_text(trace, trace.tracks[index_of(period.thread)].thread)},
          {"ops", period.ops},
          {"match_pct", 100 * period.match},
          {"periods", period.periods},
          {"median_ns", period.length_ns},
          {"event_id", json_event(period.first)}};
}

}  // namespace

Json to_json(const ReportInput& input, const SequenceTable& result) {
  const bool has_graphs = result.graphs.kernels > 0;
  Json out =
      Reasons({{result.kernels == 0, kNoKernels},
               {result.truncated, kTruncated},
               {!result.period, kNoPeriod}})
          .added_to(
              {{"kernels", result.kernels},
               {"tiny_kernel_ns", input.window.thresholds->tiny_kernel_ns},
               {"repeats", rows_json(input.trace, repeat_columns(), result.repeats)},
               {"op_sequences", rows_json(input.trace, op_sequence_columns(input.trace, has_graphs),
                                          result.op_sequences)},
               {"fusion_hints", rows_json(input.trace, fusion_hint_columns(), result.fusion_hints)},
               {"period", period_json(input.trace, result)}});
  if (has_graphs) out["graphs"] = graph_counts_json(result.graphs);
  return out;
}

std::string to_text(const ReportInput& input, const SequenceTable& result) {
  std::string text;
  if (result.period) {
    text = fmt::format(
        "{} {} {}, {} each, {:.0f} % similar\n", counted(result.period->ops, "operator"),
        result.period->ops == 1 ? "repeats" : "repeat", counted(result.period->periods, "time"),
        format_duration(result.period->length_ns), 100 * result.period->match);
  }
  if (result.kernels == 0) {
    const bool counters = has_only_counters(input.trace);
    return text + "n/a: " + (counters ? no_gpu(input) : "the window has no compute kernels") + "\n";
  }
  text += result.repeats.empty()
              ? "no kernels repeat in the same order\n"
              : rows_text(input.trace, repeat_columns(), result.repeats, result.repeats.size());
  if (!result.fusion_hints.empty()) {
    const FusionHint& most = result.fusion_hints.front();
    text += fmt::format("short kernels that could be fused: {}, {}\n",
                        first_names(input.trace, most.kernels, 3), counted(most.count, "time"));
  }
  if (const std::string note = graph_note(result.graphs); !note.empty()) text += note + "\n";
  return text;
}

}  // namespace lanescope
