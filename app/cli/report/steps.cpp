#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/launch/early_work.h"
#include "core/analysis/steps/chosen_steps.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/step_names.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Why there is no step time; empty if there is one.
std::string why_no_time(const Snapshot& trace, const StepTable& steps) {
  if (steps.cuts_all_steps()) return std::string(kNoWholeStep);
  if (steps.rows.empty()) {
    if (!trace.chosen_steps.empty())
      return fmt::format("no range named '{}' starts in the window", trace.chosen_steps);
    return fmt::format("the window has no ProfilerStep ranges; {}",
                       record_advice(trace, Recordable::Steps));
  }
  return steps.has_steady() ? "" : "the window has only warm-up steps";
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

std::string spread_text(const SampleSpread& spread) {
  const auto time = [](double ns) { return format_duration(rounded_ns(ns)); };
  return fmt::format(
      "step time, until the next step begins: median {}, mean {}, std {}, min {}, max {}\n",
      time(spread.median), time(spread.mean), time(spread.std), time(spread.min), time(spread.max));
}

/// Kernels that the first step has but did not launch.
std::string early_text(const ReportInput& input) {
  const EarlyWork early = early_work(input.trace, input.window);
  if (early.kernels == 0) return "";
  return fmt::format(
      "{} launched before the recording began: an earlier step's, but counted where run, until "
      "{}\n",
      counted(early.kernels, "kernel"),
      format_duration(saturating_sub(early.until_ns, input.trace.extent.begin_ns)));
}

/// Which ranges are the steps, unless they are torch.profiler's.
std::string source_text(const Snapshot& trace) {
  const std::string source = unusual_steps_source(trace);
  return source.empty() ? "" : "steps: " + printable(source, kReportNameWidth) + "\n";
}

/// The first steps, and of the others those that are far longer: the longest ones.
std::vector<StepRow> shown_steps(const std::vector<StepRow>& rows) {
  constexpr std::size_t kMostOutliers = kMostRows / 2;
  if (rows.size() <= kMostRows) return rows;
  std::vector<StepRow> first(rows.begin(), rows.begin() + kMostRows), outliers;
  std::copy_if(rows.begin() + kMostRows, rows.end(), std::back_inserter(outliers),
               [](const StepRow& row) { return row.outlier; });
  std::ranges::stable_sort(outliers, std::ranges::greater(),
                           [](const StepRow& row) { return row.time().length_ns(); });
  outliers.resize(std::min(outliers.size(), kMostOutliers));
  std::ranges::sort(outliers, {}, [](const StepRow& row) { return row.step.range.begin_ns; });
  first.insert(first.end(), outliers.begin(), outliers.end());
  return first;
}

/// "and 49 more; see --json", or "and 240 more (6 outliers); see --json".
std::string more_steps(const std::vector<StepRow>& rows, const std::vector<StepRow>& shown) {
  const auto hidden = std::ranges::count(rows, true, &StepRow::outlier) -
                      std::ranges::count(shown, true, &StepRow::outlier);
  if (hidden == 0) return more_rows(rows.size(), shown.size());
  return fmt::format("and {} more ({}); see --json\n", rows.size() - shown.size(),
                     counted(static_cast<std::uint64_t>(hidden), "outlier"));
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
      return steps.has_steady() ? cell_value(steps.spread_ns.*part) : CellValue();
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
  const std::string why = why_no_time(input.trace, result);
  if (!why.empty()) out["why"] = why;
  out["steps_named"] = json_text_or_null(steps_pattern(input.trace));
  out["steps_chosen"] = !input.trace.chosen_steps.empty();
  if (result.timed_on_gpu()) out["timed_on"] = "gpu";
  if (const EarlyWork early = early_work(input.trace, input.window); early.kernels != 0)
    out["kernels_launched_before_recording"] = early.kernels;
  if (result.left_out() != 0)
    out["left_out"] = {{"inside_others", result.inside_others},
                       {"other_threads", result.other_threads}};
  return out;
}

std::string to_text(const ReportInput& input, const StepTable& result) {
  const std::string why = why_no_time(input.trace, result);
  if (result.rows.empty()) return "n/a: " + why + "\n";
  const std::vector<StepRow> shown = shown_steps(result.rows);
  return rows_text(input.trace, step_columns(input.trace, result), shown, shown.size()) +
         more_steps(result.rows, shown) + source_text(input.trace) + left_out_text(result) +
         host_text(input, result) + early_text(input) +
         (why.empty() ? spread_text(result.spread_ns) : "step time n/a: " + why + "\n");
}

}  // namespace lanescope
