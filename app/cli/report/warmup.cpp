#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoSteps =
    "the trace has no ProfilerStep ranges; call prof.step() in the training loop";
constexpr const char* kNoWarmUp = "warmup_mean_ns: no step warms up";

Json sign_json(const Snapshot& trace, const WarmUpSteps& result, const WarmUpSign& sign) {
  return {{"step", json_text(trace, result.steps[sign.step].name)},
          {"warmup", sign.step < result.count},
          {"kind", warm_up_sign_name(sign.kind)},
          {"name", json_text(trace, sign.name)},
          {"count", sign.count},
          {"event_id", index_of(sign.event)}};
}

}  // namespace

Json to_json(const ReportInput& input, const WarmUpSteps& result) {
  Json steps = Json::array(), signs = Json::array();
  for (std::size_t i = 0; i < result.count; ++i) {
    const StepRange& step = result.steps[i];
    steps.push_back({{"name", json_text(input.trace, step.name)},
                     {"start_ns", JsonTimes(input.trace)(step.range.begin_ns)},
                     {"dur_ns", step.range.length_ns()},
                     {"event_id", index_of(step.event)}});
  }
  for (const WarmUpSign& sign : result.signs) {
    signs.push_back(sign_json(input.trace, result, sign));
  }
  const bool any = !result.steps.empty();
  Json out = {
      {"count", any ? Json(result.count) : Json()},
      {"of", result.steps.size()},
      {"steps", std::move(steps)},
      {"signs", std::move(signs)},
      {"warmup_mean_ns", result.count != 0 ? Json(rounded_ns(result.warm_up_ns.mean)) : Json()},
      {"warmup_median_ns", result.count != 0 ? Json(rounded_ns(result.warm_up_ns.median)) : Json()},
      {"steady_mean_ns", any ? Json(rounded_ns(result.steady_ns.mean)) : Json()},
      {"steady_median_ns", any ? Json(rounded_ns(result.steady_ns.median)) : Json()},
      {"outlier_deviations", input.window.thresholds->outlier_deviations * kDeviationScale}};
  if (result.count == 0) out["why"] = any ? kNoWarmUp : kNoSteps;
  return out;
}

std::string to_text(const ReportInput& input, const WarmUpSteps& result) {
  if (result.steps.empty()) return std::string("n/a: ") + kNoSteps + "\n";
  if (result.count == 0) return fmt::format("none of {} steps warms up\n", result.steps.size());
  std::string text =
      fmt::format("{} of {} steps warm up: median {}, afterwards {}\n", result.count,
                  result.steps.size(), format_duration(rounded_ns(result.warm_up_ns.median)),
                  format_duration(rounded_ns(result.steady_ns.median)));
  TextTable table({{"step", Align::Left}, {"sign", Align::Left}, {"count"}, {"", Align::Left}});
  std::size_t shown = 0;
  for (const WarmUpSign& sign : result.signs) {
    if (sign.step >= result.count || shown++ >= kMostRows) continue;
    std::string kind(warm_up_sign_name(sign.kind));
    std::replace(kind.begin(), kind.end(), '_', ' ');
    table.add_row({printable(input.trace.text(result.steps[sign.step].name), kReportNameWidth / 2),
                   std::move(kind), format_count(static_cast<std::int64_t>(sign.count)),
                   printable(input.trace.text(sign.name), kReportNameWidth)});
  }
  return text + (table.empty() ? "" : table.text() + more_rows(shown));
}

}  // namespace lanescope
