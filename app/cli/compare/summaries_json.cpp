#include <cmath>

#include "app/cli/compare/summaries.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

Json whole(const std::optional<double>& value) {
  return value ? Json(static_cast<std::int64_t>(std::llround(*value))) : Json();
}

Json metric_or_null(const std::optional<MetricDiff>& metric) {
  return metric ? metric_json(*metric) : Json();
}

Json classes_json(const SummaryDiff& diff) {
  Json classes = Json::array();
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const auto& metric = diff.metrics[kFirstIdleMetric + i];
    if (!metric) continue;
    Json one = {{"class", idle_class_name(static_cast<IdleClass>(i))}};
    one.update(metric_json(*metric));
    classes.push_back(std::move(one));
  }
  return classes;
}

Json parts_json(const std::vector<SummaryRow>& rows) {
  return json_list(rows, [](const SummaryRow& row) -> Json {
    return {{"key", row.name},
            {"total_a_ns", whole(row.a_ns)},
            {"total_b_ns", whole(row.b_ns)},
            {"delta_ns", whole(row.delta_ns())}};
  });
}

Json headline(const SummaryDiff& diff) {
  Json out = {{"metric", "step_time"}, {"statistic", "mean"}};
  if (const auto& step = diff.metrics[kStepTimeMetric]) out.update(metric_json(*step));
  out["sentence"] = summaries_sentence(diff);
  return out;
}

Json parts_of_step(const SummaryDiff& diff) {
  Json out = {{"gpu_busy", metric_or_null(diff.busy)},
              {"idle", metric_or_null(diff.metrics[kIdleMetric])}};
  for (const std::size_t metric : {std::size_t{kComputeMetric}, std::size_t{kExposedCommMetric},
                                   std::size_t{kExposedCopiesMetric}})
    out[metric_name(metric)] = metric_or_null(diff.metrics[metric]);
  for (std::size_t i = 0; i < kKernelKinds; ++i)
    out[metric_name(kFirstKernelMetric + i)] = metric_or_null(diff.metrics[kFirstKernelMetric + i]);
  const auto& peak = diff.metrics[kPeakMemoryMetric];
  out["peak_memory"] = {{"a_bytes", peak ? whole(peak->a) : Json()},
                        {"b_bytes", peak ? whole(peak->b) : Json()}};
  return out;
}

}  // namespace

Json summaries_json(const PrintedSummaries& printed) {
  const SummaryDiff& diff = printed.diff;
  return {{"a", printed.file_a},
          {"b", printed.file_b},
          {"by_summaries", true},
          {"aligned_by", "steps"},
          {"steps", {{"a", diff.steps_a}, {"b", diff.steps_b}, {"timing", "until_next"}}},
          {"gpus", {{"a", diff.a.setup.gpus}, {"b", diff.b.setup.gpus}}},
          {"headline", headline(diff)},
          {"metrics", parts_of_step(diff)},
          {"environment",
           json_list(
               diff.environment,
               [](const EnvironmentDiff& one) -> Json {
                 return {{"key", one.key}, {"a", json_or_null(one.a)}, {"b", json_or_null(one.b)}};
               })},
          {"warnings", diff.warnings},
          {"classes", classes_json(diff)},
          {"rows_by", printed.by_op ? "op" : "kernel"},
          {"rows", parts_json(printed.rows())},
          {"tables", {{"kernel", parts_json(diff.kernels)}, {"op", parts_json(diff.ops)}}},
          {"gates", gates_json(printed.gates)},
          {"why", kSummariesLack}};
}

}  // namespace lanescope
