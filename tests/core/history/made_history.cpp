#include "tests/core/history/made_history.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "tests/core/ranks/fleet/made_replica.h"

namespace lanescope {
namespace {

/// Streams of random numbers.
enum Drawn : std::uint64_t { kDrawRun, kDrawDrift, kDrawDisturbed, kDrawPlan, kDrawSteps };

constexpr double kStepNs = 150e6;
constexpr std::array<double, kMadeParts> kShares = {0.45, 0.15, 0.12, 0.16, 0.05, 0.07};
constexpr Ns kDayNs = 86'400'000'000'000;
constexpr Ns kFirstNs = 1'767'600'000'000'000'000;  // 2026-01-05

std::array<double, kMadeParts> parts_of(const HistoryPlan& plan, std::size_t run) {
  std::array<double, kMadeParts> parts = kShares;
  for (const PlantedChange& change : plan.changes) {
    if (run >= change.run) parts[static_cast<std::size_t>(change.part)] += change.share;
  }
  for (double& part : parts) part = std::max(part, 0.0) * kStepNs;
  return parts;
}

/// What the machine of a run does to all of its times.
double machine_factor(const HistoryPlan& plan, std::size_t run) {
  double drift = 0;
  for (std::size_t i = 0; i <= run; ++i)
    drift = plan.drift_memory * drift + plan.drift *
                                            std::sqrt(1 - plan.drift_memory * plan.drift_memory) *
                                            made_normal(plan.seed, kDrawDrift, i);
  double factor = std::exp(drift + plan.run_noise * made_normal(plan.seed, kDrawRun, run));
  if (made_uniform(plan.seed, kDrawDisturbed, 2 * run) < plan.disturbed)
    factor *= 1.05 + 0.25 * made_uniform(plan.seed, kDrawDisturbed, 2 * run + 1);
  return factor;
}

Ns in_ns(double ns) {
  return static_cast<Ns>(std::llround(ns));
}

void add_steps(const HistoryPlan& plan, std::size_t run, RankSummary& out) {
  const auto parts = parts_of(plan, run);
  const double machine = machine_factor(plan, run);
  Ns now_ns = 1'000'000;
  for (std::size_t i = 0; i < plan.steps; ++i) {
    const double factor =
        machine * std::exp(plan.step_noise * made_normal(plan.seed, kDrawSteps + run, i));
    StepFacts& step = out.steps.emplace_back();
    step.name = fmt::format("ProfilerStep#{}", 10 + i);
    step.devices = 1;
    const auto part = [&](MadePart of) {
      return in_ns(factor * parts[static_cast<std::size_t>(of)]);
    };
    step.compute_ns =
        part(MadePart::Gemm) + part(MadePart::Attention) + part(MadePart::Elementwise);
    step.exposed_comm_ns = part(MadePart::Comm);
    step.idle_ns[static_cast<std::size_t>(IdleClass::DataLoading)] = part(MadePart::Loader);
    step.idle_ns[static_cast<std::size_t>(IdleClass::Python)] = part(MadePart::Python);
    const Ns length_ns = step.compute_ns + step.exposed_comm_ns + step.total_idle_ns();
    step.range = {now_ns, now_ns + length_ns};
    now_ns += length_ns;
    constexpr std::array<std::pair<const char*, MadePart>, 4> kKernels = {
        {{"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", MadePart::Gemm},
         {"flash_fwd_kernel", MadePart::Attention},
         {"vectorized_elementwise_kernel", MadePart::Elementwise},
         {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL", MadePart::Comm}}};
    out.kernels.resize(kKernels.size());
    for (std::size_t k = 0; k < kKernels.size(); ++k) {
      out.kernels[k].name = kKernels[k].first;
      out.kernels[k].count += 32;
      out.kernels[k].total_ns += part(kKernels[k].second);
    }
  }
  out.window = WindowKind::Steps;
  out.window_range = {out.steps.front().range.begin_ns, now_ns};
  out.window_steps = plan.steps;
}

}  // namespace

HistoryPlan with_three_changes(HistoryPlan plan) {
  constexpr std::size_t kApart = 25;
  constexpr double kLeast = 0.02, kMost = 0.1;
  const std::size_t third = plan.runs / 3;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto draw = [&](std::uint64_t what) {
      return made_uniform(plan.seed, kDrawPlan, 4 * i + what);
    };
    PlantedChange change;
    change.run = i * third + kApart / 2 +
                 static_cast<std::size_t>(draw(0) * static_cast<double>(third - kApart));
    // Data loading and Python have too little to lose.
    change.part = static_cast<MadePart>(draw(1) * static_cast<double>(kMadeParts));
    change.share = kLeast * std::pow(kMost / kLeast, draw(2));
    const bool may_fall = change.part == MadePart::Gemm || change.part == MadePart::Comm;
    if (may_fall && draw(3) < 0.5) change.share = -change.share;
    plan.changes.push_back(change);
  }
  return plan;
}

RankSummary made_run(const HistoryPlan& plan, std::size_t run) {
  RankSummary out;
  out.source.file = fmt::format("/traces/run{:03}.pt.trace.json.gz", run);
  out.source.format = "kineto-json";
  out.source.bytes = 300'000'000;
  out.source.digest = fmt::format("{:016x}", run + 1);
  const Ns begin_ns = kFirstNs + static_cast<Ns>(run) * kDayNs;
  out.claim = {out.source.file,
               0,
               8,
               RankSource::DistributedInfo,
               "nccl",
               TimeRange{begin_ns, begin_ns + 4'000'000'000}};
  out.base_ns = begin_ns;
  out.devices = {{0, plan.gpu}};
  out.metadata = {{"commit", fmt::format("{:07x}", 0xabc0000 + run)},
                  {"hostname", "node07"},
                  {"cuda_runtime_version", "12060"}};
  add_steps(plan, run, out);
  out.gpu_ns = out.window_range.length_ns();
  out.ops = {{"aten::mm", false, 64, 1'000'000, 2'000'000, out.kernels[0].total_ns,
              out.kernels[0].total_ns}};
  out.shapes = {{"aten::mm", "[[4096, 8192], [8192, 8192]]", 64}};
  out.memory = {{1, 0, std::int64_t{61} << 30, std::int64_t{66} << 30}};
  out.report.complete = true;
  out.report.kept = 100'000;
  return out;
}

KernelKind made_kernel_kind(std::string_view name) {
  if (name.find("gemm") != std::string_view::npos) return KernelKind::Gemm;
  if (name.find("flash") != std::string_view::npos) return KernelKind::Attention;
  return name.starts_with("nccl") ? KernelKind::Communication : KernelKind::Other;
}

std::vector<HistoryRun> made_runs(const HistoryPlan& plan) {
  std::vector<HistoryRun> runs;
  for (std::size_t run = 0; run < plan.runs; ++run)
    runs.push_back(
        history_run(made_run(plan, run), fmt::format("run{:03}.rank", run), made_kernel_kind));
  return runs;
}

FoundChanges found_changes(const HistoryPlan& plan, const History& history) {
  constexpr int kWithin = 2;
  FoundChanges found;
  std::vector<bool> is_known(plan.changes.size());
  for (const HistorySeries& series : history.series) {
    for (const HistoryChange& change : series.changes) {
      if (change.metric != kStepTimeMetric) continue;
      bool is_planted = false;
      for (std::size_t i = 0; i < plan.changes.size() && !is_planted; ++i) {
        const int apart = static_cast<int>(change.point.at) - static_cast<int>(plan.changes[i].run);
        if (is_known[i] || std::abs(apart) > kWithin) continue;
        is_known[i] = is_planted = true;
      }
      ++(is_planted ? found.placed : found.invented);
    }
  }
  return found;
}

}  // namespace lanescope
