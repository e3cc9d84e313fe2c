#include <cmath>

#include "app/cli/compare/compare.h"
#include "core/view/results/diff_text.h"

namespace lanescope {
namespace {

/// Means a step become whole numbers only where nothing is lost.
Json ns(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}
Json number(double value) {
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

Json metric_json(const MetricDiff& metric) {
  Json out = {{"a_ns", ns(metric.a)},
              {"b_ns", ns(metric.b)},
              {"delta_ns", ns(metric.delta())},
              {"delta_pct", json_or_null(metric.delta_pct())},
              {"ci_ns", nullptr},
              {"shift_ns", nullptr},
              {"p", json_or_null(metric.p)},
              {"significant", metric.significant}};
  if (metric.shift) {
    out["ci_ns"] = {ns(metric.shift->low), ns(metric.shift->high)};
    out["shift_ns"] = ns(metric.shift->shift);
  }
  return out;
}

Json headline_json(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  Json out = {{"metric", "step_time"}, {"statistic", "mean"}};
  out.update(metric_json(diff.step));
  if (!diff.step.p) out["why"] = "p, ci_ns: too few steps for a test";
  out["sentence"] = comparison.sentence;
  return out;
}

Json names_json(const Snapshot& trace, const RunPart* part) {
  Json names = Json::array();
  if (part == nullptr) return names;
  for (const StringId op : part->ops) names.push_back(json_text(trace, op));
  return names;
}

std::string key_of(const RunPart& part) {
  return part.shapes.empty() ? part.name : part.name + " " + part.shapes;
}

constexpr std::array kKinds = {"kernel", "op", "module"};

Json row_json(const PrintedComparison& comparison, const RunDiff& diff, const DiffRow& row) {
  const RunPart& part = diff.part(row);
  const RunPart *a = diff.part_a(row), *b = diff.part_b(row);
  Json out = {{"key", key_of(part)},
              {"kind", kKinds[static_cast<std::size_t>(part.kind)]},
              {"status", diff_status_name(row.status)},
              {"count_a", number(row.count_a)},
              {"count_b", number(row.count_b)},
              {"total_a_ns", ns(row.wall_a_ns)},
              {"total_b_ns", ns(row.wall_b_ns)},
              {"delta_ns", ns(row.delta_ns())},
              {"count_effect_ns", ns(row.count_effect_ns)},
              {"duration_effect_ns", ns(row.duration_effect_ns)},
              {"share_pct", json_or_null(diff.share_pct(row.delta_ns()))},
              {"p", json_or_null(row.p)},
              {"significant", row.significant},
              {"sum_a_ns", ns(row.sum_a_ns)},
              {"sum_b_ns", ns(row.sum_b_ns)},
              {"event_a", a != nullptr ? json_event(a->example) : Json()},
              {"event_b", b != nullptr ? json_event(b->example) : Json()}};
  if (part.kind == PartKind::Kernel) {
    out["ops"] = names_json(row.pair.a ? comparison.a : comparison.b, &part);
  }
  if (a != nullptr && b != nullptr && row.pair.by != MatchedBy::Exact) {
    out["matched_by"] = matched_by_name(row.pair.by);
    out["key_b"] = key_of(*b);
  }
  return out;
}

Json rows_json(const PrintedComparison& comparison, const RunDiff& diff) {
  Json rows = Json::array();
  for (const DiffRow& row : diff.rows) rows.push_back(row_json(comparison, diff, row));
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

Json host_json(const PrintedComparison& comparison) {
  Json rows = Json::array();
  for (const HostNameDiff& row : comparison.host) {
    rows.push_back({{"name", row.name},
                    {"status", diff_status_name(row.status)},
                    {"count_a", number(row.count_a)},
                    {"count_b", number(row.count_b)},
                    {"sum_a_ns", ns(row.sum_a_ns)},
                    {"sum_b_ns", ns(row.sum_b_ns)}});
  }
  return rows;
}

Json samples_json(const Snapshot& trace, const RunSamples& runs) {
  Json names = Json::array();
  for (const RunSample& sample : runs.samples) {
    names.push_back({{"name", json_text_or_null(trace, sample.name)},
                     {"start_ns", JsonTimes(trace)(sample.range.begin_ns)},
                     {"dur_ns", sample.range.length_ns()}});
  }
  return {{"compared", std::move(names)},
          {"warm_up", runs.warm_up},
          {"incomplete", runs.incomplete},
          {"inside_others", runs.inside_others},
          {"other_threads", runs.other_threads},
          {"paused", runs.paused},
          {"thinned", runs.thinned}};
}

Json gates_json(const PrintedComparison& comparison) {
  Json gates = Json::array();
  for (const GateResult& result : comparison.gates) {
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

Json environment_json(const PrintedComparison& comparison) {
  Json facts = Json::array();
  for (const EnvironmentDiff& diff : comparison.environment) {
    facts.push_back({{"key", diff.key}, {"a", json_or_null(diff.a)}, {"b", json_or_null(diff.b)}});
  }
  return facts;
}

}  // namespace

Json comparison_json(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  Json tables = Json::object();
  for (const RunDiff& level : comparison.levels) {
    tables[std::string(part_level_name(level.a.level))] = rows_json(comparison, level);
  }
  tables["host"] = host_json(comparison);
  return {{"a", comparison.file_a},
          {"b", comparison.file_b},
          {"aligned_by", align_by_name(diff.runs.a.by)},
          {"steps", {{"a", diff.runs.a.samples.size()}, {"b", diff.runs.b.samples.size()}}},
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
          {"environment", environment_json(comparison)},
          {"warnings", comparison.warnings},
          {"classes", classes_json(diff)},
          {"rows_by", part_level_name(comparison.level)},
          {"rows", rows_json(comparison, diff)},
          {"tables", std::move(tables)},
          {"gates", gates_json(comparison)}};
}

}  // namespace lanescope
