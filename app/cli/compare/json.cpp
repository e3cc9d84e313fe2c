#include <cmath>

#include <fmt/format.h>

#include "app/cli/compare/compare.h"
#include "app/cli/compare/sampled.h"
#include "app/cli/compare/summaries.h"
#include "core/analysis/host/captured/capture_trace_text.h"
#include "core/analysis/host/captured_launch.h"
#include "core/view/results/diff_text.h"

namespace lanescope {
namespace {

/// A mean per step, rounded to whole nanoseconds.
Json ns(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}

Json headline_json(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  Json out = {{"metric", "step_time"}, {"statistic", "mean"}};
  out.update(metric_json(diff.step));
  if (!diff.step.p)
    out["why"] = fmt::format("p, ci_ns: too few {} for a test", samples_word(diff.runs.a.by));
  out["sentence"] = comparison.sentence;
  return out;
}

Json diff_rows_json(const PrintedComparison& comparison, const RunDiff& diff) {
  Json rows = rows_json(comparison.a, diff_columns(diff), diff.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DiffRow& row = diff.rows[i];
    const Snapshot& trace = row.pair.a ? comparison.a : comparison.b;
    const RunPart& part = diff.part(row);
    if (part.kind == PartKind::Kernel)
      rows[i]["ops"] = json_list(part.ops, [&](StringId op) { return json_text(trace, op); });
    if (row.pair.a && row.pair.b && row.pair.by != MatchedBy::Exact) {
      rows[i]["matched_by"] = matched_by_name(row.pair.by);
      rows[i]["key_b"] = key_of(*diff.part_b(row));
    }
  }
  return rows;
}

Json classes_json(const RunDiff& diff) {
  Json classes = Json::array();
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    Json one = {{"class", idle_class_name(static_cast<IdleClass>(i))}};
    one.update(metric_json(diff.classes[i]));
    one["share_pct"] = json_or_null(diff.share_pct(diff.classes[i].delta()));
    classes.push_back(std::move(one));
  }
  return classes;
}

RowColumns<HostNameDiff> host_columns() {
  using enum ValueKind;
  return {{{"", "", "name"}, Words, &HostNameDiff::name},
          {{"", "", "status"},
           Words,
           [](const HostNameDiff& row) { return diff_status_name(row.status); }},
          {{"", "", "count_a"},
           Real,
           [](const HostNameDiff& row) { return whole_or_real(row.count_a); }},
          {{"", "", "count_b"},
           Real,
           [](const HostNameDiff& row) { return whole_or_real(row.count_b); }},
          {{"", "", "sum_a_ns"}, Time, &HostNameDiff::sum_a_ns},
          {{"", "", "sum_b_ns"}, Time, &HostNameDiff::sum_b_ns}};
}

Json samples_json(const Snapshot& trace, const RunSamples& runs) {
  return {{"timing", step_timing_name(runs.timing)},
          {"compared", json_list(runs.samples,
                                 [&](const RunSample& sample) -> Json {
                                   return {{"name", json_text_or_null(trace, sample.name)},
                                           {"start_ns", JsonTimes(trace)(sample.range.begin_ns)},
                                           {"dur_ns", sample.range.length_ns()}};
                                 })},
          {"warm_up", runs.warm_up},
          {"incomplete", runs.incomplete},
          {"inside_others", runs.inside_others},
          {"other_threads", runs.other_threads},
          {"paused", runs.paused},
          {"lossy", runs.lossy},
          {"thinned", runs.thinned}};
}

/// What was joined with a capture trace; null: nothing.
Json capture_json(const Snapshot& trace) {
  const auto use = capture_trace_use(trace);
  if (!use) return nullptr;
  const CaptureTraceJoins joins = capture_trace_joins(trace);
  return {{"file", use->file},
          {"replays", use->replays},
          {"joined", use->joined},
          {"by_node_id", joins.by_node_id},
          {"uncertain", joins.uncertain}};
}

RowColumns<EnvironmentDiff> environment_columns() {
  using enum ValueKind;
  return {{{"", "", "key"}, Words, &EnvironmentDiff::key},
          {{"", "", "a"}, Words, &EnvironmentDiff::a},
          {{"", "", "b"}, Words, &EnvironmentDiff::b}};
}

}  // namespace

