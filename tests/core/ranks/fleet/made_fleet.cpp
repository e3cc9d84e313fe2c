#include "tests/core/ranks/fleet/made_fleet.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tests/core/ranks/fleet/made_replica.h"
#include "tests/core/ranks/fleet/made_summary_writer.h"

namespace lanescope {
namespace {

constexpr Ns kLoaderPauseNs = 80'000'000, kCollectionNs = 60'000'000;
constexpr double kSlowGpuFactor = 1.25;

double jittered(const FleetPlan& plan, double end_ns, int rank, int step, int which) {
  const auto number = static_cast<std::uint64_t>(2 * step + which);
  return end_ns - kMadeEndJitterNs * std::log(made_uniform(
                                         plan.seed + 3, static_cast<std::uint64_t>(rank), number));
}

}  // namespace

std::string FleetPlan::host_of(int rank) const {
  return fmt::format("node{:04}", rank / tensor);
}

FleetPlan with_faults(FleetPlan plan) {
  const int last = plan.pipeline - 1;
  plan.slow_gpus = {{plan.rank_of(0, 1, plan.tensor - 1), kSlowGpuFactor}};
  plan.pauses = {{plan.rank_of(0, 2, 0), plan.steps / 2, kLoaderPauseNs, true},
                 {plan.rank_of(last, 3, 1), plan.steps - 3, kCollectionNs, false}};
  if (plan.pipeline > 1) plan.slow_links = {{last - 1, 0, 4}};
  return plan;
}

MadeFleet::MadeFleet(FleetPlan plan) : plan_(std::move(plan)) {
  const auto per_replica = static_cast<std::size_t>(plan_.pipeline * plan_.tensor);
  for (int step = 0; step < plan_.steps; ++step) {
    std::vector<double> ready(static_cast<std::size_t>(plan_.ranks()));
    for (int replica = 0; replica < plan_.data; ++replica) {
      std::vector<double> now(per_replica);
      const auto each = [&](const auto& visit) {
        for (int i = 0; i < static_cast<int>(per_replica); ++i)
          visit(static_cast<std::size_t>(i),
                plan_.rank_of(i / plan_.tensor, replica, i % plan_.tensor));
      };
      each([&](std::size_t i, int rank) {
        if (step > 0) now[i] = step_end(step - 1, rank).end_ns;
      });
      MadeReplica(plan_, replica, step).run(now, nullptr);
      each([&](std::size_t i, int rank) { ready[static_cast<std::size_t>(rank)] = now[i]; });
    }
    join_replicas(step, ready);
  }
}

void MadeFleet::join_replicas(int step, const std::vector<double>& ready) {
  auto& ends = ends_.emplace_back(ready.size());
  for (int stage = 0; stage < plan_.pipeline; ++stage) {
    for (int member = 0; member < plan_.tensor; ++member) {
      double last = 0;
      for (int d = 0; d < plan_.data; ++d)
        last = std::max(last, ready[static_cast<std::size_t>(plan_.rank_of(stage, d, member))]);
      const double end = last + kMadeGradientNs;
      for (int d = 0; d < plan_.data; ++d) {
        const int rank = plan_.rank_of(stage, d, member);
        StepEnd& own = ends[static_cast<std::size_t>(rank)];
        own.first = {ready[static_cast<std::size_t>(rank)], jittered(plan_, end, rank, step, 0)};
        const double normal = made_normal(plan_.seed + 4, static_cast<std::uint64_t>(rank),
                                          static_cast<std::uint64_t>(step));
        own.second.begin_ns = own.first.end_ns + kMadeOptimizerNs * (1 + 0.005 * normal);
      }
      double later = 0;
      for (int d = 0; d < plan_.data; ++d)
        later = std::max(
            later, ends[static_cast<std::size_t>(plan_.rank_of(stage, d, member))].second.begin_ns);
      for (int d = 0; d < plan_.data; ++d) {
        const int rank = plan_.rank_of(stage, d, member);
        StepEnd& own = ends[static_cast<std::size_t>(rank)];
        own.second.end_ns = jittered(plan_, later + kMadeGradientNs, rank, step, 1);
        own.end_ns = own.second.end_ns;
      }
    }
  }
}

void MadeFleet::summarize(int replica, const std::function<void(int, RankSummary&&)>& visit) const {
  const auto per_replica = static_cast<std::size_t>(plan_.pipeline * plan_.tensor);
  std::vector<MadeSummaryWriter> writers;
  for (int i = 0; i < static_cast<int>(per_replica); ++i)
    writers.emplace_back(*this, plan_.rank_of(i / plan_.tensor, replica, i % plan_.tensor));
  for (int step = 0; step < plan_.steps; ++step) {
    std::vector<double> now(per_replica);
    for (std::size_t i = 0; i < per_replica && step > 0; ++i)
      now[i] = step_end(step - 1, writers[i].rank()).end_ns;
    const std::vector<double> begin = now;
    std::vector<std::vector<MadeEvent>> events(per_replica);
    MadeReplica(plan_, replica, step).run(now, &events);
    for (std::size_t i = 0; i < per_replica; ++i)
      writers[i].add_step(step, begin[i], events[i], step_end(step, writers[i].rank()));
  }
  for (MadeSummaryWriter& writer : writers) {
    const int rank = writer.rank();
    visit(rank, writer.take());
  }
}

Ns MadeFleet::host_ns(int rank, Ns true_ns) const {
  constexpr Ns kBegin = 1'764'000'000'000'000'000;
  constexpr double kHostOffsetNs = 5e6, kGpuOffsetNs = 2e4, kHostDrift = 1e-5;
  if (!plan_.clocks_differ) return kBegin + true_ns;
  const auto host = static_cast<std::uint64_t>(rank / plan_.tensor);
  const double offset =
      kHostOffsetNs * made_normal(plan_.seed + 5, host, 0) +
      kGpuOffsetNs * made_normal(plan_.seed + 6, static_cast<std::uint64_t>(rank), 0);
  const double drift = kHostDrift * made_normal(plan_.seed + 7, host, 0);
  return kBegin + true_ns +
         static_cast<Ns>(std::llround(offset + drift * static_cast<double>(true_ns)));
}

Ns MadeFleet::end_ns() const {
  double last = 0;
  for (const StepEnd& one : ends_.back()) last = std::max(last, one.end_ns);
  return static_cast<Ns>(last);
}

}  // namespace lanescope
