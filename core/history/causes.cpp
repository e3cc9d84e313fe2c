#include "core/history/causes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostMovers = 3;
constexpr double kLeastMove = 0.1;  // of the change
constexpr std::size_t kMostFacts = 5;

using Runs = std::span<const HistoryRun* const>;

void add_range(std::vector<std::size_t>& out, std::size_t first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out.push_back(first + i);
}

/// What a metric consists of, or what is the reverse of it. Communication counts where it is
/// exposed, and a step's compute by what its kernels do, if that is known.
std::vector<std::size_t> parts_of(std::size_t metric, bool has_kernels) {
  std::vector<std::size_t> parts;
  const auto add_kernels = [&] {
    for (const KernelKind kind : {KernelKind::Gemm, KernelKind::Attention, KernelKind::Other})
      parts.push_back(kFirstKernelMetric + static_cast<std::size_t>(kind));
  };
  if (metric == kStepTimeMetric) {
    parts = {kExposedCommMetric, kExposedCopiesMetric};
    add_range(parts, kFirstIdleMetric, kIdleClasses);
    if (has_kernels)
      add_kernels();
    else
      parts.push_back(kComputeMetric);
  } else if (metric == kIdleMetric || metric == kGpuBusyMetric) {
    add_range(parts, kFirstIdleMetric, kIdleClasses);
  } else if (metric == kComputeMetric && has_kernels) {
    add_kernels();
  } else if (metric >= kFirstKernelMetric) {
    parts = {metric};
  }
  return parts;
}

std::optional<double> median_in(Runs runs, std::size_t metric) {
  std::vector<double> values;
  for (const HistoryRun* run : runs) {
    if (run->values[metric]) values.push_back(*run->values[metric]);
  }
  if (values.empty()) return std::nullopt;
  return median_of(std::move(values));
}

/// A kernel that is not among a run's longest takes no time worth mentioning.
double median_of_kernel(Runs runs, std::size_t kind, const std::string& name) {
  std::vector<double> values;
  for (const HistoryRun* run : runs) {
    if (!run->values[kFirstKernelMetric + kind]) continue;
    const auto at = run->kernels[kind].find(name);
    values.push_back(at == run->kernels[kind].end() ? 0 : at->second);
  }
  return median_of(std::move(values));
}

/// The kernel of the kind that moved most in the direction of its kind.
void name_kernel(Runs before, Runs after, ChangeMover& mover) {
  const std::size_t kind = mover.metric - kFirstKernelMetric;
  std::set<std::string> names;
  for (const Runs& runs : {before, after}) {
    for (const HistoryRun* run : runs) {
      for (const auto& [name, ns] : run->kernels[kind]) names.insert(name);
    }
  }
  const double sign = mover.delta() < 0 ? -1 : 1;
  double most = 0;
  for (const std::string& name : names) {
    const double delta = median_of_kernel(after, kind, name) - median_of_kernel(before, kind, name);
    if (delta * sign <= most) continue;
    most = delta * sign;
    mover.kernel = name;
    mover.kernel_delta = delta;
  }
}

}  // namespace

std::vector<ChangeMover> movers_of(const HistoryChange& change, Runs runs) {
  const Runs before = runs.subspan(change.point.begin, change.point.at - change.point.begin);
  const Runs after = runs.subspan(change.point.at, change.point.end - change.point.at);
  const bool has_kernels = median_in(before, kFirstKernelMetric).has_value() &&
                           median_in(after, kFirstKernelMetric).has_value();
  // The more a GPU idles, the less it is busy.
  const bool reverse = change.metric == kGpuBusyMetric;
  const double sign = (change.delta() < 0) != reverse ? -1 : 1;
  std::vector<ChangeMover> movers;
  for (const std::size_t part : parts_of(change.metric, has_kernels)) {
    const auto from = median_in(before, part), to = median_in(after, part);
    if (from && to && (*to - *from) * sign > 0) movers.push_back({part, *from, *to, "", 0});
  }
  std::ranges::stable_sort(movers, [](const ChangeMover& a, const ChangeMover& b) {
    return std::abs(a.delta()) > std::abs(b.delta());
  });
  const double least =
      reverse && !movers.empty() ? std::abs(movers.front().delta()) : std::abs(change.delta());
  std::erase_if(movers,
                [&](const ChangeMover& one) { return std::abs(one.delta()) < kLeastMove * least; });
  if (movers.size() > kMostMovers) movers.resize(kMostMovers);
  for (ChangeMover& mover : movers) {
    if (mover.metric >= kFirstKernelMetric) name_kernel(before, after, mover);
  }
  return movers;
}

std::vector<ChangedFact> changed_facts(const HistoryRun& before, const HistoryRun& after) {
  std::map<std::string, ChangedFact> all;
  for (const auto& [key, value] : before.facts) all[key] = {key, value, ""};
  for (const auto& [key, value] : after.facts) {
    ChangedFact& fact = all[key];
    fact.key = key;
    fact.after = value;
  }
  std::vector<ChangedFact> changed;
  for (auto& [key, fact] : all) {
    if (fact.before != fact.after && changed.size() < kMostFacts)
      changed.push_back(std::move(fact));
  }
  return changed;
}

}  // namespace lanescope
