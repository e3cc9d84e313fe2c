#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

std::string no_steps(const Snapshot& trace) {
  return fmt::format("the window has no ProfilerStep ranges; {}",
                     record_advice(trace, Recordable::Steps));
}

/// What a step's time is if not that of its range on the host: measured on the GPU, or in the last
/// step to the end of its GPU work.
std::string host_text(const ReportInput& input, const StepTable& result) {
  if (result.timed_on_gpu()) {
    return "the host runs far ahead of the GPU, so steps are timed on the GPU: from the first "
           "kernel of a step to that of the next\n";
  }
  const StepRange& last = result.rows.back().step;
  const auto host_ns = host_length_ns(input.trace, last);
  if (!host_ns) return "";
  return fmt::format("{} takes {} on the host, {} more with its GPU work\n",
                     printable(input.trace.text(last.name), kReportNameWidth),
                     format_duration(*host_ns), format_duration(last.range.length_ns() - *host_ns));
}

std::string left_out_text(const StepTable& result) {
  const std::string words = left_out_words(result);
  return words.empty() ? "" : fmt::format("excluded: {}\n", words);
}

}  // namespace

RowColumns<StepTable> step_spread_columns() {
  using enum ValueKind;
  const auto of = [](double SampleSpread::*part) {
    return [=](const StepTable& steps) {
      return steps.rows.empty() ? CellValue() : cell_value(steps.spread_ns.*part);
    };
  };
  RowColumns<StepTable> columns = {
      // JSON, page
      {{"", "", "", "steps"}, Id, [](const StepTable& steps) { return steps.rows.size(); }},
      {{"", "", "median_ns", "median"}, Time, of(&SampleSpread::median)},
      {{"", "", "mean_ns", "mean"}, Time, of(&SampleSpread::mean)},
      {{"", "", "std_ns", "std"}, Time, of(&SampleSpread::std)},
      {{"", "", "min_ns", "min"}, Time, of(&SampleSpread::min)},
      {{"", "", "max_ns", "max"}, Time, of(&SampleSpread::max)}};
  columns.keys = {"mean_ns"};
  return columns;
}

Json to_json(const ReportInput& input, const StepTable& result) {
  const SampleSpread& spread = result.spread_ns;
  Json out = {{"steps", rows_json(input.trace, step_columns(input.trace, result), result.rows)}};
  out.update(rows_json(input.trace, step_spread_columns(), std::span(&result, 1)).front());
  out["cv"] = spread.mean > 0 ? Json(spread.std / spread.mean) : Json();
  if (result.rows.empty()) out["why"] = no_steps(input.trace);
  if (result.timed_on_gpu()) out["timed_on"] = "gpu";
  if (result.left_out() != 0)
    out["left_out"] = {{"inside_others", result.inside_others},
                       {"other_threads", result.other_threads}};
  return out;
}

std::string to_text(const ReportInput& input, const StepTable& result) {
  if (result.rows.empty()) return "n/a: " + no_steps(input.trace) + "\n";
  const SampleSpread& spread = result.spread_ns;
  const auto time = [](double ns) { return format_duration(rounded_ns(ns)); };
  return first_rows_text(input.trace, step_columns(input.trace, result), result.rows) +
         left_out_text(result) + host_text(input, result) +
         fmt::format("median step {}, mean {}, std {}, min {}, max {}\n", time(spread.median),
                     time(spread.mean), time(spread.std), time(spread.min), time(spread.max));
}

}  // namespace lanescope
