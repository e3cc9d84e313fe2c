#include "tests/core/ranks/fleet/made_replica.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr double kBlockNs = 1'000'000;  // forward; backward takes twice as long
constexpr double kLaunchNs = 8'000, kLoaderNs = 150'000;
// Of a block's length: from block to block, and for a GPU in one step.
constexpr double kBlockSpread = 0.008, kStepSpread = 0.002;
/// Once in so many blocks something disturbs it.
constexpr double kDisturbed = 0.002, kDisturbanceNs = 400'000;
constexpr int kBlocksPerLayer = 2;

std::uint64_t mixed_bits(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

}  // namespace

double made_uniform(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t bits = mixed_bits(mixed_bits(mixed_bits(seed) + a) + b);
  return (static_cast<double>(bits >> 11U) + 0.5) / 9007199254740992.0;  // 2^53
}

double made_normal(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  const double radius = std::sqrt(-2 * std::log(made_uniform(seed, a, 2 * b)));
  const double angle = 6.283185307179586 * made_uniform(seed, a, 2 * b + 1);
  return std::clamp(radius * std::cos(angle), -3.5, 3.5);
}

MadeReplica::MadeReplica(const FleetPlan& plan, int replica, int step)
    : plan_(plan),
      replica_(replica),
      step_(step),
      ready_(static_cast<std::size_t>(2 * plan.microbatches * plan.pipeline * plan.tensor), -1),
      drawn_(static_cast<std::size_t>(plan.pipeline * plan.tensor)) {}

double& MadeReplica::ready(bool forward, int microbatch, int stage, int member) {
  const int number =
      ((forward ? 0 : plan_.microbatches) + microbatch) * plan_.pipeline * plan_.tensor;
  return ready_[static_cast<std::size_t>(number) + at(stage, member)];
}

double MadeReplica::random(int rank) {
  const int own = rank % plan_.tensor, stage = rank / (plan_.tensor * plan_.data);
  const std::uint64_t number = drawn_[at(stage, own)]++;
  return made_uniform(plan_.seed, static_cast<std::uint64_t>(rank),
                      (static_cast<std::uint64_t>(step_) << 32U) + number);
}

double MadeReplica::jittered_end(double end_ns, int rank) {
  return end_ns - kMadeEndJitterNs * std::log(random(rank));
}

void MadeReplica::note(int stage, int member, MadeEvent event) {
  if (events_ != nullptr) (*events_)[at(stage, member)].push_back(event);
}

/// As in Megatron-LM: as many forward passes as there are stages behind, then one of each.
std::vector<MadeReplica::Task> MadeReplica::schedule(int stage) const {
  std::vector<Task> tasks;
  const int ahead = std::min(plan_.pipeline - stage - 1, plan_.microbatches);
  for (int m = 0; m < ahead; ++m) tasks.push_back({true, m});
  for (int m = ahead; m < plan_.microbatches; ++m) {
    tasks.push_back({true, m});
    tasks.push_back({false, m - ahead});
  }
  for (int m = plan_.microbatches - ahead; m < plan_.microbatches; ++m) tasks.push_back({false, m});
  return tasks;
}

bool MadeReplica::can_run(int stage, const Task& task) const {
  const int from = stage + (task.forward ? -1 : 1);
  if (from < 0 || from == plan_.pipeline) return true;
  const int number =
      ((task.forward ? 0 : plan_.microbatches) + task.microbatch) * plan_.pipeline * plan_.tensor;
  return ready_[static_cast<std::size_t>(number) + at(from, plan_.tensor - 1)] >= 0;
}

void MadeReplica::run(std::vector<double>& begin_ns, std::vector<std::vector<MadeEvent>>* events) {
  now_ = std::move(begin_ns);
  events_ = events;
  std::vector<std::vector<Task>> tasks;
  for (int stage = 0; stage < plan_.pipeline; ++stage) {
    tasks.push_back(schedule(stage));
    std::ranges::reverse(tasks.back());
    begin(stage);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int stage = 0; stage < plan_.pipeline; ++stage) {
      auto& left = tasks[static_cast<std::size_t>(stage)];
      while (!left.empty() && can_run(stage, left.back())) {
        run(stage, left.back());
        left.pop_back();
        changed = true;
      }
    }
  }
  begin_ns = std::move(now_);
}

