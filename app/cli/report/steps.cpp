#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "app/cli/report/report.h"
#include "core/view/results/recording_facts.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr const char* kNoSteps =
    "the window has no ProfilerStep ranges; call prof.step() in the training loop";

/// Why the last step is longer here than its range on the host is.
std::string host_text(const ReportInput& input, const StepTable& result) {
  const StepRange& last = result.rows.back().step;
  const auto host_ns = host_length_ns(input.trace, last);
  if (!host_ns) return "";
  return fmt::format("{} takes {} on the host, {} more with its GPU work\n",
                     printable(input.trace.text(last.name), kReportNameWidth),
                     format_duration(*host_ns), format_duration(last.range.length_ns() - *host_ns));
}

std::string left_out_text(const StepTable& result) {
  const std::string words = left_out_words(result);
  return words.empty() ? "" : fmt::format("left out: {}\n", words);
}

}  // namespace

Json to_json(const ReportInput& input, const StepTable& result) {
  const SampleSpread& spread = result.spread_ns;
  const auto of_spread = [&](double ns) {
    return result.rows.empty() ? Json() : Json(rounded_ns(ns));
  };
  Json out = {{"steps", rows_json(input.trace, step_columns(input.trace, result), result.rows)},
              {"mean_ns", of_spread(spread.mean)},
              {"median_ns", of_spread(spread.median)},
              {"std_ns", of_spread(spread.std)},
              {"min_ns", of_spread(spread.min)},
              {"max_ns", of_spread(spread.max)},
              {"cv", spread.mean > 0 ? Json(spread.std / spread.mean) : Json()}};
  if (result.rows.empty()) out["why"] = kNoSteps;
  if (result.left_out() != 0)
    out["left_out"] = {{"inside_others", result.inside_others},
                       {"other_threads", result.other_threads}};
  return out;
}

std::string to_text(const ReportInput& input, const StepTable& result) {
  if (result.rows.empty()) return std::string("n/a: ") + kNoSteps + "\n";
  const SampleSpread& spread = result.spread_ns;
  return first_rows_text(input.trace, step_columns(input.trace, result), result.rows) +
         left_out_text(result) + host_text(input, result) +
         fmt::format(
             "median step {}, mean {}, std {}, min {}, max {}\n",
             format_duration(rounded_ns(spread.median)), format_duration(rounded_ns(spread.mean)),
             format_duration(rounded_ns(spread.std)), format_duration(rounded_ns(spread.min)),
             format_duration(rounded_ns(spread.max)));
}

}  // namespace lanescope