Json metric_json(const MetricDiff& metric) {
  Json out = {{"a_ns", ns(metric.a)},
              {"b_ns", ns(metric.b)},
              {"delta_ns", ns(metric.delta())},
              {"delta_pct", json_or_null(metric.delta_pct())},
              {"ci_ns", nullptr},
              {"ci_of", "shift_ns"},
              {"shift_ns", nullptr},
              {"p", json_or_null(metric.p)},
              {"significant", metric.significant}};
  if (metric.shift) {
    out["ci_ns"] = {ns(metric.shift->low), ns(metric.shift->high)};
    out["shift_ns"] = ns(metric.shift->shift);
  }
  return out;
}

Json gates_json(const std::vector<GateResult>& results) {
  Json gates = Json::array();
  for (const GateResult& result : results) {
    const bool bytes = result.gate.metric == GateMetric::PeakMemory;
    const bool missing = result.state == GateState::Missing;
    Json gate = {{"gate", result.gate.text},
                 {"state", gate_state_name(result.state)},
                 {bytes ? "a_bytes" : "a_ns", missing ? Json() : ns(result.a)},
                 {bytes ? "b_bytes" : "b_ns", missing ? Json() : ns(result.b)},
                 {"p", json_or_null(result.p)}};
    if (missing) gate["why"] = result.why;
    gates.push_back(std::move(gate));
  }
  return gates;
}

Json comparison_json(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  Json tables = Json::object();
  for (const RunDiff& level : comparison.levels) {
    tables[std::string(part_level_name(level.a.level))] = diff_rows_json(comparison, level);
  }
  tables["host"] = rows_json(comparison.a, host_columns(), comparison.host);
  Json out = {
      {"a", comparison.file_a},
      {"b", comparison.file_b},
      {"aligned_by", align_by_name(diff.runs.a.by)},
      {"steps", {{"a", diff.runs.a.samples.size()}, {"b", diff.runs.b.samples.size()}}},
      {"gpus", {{"a", diff.a.gpus}, {"b", diff.b.gpus}}},
      {"samples",
       {{"a", samples_json(comparison.a, diff.runs.a)},
        {"b", samples_json(comparison.b, diff.runs.b)}}},
      {"headline", headline_json(comparison)},
      {"metrics",
       {{"gpu_busy", diff.a.of_gpu ? metric_json(diff.busy) : Json()},
        {"idle", metric_json(diff.idle)},
        {"paused", metric_json(diff.paused)},
        {"peak_memory",
         {{"a_bytes", json_or_null(diff.peak_a_bytes)},
          {"b_bytes", json_or_null(diff.peak_b_bytes)}}}}},
      {"test",
       {{"keys", diff.tested},
        {"significant", diff.significant_rows()},
        {"labelings", diff.tested == 0 ? 0 : diff.labelings},
        {"exact", diff.exact}}},
      {"environment", rows_json(comparison.a, environment_columns(), comparison.environment)},
      {"warnings", comparison.warnings},
      {"classes", classes_json(diff)},
      {"rows_by", part_level_name(comparison.level)},
      {"rows", diff_rows_json(comparison, diff)},
      {"tables", std::move(tables)},
      {"gates", gates_json(comparison.gates)}};
  if (!comparison.sampled.empty()) out["sampled"] = sampled_json(comparison.a, comparison.sampled);
  const Json a = capture_json(comparison.a), b = capture_json(comparison.b);
  if (!a.is_null() || !b.is_null()) out["capture_trace"] = {{"a", a}, {"b", b}};
  return out;
}

}  // namespace lanescope
