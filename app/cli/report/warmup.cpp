#include <algorithm>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string no_steps(const Snapshot& trace) {
  return fmt::format("the trace has no ProfilerStep ranges; {}",
                     record_advice(trace, Recordable::Steps));
}

constexpr const char* kNoWarmUp = "warmup_mean_ns: no warm-up steps";

RowColumns<WarmUpSign> sign_columns(const WarmUpSteps& result) {
  using enum ValueKind;
  const auto step = [&](const WarmUpSign& sign) { return result.steps[sign.step].name; };
  const auto warm_up = [&](const WarmUpSign& sign) { return sign.step < result.count; };
  const auto kind = [](const WarmUpSign& sign) { return warm_up_sign_name(sign.kind); };
  const auto words = [=](const WarmUpSign& sign) {
    std::string text(kind(sign));
    std::ranges::replace(text, '_', ' ');
    return text;
  };
  return {// text, JSON
          {{"", "step", "step"}, Name, step, {.width = kReportNameWidth / 2}},
          {{"", "", "warmup"}, Flag, warm_up},
          {{"", "sign"}, Words, words},
          {{"", "", "kind"}, Words, kind},
          {{"", "", "name"}, Name, &WarmUpSign::name},
          {{"", "count", "count"}, Count, &WarmUpSign::count},
          {{"", std::string(kNoTitle)}, Name, &WarmUpSign::name},
          {{"", "", "event_id"}, Event, &WarmUpSign::event}};
}

}  // namespace

Json to_json(const ReportInput& input, const WarmUpSteps& result) {
  Json steps = Json::array();
  for (std::size_t i = 0; i < result.count; ++i) {
    const StepRange& step = result.steps[i];
    steps.push_back({{"name", json_text(input.trace, step.name)},
                     {"start_ns", JsonTimes(input.trace)(step.range.begin_ns)},
                     {"dur_ns", step.range.length_ns()},
                     {"event_id", index_of(step.event)}});
  }
  const bool any = !result.steps.empty();
  Json out = {
      {"count", any ? Json(result.count) : Json()},
      {"of", result.steps.size()},
      {"steps", std::move(steps)},
      {"signs", rows_json(input.trace, sign_columns(result), result.signs)},
      {"warmup_mean_ns", result.count != 0 ? Json(rounded_ns(result.warm_up_ns.mean)) : Json()},
      {"warmup_median_ns", result.count != 0 ? Json(rounded_ns(result.warm_up_ns.median)) : Json()},
      {"steady_mean_ns", any ? Json(rounded_ns(result.steady_ns.mean)) : Json()},
      {"steady_median_ns", any ? Json(rounded_ns(result.steady_ns.median)) : Json()},
      {"outlier_deviations", input.window.thresholds->outlier_deviations * kDeviationScale}};
  if (result.count == 0) out["why"] = any ? std::string(kNoWarmUp) : no_steps(input.trace);
  return out;
}

std::string to_text(const ReportInput& input, const WarmUpSteps& result) {
  if (result.steps.empty()) return "n/a: " + no_steps(input.trace) + "\n";
  if (result.count == 0)
    return fmt::format("no warm-up in {}\n", counted(result.steps.size(), "step"));
  std::string text = fmt::format("warm-up: {} of {}, median {}, {} afterwards\n", result.count,
                                 counted(result.steps.size(), "step"),
                                 format_duration(rounded_ns(result.warm_up_ns.median)),
                                 format_duration(rounded_ns(result.steady_ns.median)));
  std::vector<WarmUpSign> signs = result.signs;
  std::erase_if(signs, [&](const WarmUpSign& sign) { return sign.step >= result.count; });
  return text + (signs.empty() ? "" : first_rows_text(input.trace, sign_columns(result), signs));
}

}  // namespace lanescope
