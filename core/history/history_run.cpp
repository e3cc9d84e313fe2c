#include "core/history/history_run.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_rank.h"

namespace lanescope {
namespace {

/// As members of a trace's metadata, which torch.profiler's add_metadata() writes; in lowercase.
constexpr std::array<std::string_view, 11> kCommitKeys = {
    "commit",       "git_commit", "git_sha", "git_hash",   "commit_sha",   "commit_hash",
    "git_revision", "revision",   "sha",     "github_sha", "ci_commit_sha"};
/// Members that identify a recording and say nothing about the run, and those shown elsewhere.
constexpr std::array<std::string_view, 13> kNoFacts = {"trace_id",
                                                       "tracename",
                                                       "basetimenanoseconds",
                                                       "displaytimeunit",
                                                       "schemaversion",
                                                       "timestamp",
                                                       "rank",
                                                       "hostname",
                                                       "host_name",
                                                       "host",
                                                       "node_name",
                                                       "world_size",
                                                       "pid"};
constexpr double kPercent = 100;

std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower_case);
  return out;
}

bool is_in(const auto& list, const std::string& key) {
  return std::ranges::find(list, key) != list.end();
}

/// "2 × NVIDIA A100" would be other hardware than one of it, but a trace lists all of a host.
std::string gpu_names(const std::vector<DeviceInfo>& devices) {
  std::set<std::string> names;
  for (const DeviceInfo& device : devices) {
    if (!device.name.empty()) names.insert(device.name);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

bool is_steady(const StepFacts& step) {
  return step.whole && !step.warm_up && !step.paused;
}

void add_step(const StepFacts& step, StepSamples& out) {
  ++out.steps;
  out.values[kStepTimeMetric].push_back(static_cast<double>(step.range.length_ns()));
  if (step.devices == 0) return;
  out.gpus = std::max<std::size_t>(out.gpus, step.devices);
  const auto each = [&](std::size_t metric, Ns ns) {
    out.values[metric].push_back(static_cast<double>(ns) / step.devices);
  };
  each(kComputeMetric, step.compute_ns);
  each(kExposedCommMetric, step.exposed_comm_ns);
  each(kExposedCopiesMetric, step.exposed_memory_ns);
  each(kIdleMetric, step.total_idle_ns());
  for (std::size_t i = 0; i < kIdleClasses; ++i) each(kFirstIdleMetric + i, step.idle_ns[i]);
  const double recorded = static_cast<double>(step.range.length_ns()) * step.devices -
                          static_cast<double>(step.paused_ns);
  if (recorded > 0)
    out.values[kGpuBusyMetric].push_back(
        kPercent * (1 - static_cast<double>(step.total_idle_ns()) / recorded));
}

/// Only of a window of steps, which has the kernels that start in so many of them.
void add_kernels(const RankSummary& summary, const KernelKindOf& kind_of, HistoryRun& out) {
  if (summary.window_steps == 0 || out.setup.gpus == 0 || summary.kernels.empty()) return;
  const double each = static_cast<double>(summary.window_steps * out.setup.gpus);
  for (std::size_t i = 0; i < kKernelKinds; ++i) out.values[kFirstKernelMetric + i] = 0;
  for (const SummaryKernel& kernel : summary.kernels) {
    const double ns = static_cast<double>(kernel.total_ns) / each;
    const auto kind = static_cast<std::size_t>(kind_of(kernel.name));
    LANESCOPE_CHECK(kind < kKernelKinds, "kind {} of a kernel", kind);
    out.kernels[kind][kernel.name] += ns;
    *out.values[kFirstKernelMetric + kind] += ns;
  }
}

void add_ops(const RankSummary& summary, HistoryRun& out) {
  const bool on_gpu =
      std::ranges::any_of(summary.ops, [](const SummaryOp& op) { return op.self_device_ns > 0; });
  for (const SummaryOp& op : summary.ops) {
    if (!op.annotation)
      out.ops[op.name].ns += static_cast<double>(on_gpu ? op.self_device_ns : op.self_cpu_ns);
  }
  for (const SummaryShape& shape : summary.shapes)
    out.ops[shape.op].shapes[shape.shapes] += shape.count;
}

void add_facts(const RankSummary& summary, HistoryRun& out) {
  for (const auto& [key, value] : summary.metadata) {
    const std::string name = lowered(key);
    if (is_in(kCommitKeys, name)) {
      if (out.commit.empty()) out.commit = value;
    } else if (!is_in(kNoFacts, name)) {
      out.facts.try_emplace(key, value);
    }
  }
}

std::optional<double> peak_memory(const RankSummary& summary) {
  std::optional<double> peak;
  for (const SummaryMemory& memory : summary.memory) {
    if (memory.device_type != 0)
      peak = std::max(peak.value_or(0), static_cast<double>(memory.peak_allocated));
  }
  return peak;
}

/// The share of a's calls with inputs that b never has.
double unlike_share(const RunOp& a, const RunOp& b) {
  double all = 0, unlike = 0;
  for (const auto& [shapes, count] : a.shapes) {
    all += static_cast<double>(count);
    if (!b.shapes.contains(shapes)) unlike += static_cast<double>(count);
  }
  return all == 0 ? 0 : unlike / all;
}

}  // namespace

StepSamples step_samples(const RankSummary& summary) {
  StepSamples out;
  for (const StepFacts& step : summary.steps) {
    if (is_steady(step)) add_step(step, out);
  }
  return out;
}

HistoryRun history_run(const RankSummary& summary, std::string file, const KernelKindOf& kind_of) {
  HistoryRun out;
  out.file = std::move(file);
  out.trace = summary.source.file;
  out.digest = summary.source.digest;
  out.recorded = summary.claim.unix_time;
  out.host = summary_host(summary);
  out.failure = summary.failure;
  out.fault = fault_of(summary);
  out.setup = {gpu_names(summary.devices), 0, summary.claim.world_size, summary.claim.rank,
               summary.source.format};
  add_facts(summary, out);
  StepSamples samples = step_samples(summary);
  out.steps = samples.steps;
  out.setup.gpus = samples.gpus;
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric) {
    if (!samples.values[metric].empty())
      out.values[metric] = median_of(std::move(samples.values[metric]));
  }
  add_kernels(summary, kind_of, out);
  add_ops(summary, out);
  out.values[kPeakMemoryMetric] = peak_memory(summary);
  return out;
}

std::optional<double> other_inputs_share(const HistoryRun& a, const HistoryRun& b) {
  double all = 0, other = 0;
  for (const auto& [name, op] : a.ops) {
    const auto same = b.ops.find(name);
    if (same == b.ops.end() || op.shapes.empty() || same->second.shapes.empty()) continue;
    const double ns = op.ns + same->second.ns;
    all += ns;
    other += ns * (unlike_share(op, same->second) + unlike_share(same->second, op)) / 2;
  }
  return all > 0 ? std::optional(other / all) : std::nullopt;
}

}  // namespace lanescope
