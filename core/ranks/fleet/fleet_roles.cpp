#include "core/ranks/fleet/fleet_roles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/ranks/fleet/own_work.h"

namespace lanescope {
namespace {

/// Mixes bits (the finalizer of splitmix64), so that sums of different sets differ.
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

/// The sum of what each collective of a step looks like, and its first.
struct StepLooks {
  std::uint64_t sum = 0;
  Ns first_ns = kMaxNs;
  std::uint64_t first = 0;
};

/// The value that occurs most often; the least of several.
std::uint64_t most_frequent(std::span<const std::uint64_t> values) {
  std::map<std::uint64_t, std::size_t> counts;
  for (const std::uint64_t value : values) ++counts[value];
  const auto most = std::ranges::max_element(counts, {}, [](const auto& a) { return a.second; });
  return most == counts.end() ? 0 : most->first;
}

/// Of the median steady step; nullopt without any.
template <typename Measure>
std::optional<double> usual_of(const FleetRank& rank, const Measure& measure) {
  std::vector<double> values;
  for (const FleetStep& step : rank.steps) {
    if (step.steady) values.push_back(measure(step));
  }
  if (values.empty()) return std::nullopt;
  return median_of(std::move(values));
}

class RoleFinder {
 public:
  RoleFinder(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
             std::span<const Communicator> communicators,
             const std::vector<std::vector<std::uint32_t>>& communicator_of)
      : ranks_(ranks),
        taken_(taken),
        communicators_(communicators),
        communicator_of_(communicator_of) {}

  std::vector<std::uint32_t> run(double margin) {
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      looks_.push_back(taken_[r] ? looks_of(r, true) : 0);
      if (taken_[r]) members_[looks_.back()].push_back(r);
    }
    join_small(margin);
    std::map<std::uint64_t, std::uint32_t> numbers;
    std::vector<std::uint32_t> out;
    for (const std::uint64_t looks : looks_) {
      const auto fresh = static_cast<std::uint32_t>(numbers.size());
      out.push_back(numbers.try_emplace(looks, fresh).first->second);
    }
    return out;
  }

 private:
  [[nodiscard]] std::uint64_t members_of(std::uint32_t communicator) const {
    if (communicator == kNoFleetPart) return 0;
    const Communicator& group = communicators_[communicator];
    return group.members.size() + group.absent();
  }

  [[nodiscard]] std::uint64_t looks_of(std::uint32_t r, bool with_members) const {
    const FleetRank& rank = ranks_[r];
    std::vector<StepLooks> steps(rank.steps.size());
    for (const FleetPart& part : rank.parts) {
      if (part.step == kNoFleetStep) continue;
      StepLooks& step = steps[part.step];
      const std::uint64_t members =
          with_members ? members_of(communicator_of_[r][part.group]) : std::uint64_t{0};
      const std::uint64_t own = mixed(part.shape + mixed(2 * members + part.is_send));
      step.sum += own;
      if (part.begin_ns >= step.first_ns) continue;
      step.first_ns = part.begin_ns;
      step.first = own;
    }
    std::vector<std::uint64_t> all;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (rank.steps[i].steady) all.push_back(mixed(steps[i].sum + mixed(steps[i].first)));
    }
    return most_frequent(all);
  }

  void join_small(double margin) {
    std::map<std::uint64_t, std::uint64_t> largest;  // by looks without members
    for (const auto& [looks, role] : members_) {
      if (role.size() <= kLeastMates) continue;
      const auto [at, fresh] = largest.try_emplace(looks_of(role.front(), false), looks);
      if (!fresh && members_[at->second].size() < role.size()) at->second = looks;
    }
    for (const auto& [looks, role] : members_) {
      if (role.size() > kLeastMates) continue;
      const auto at = largest.find(looks_of(role.front(), false));
      if (at == largest.end() || !works_alike(role, members_[at->second], margin)) continue;
      for (const std::uint32_t r : role) looks_[r] = at->second;
    }
  }

  /// One of them may be slow, but not all.
  [[nodiscard]] bool works_alike(std::span<const std::uint32_t> few,
                                 std::span<const std::uint32_t> many, double margin) const {
    LANESCOPE_CHECK(few.size() < many.size(), "{} of {}", few.size(), many.size());
    std::vector<double> own, others, lengths;
    for (const std::uint32_t r : few) {
      if (const auto ns = usual_of(ranks_[r], own_ns_per_gpu)) own.push_back(*ns);
    }
    for (const std::uint32_t r : many) {
      if (const auto ns = usual_of(ranks_[r], own_ns_per_gpu)) others.push_back(*ns);
      const auto length_ns = usual_of(ranks_[r], [](const FleetStep& step) {
        return static_cast<double>(step.range.length_ns());
      });
      if (length_ns) lengths.push_back(*length_ns);
    }
    if (own.empty() || others.empty()) return false;
    const double away = std::ranges::min(own) - median_of(std::move(others));
    return std::abs(away) <= margin * median_of(std::move(lengths));
  }

  std::span<const FleetRank> ranks_;
  const std::vector<bool>& taken_;
  std::span<const Communicator> communicators_;
  const std::vector<std::vector<std::uint32_t>>& communicator_of_;
  std::vector<std::uint64_t> looks_;                             // by rank
  std::map<std::uint64_t, std::vector<std::uint32_t>> members_;  // by looks
};

constexpr double kSureDeviations = 8;
constexpr std::size_t kLeastShare = 5;  // the faster group has at least one in so many

double standard_deviation(std::span<const double> values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

std::vector<bool> faster_group(std::span<const double> times, double least_ns) {
  if (times.size() < 2 * kLeastMates) return {};
  std::vector<double> sorted(times.begin(), times.end());
  std::ranges::sort(sorted);
  const std::size_t fewest = std::max(kLeastMates, sorted.size() / kLeastShare);
  std::size_t slower = 0;  // the first of them
  double gap = 0;
  for (std::size_t i = fewest; i + kLeastMates <= sorted.size(); ++i) {
    if (sorted[i] - sorted[i - 1] <= gap) continue;
    gap = sorted[i] - sorted[i - 1];
    slower = i;
  }
  if (slower == 0 || gap <= least_ns) return {};
  LANESCOPE_CHECK(slower < sorted.size(), "{} of {}", slower, sorted.size());
  const std::span all(sorted);
  const double within =
      std::max(standard_deviation(all.first(slower)), standard_deviation(all.subspan(slower)));
  if (gap <= kSureDeviations * within) return {};
  std::vector<bool> out;
  for (const double time : times) out.push_back(time < sorted[slower]);
  return out;
}

double own_ns_per_gpu(const FleetStep& step) {
  return static_cast<double>(step.own_ns()) / static_cast<double>(std::max(step.devices, 1U));
}

std::vector<std::uint32_t> find_fleet_roles(
    std::span<const FleetRank> ranks, const std::vector<bool>& taken,
    std::span<const Communicator> communicators,
    const std::vector<std::vector<std::uint32_t>>& communicator_of, double margin) {
  return RoleFinder(ranks, taken, communicators, communicator_of).run(margin);
}

}  // namespace lanescope