void MadeReplica::begin(int stage) {
  for (int member = 0; member < plan_.tensor; ++member) {
    double& now = now_[at(stage, member)];
    const int rank = plan_.rank_of(stage, replica_, member);
    const double end = now + kLoaderNs * (0.8 + 0.4 * random(rank));
    note(stage, member, {MadeEvent::Kind::Loader, now, end});
    now = end;
    pause(stage, member, MadeEvent::Kind::Loader);
  }
}

void MadeReplica::pause(int stage, int member, MadeEvent::Kind kind) {
  double& now = now_[at(stage, member)];
  for (const PlantedPause& planted : plan_.pauses) {
    if (planted.rank != plan_.rank_of(stage, replica_, member) || planted.step != step_ ||
        planted.is_loader != (kind == MadeEvent::Kind::Loader))
      continue;
    const double end = now + static_cast<double>(planted.ns);
    note(stage, member, {kind, now, end});
    now = end;
  }
}

void MadeReplica::run(int stage, const Task& task) {
  const int from = stage + (task.forward ? -1 : 1);
  for (int member = 0; member < plan_.tensor; ++member) {
    if (from >= 0 && from < plan_.pipeline)
      receive(stage, from, ready(task.forward, task.microbatch, from, member), member);
  }
  for (int block = 0; block < kBlocksPerLayer * plan_.layers; ++block) {
    for (int member = 0; member < plan_.tensor; ++member) {
      if (task.forward && task.microbatch == 1 && block == 1)
        pause(stage, member, MadeEvent::Kind::Collection);
      compute(stage, member, task.forward ? kBlockNs : 2 * kBlockNs);
    }
    reduce(stage);
  }
  for (int member = 0; member < plan_.tensor; ++member)
    ready(task.forward, task.microbatch, stage, member) = now_[at(stage, member)];
}

void MadeReplica::receive(int stage, int from, double& ready_ns, int member) {
  double& now = now_[at(stage, member)];
  const int rank = plan_.rank_of(stage, replica_, member);
  const int sender = plan_.rank_of(from, replica_, member);
  double length = kMadeMessageNs * (1 + 0.05 * random(rank));
  for (const PlantedSlowLink& planted : plan_.slow_links) {
    if (planted.replica == replica_ && planted.stage == std::min(stage, from))
      length *= planted.factor;
  }
  const double end = std::max(now, ready_ns) + length;
  note(from, member, {MadeEvent::Kind::Send, ready_ns, jittered_end(end, sender), rank});
  const double own_end = jittered_end(end, rank);
  note(stage, member, {MadeEvent::Kind::Receive, now, own_end, sender});
  now = own_end;
}

void MadeReplica::compute(int stage, int member, double length_ns) {
  double& now = now_[at(stage, member)];
  const int rank = plan_.rank_of(stage, replica_, member);
  const auto own = static_cast<std::uint64_t>(rank);
  const double step_factor =
      1 + kStepSpread * made_normal(plan_.seed + 1, own, static_cast<std::uint64_t>(step_));
  double length = length_ns * step_factor *
                  (1 + kBlockSpread * made_normal(plan_.seed + 2, own,
                                                  static_cast<std::uint64_t>(1e9 * random(rank))));
  if (random(rank) < kDisturbed) length -= kDisturbanceNs * std::log(random(rank));
  for (const PlantedSlowGpu& planted : plan_.slow_gpus) {
    if (planted.rank == rank) length *= planted.factor;
  }
  const double begin = now + kLaunchNs * (0.5 + random(rank));
  note(stage, member, {MadeEvent::Kind::Launch, now, begin});
  now = begin + length;
  note(stage, member, {MadeEvent::Kind::Compute, begin, now});
}

void MadeReplica::reduce(int stage) {
  if (plan_.tensor == 1) return;
  double last = 0;
  for (int member = 0; member < plan_.tensor; ++member)
    last = std::max(last, now_[at(stage, member)]);
  const int first = plan_.rank_of(stage, replica_, 0);
  const double end = last + kMadeTensorNs * (1 + 0.05 * random(first));
  for (int member = 0; member < plan_.tensor; ++member) {
    double& now = now_[at(stage, member)];
    const double own_end = jittered_end(end, plan_.rank_of(stage, replica_, member));
    note(stage, member, {MadeEvent::Kind::TensorReduce, now, own_end});
    now = own_end;
  }
}

}  // namespace lanescope
