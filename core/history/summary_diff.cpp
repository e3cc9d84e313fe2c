#include "core/history/summary_diff.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace lanescope {
namespace {

using Times = std::map<std::string, double>;

MetricDiff tested(const std::vector<double>& a, const std::vector<double>& b, double least) {
  MetricDiff metric{mean_of(a), mean_of(b), {}, permutation_p(a, b, Labelings(a.size(), b.size()))};
  if (metric.p) metric.shift = estimate_shift(a, b);
  metric.significant = metric.p && *metric.p <= kSignificantP && std::abs(metric.delta()) >= least;
  return metric;
}

Times kernel_times(const HistoryRun& run) {
  Times times;
  for (const auto& kind : run.kernels) times.insert(kind.begin(), kind.end());
  return times;
}

Times op_times(const RankSummary& summary, const HistoryRun& run) {
  Times times;
  if (summary.window_steps == 0) return times;
  const auto each =
      static_cast<double>(summary.window_steps * std::max<std::size_t>(run.setup.gpus, 1));
  for (const auto& [name, op] : run.ops) times[name] = op.ns / each;
  return times;
}

std::vector<SummaryRow> joined(const Times& a, const Times& b) {
  std::map<std::string, SummaryRow> rows;
  for (const auto& [name, ns] : a) rows[name].a_ns = ns;
  for (const auto& [name, ns] : b) rows[name].b_ns = ns;
  std::vector<SummaryRow> out;
  for (auto& [name, row] : rows) {
    row.name = name;
    out.push_back(std::move(row));
  }
  std::ranges::stable_sort(out, [](const SummaryRow& x, const SummaryRow& y) {
    return std::abs(x.delta_ns()) > std::abs(y.delta_ns());
  });
  return out;
}

std::optional<std::string> fact(const std::map<std::string, std::string>& facts,
                                const std::string& key) {
  const auto at = facts.find(key);
  return at == facts.end() ? std::nullopt : std::optional(at->second);
}

std::vector<EnvironmentDiff> environment_of(const HistoryRun& a, const HistoryRun& b) {
  std::map<std::string, std::string> keys = a.facts;
  keys.insert(b.facts.begin(), b.facts.end());
  std::vector<EnvironmentDiff> out;
  for (const auto& [key, value] : keys) {
    EnvironmentDiff diff{key, fact(a.facts, key), fact(b.facts, key)};
    if (diff.a != diff.b) out.push_back(std::move(diff));
  }
  return out;
}

std::string number_text(const std::optional<std::int64_t>& number) {
  return number ? fmt::format("{}", *number) : "unknown";
}

std::string text_or_unknown(const std::string& text) {
  return text.empty() ? "unknown" : text;
}

std::vector<std::string> warnings_of(const SummaryDiff& diff) {
  std::vector<std::string> out;
  const RunSetup &a = diff.a.setup, &b = diff.b.setup;
  if (diff.steps_a < kLeastSamples || diff.steps_b < kLeastSamples)
    out.push_back(
        fmt::format("Too few steps ({} vs {}) for a significance test; record at least {} each.",
                    diff.steps_a, diff.steps_b, kLeastSamples));
  if (a.gpu != b.gpu)
    out.push_back(fmt::format("The runs are on different GPUs: {} and {}.", text_or_unknown(a.gpu),
                              text_or_unknown(b.gpu)));
  if (a.gpus != b.gpus) out.push_back(fmt::format("The runs use {} and {} GPUs.", a.gpus, b.gpus));
  if (a.world_size != b.world_size)
    out.push_back(fmt::format("The world sizes differ: {} and {}.", number_text(a.world_size),
                              number_text(b.world_size)));
  if (a.rank != b.rank)
    out.push_back(fmt::format("These are different ranks: {} and {}.", number_text(a.rank),
                              number_text(b.rank)));
  if (a.format != b.format)
    out.push_back(fmt::format("The traces are of different kinds: {} and {}.",
                              text_or_unknown(a.format), text_or_unknown(b.format)));
  const auto other = other_inputs_share(diff.a, diff.b);
  if (!other)
    out.emplace_back(
        "At least one run does not tell the input shapes of operators, so whether both did the "
        "same "
        "work is unknown.");
  else if (*other >= kOtherInputsWarning)
    out.push_back(
        fmt::format("{:.0f} % of operator time has different input shapes.", 100 * *other));
  return out;
}

std::size_t metric_of(const Gate& gate) {
  switch (gate.metric) {
    case GateMetric::StepTime:
      return kStepTimeMetric;
    case GateMetric::Idle:
      return kIdleMetric;
    case GateMetric::IdleOfClass:
      return kFirstIdleMetric + static_cast<std::size_t>(gate.idle_class);
    case GateMetric::PeakMemory:
      return kPeakMemoryMetric;
    default:
      return kHistoryMetrics;
  }
}

/// What the GPU is busy: the steps without their idle time.
std::vector<double> busy_samples(const StepSamples& samples) {
  std::vector<double> busy = samples.values[kStepTimeMetric];
  const auto& idle = samples.values[kIdleMetric];
  if (idle.size() != busy.size()) return {};
  for (std::size_t i = 0; i < busy.size(); ++i) busy[i] -= idle[i];
  return busy;
}

}  // namespace

SummaryDiff diff_summaries(const RankSummary& a, const RankSummary& b,
                           const KernelKindOf& kind_of) {
  SummaryDiff diff;
  diff.a = history_run(a, a.source.file, kind_of);
  diff.b = history_run(b, b.source.file, kind_of);
  const StepSamples in_a = step_samples(a), in_b = step_samples(b);
  diff.steps_a = in_a.steps;
  diff.steps_b = in_b.steps;
  const double least_ns =
      least_change(mean_of(in_a.values[kStepTimeMetric]), mean_of(in_b.values[kStepTimeMetric]));
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric) {
    const auto &from = in_a.values[metric], &to = in_b.values[metric];
    const double least = metric_unit(metric) == MetricUnit::Time ? least_ns : 0;
    if (!from.empty() && !to.empty()) {
      diff.metrics[metric] = tested(from, to, least);
    } else if (diff.a.values[metric] && diff.b.values[metric]) {
      diff.metrics[metric].emplace();
      diff.metrics[metric]->a = *diff.a.values[metric];
      diff.metrics[metric]->b = *diff.b.values[metric];
    }
  }
  const std::vector<double> busy_a = busy_samples(in_a), busy_b = busy_samples(in_b);
  if (!busy_a.empty() && !busy_b.empty()) diff.busy = tested(busy_a, busy_b, least_ns);
  diff.kernels = joined(kernel_times(diff.a), kernel_times(diff.b));
  diff.ops = joined(op_times(a, diff.a), op_times(b, diff.b));
  diff.environment = environment_of(diff.a, diff.b);
  diff.warnings = warnings_of(diff);
  return diff;
}

std::optional<GateResult> gate_of_traces_only(const Gate& gate) {
  if (gate.metric != GateMetric::Op && gate.metric != GateMetric::Kernel) return std::nullopt;
  return missing_gate(
      gate, "a summary has no times per step of single operators and kernels; name two traces");
}

GateResult missing_in_summaries(const Gate& gate) {
  return missing_gate(
      gate,
      fmt::format("at least one of the summaries does not have it, as of a trace without {}",
                  gate.metric == GateMetric::PeakMemory ? "memory events" : "steps or GPU events"));
}

GateResult judge_gate(const Gate& gate, const SummaryDiff& diff) {
  if (const auto beyond = gate_of_traces_only(gate)) return *beyond;
  const std::size_t metric = metric_of(gate);
  const auto& found = gate.metric == GateMetric::GpuBusy ? diff.busy : diff.metrics[metric];
  if (!found) return missing_in_summaries(gate);
  if (metric == kPeakMemoryMetric) return judge_values(gate, found->a, found->b);
  return judge_means(gate, found->a, found->b, found->p);
}

}  // namespace lanescope
