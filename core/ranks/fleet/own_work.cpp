#include "core/ranks/fleet/own_work.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/fleet/fleet_roles.h"

namespace lanescope {
namespace {

constexpr double kNotableDeviations = 8;
/// Of a rank that exceeds the others in every step, in each and on average. The mean of several has
/// no such tails as single times have.
constexpr double kLeastLasting = 3, kSureLasting = 6;
constexpr double kLeastDeviation = 0.0005;  // share of the step: clocks and sums are no finer

class OwnWorkComparer {
 public:
  OwnWorkComparer(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
                  std::span<const Communicator> communicators,
                  const std::vector<std::vector<std::uint32_t>>& communicator_of,
                  const Thresholds& thresholds, unsigned threads)
      : ranks_(ranks),
        taken_(taken),
        communicators_(communicators),
        communicator_of_(communicator_of),
        thresholds_(thresholds),
        threads_(threads) {}

  OwnWorkTable run() {
    number_steps();
    find_warm_up();
    out_.roles = find_fleet_roles(ranks_, taken_, communicators_, communicator_of_,
                                  thresholds_.straggler_wait_pct / 100);
    out_.works.resize(ranks_.size() * out_.steps.size());
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_role;
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      if (taken_[r]) of_role[out_.roles[r]].push_back(r);
    }
    for (const auto& [role, mates] : of_role) {
      if (mates.size() > kLeastMates) {
        const std::vector<bool> judges = judges_of(mates);
        parallel_for(out_.steps.size(), threads_, [&, &mates = mates](std::size_t s, unsigned) {
          compare_mates(mates, judges, s);
        });
        for (const std::uint32_t r : mates) find_lasting(r);
      } else {
        for (const std::uint32_t r : mates) compare_with_itself(r);
      }
    }
    return std::move(out_);
  }

 private:
  void number_steps() {
    std::map<std::string, std::uint32_t, std::less<>> numbers;
    std::vector<double> lengths;  // of all ranks: not to be moved while it grows
    std::size_t most = 0;
    for (const FleetRank& rank : ranks_) most += rank.steps.size();
    lengths.reserve(most);
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      auto& own = out_.step_of.emplace_back();
      if (!taken_[r]) continue;
      own.reserve(ranks_[r].steps.size());
      for (const FleetStep& step : ranks_[r].steps) {
        own.push_back(number_of(step.name, own, numbers));
        if (step.steady) lengths.push_back(static_cast<double>(step.range.length_ns()));
      }
    }
    out_.step_ns = rounded_ns(median_of(std::move(lengths)));
    out_.own_step.assign(ranks_.size() * out_.steps.size(), kNoFleetStep);
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      for (std::uint32_t i = 0; i < out_.step_of[r].size(); ++i)
        out_.own_step[out_.at(r, out_.step_of[r][i])] = i;
    }
  }

  void find_warm_up() {
    std::vector<std::size_t> all(out_.steps.size()), warm_up(out_.steps.size());
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      for (std::size_t i = 0; i < out_.step_of[r].size(); ++i) {
        ++all[out_.step_of[r][i]];
        if (ranks_[r].steps[i].warm_up && !ranks_[r].steps[i].steady) ++warm_up[out_.step_of[r][i]];
      }
    }
    for (std::size_t s = 0; s < all.size(); ++s) out_.warm_up.push_back(2 * warm_up[s] > all[s]);
  }

  /// Of a step after `own`: as a rule the one after them, which needs no search.
  std::uint32_t number_of(const std::string& name, const std::vector<std::uint32_t>& own,
                          std::map<std::string, std::uint32_t, std::less<>>& numbers) {
    const std::size_t next = own.empty() ? 0 : own.back() + std::size_t{1};
    if (next < out_.steps.size() && out_.steps[next] == name)
      return static_cast<std::uint32_t>(next);
    const auto [at, fresh] =
        numbers.try_emplace(name, static_cast<std::uint32_t>(out_.steps.size()));
    if (fresh) out_.steps.push_back(name);
    return at->second;
  }

  /// By which of them all are judged: the faster, if they fall into two groups.
  [[nodiscard]] std::vector<bool> judges_of(std::span<const std::uint32_t> mates) const {
    std::vector<double> usual;
    for (const std::uint32_t r : mates) {
      std::vector<double> times;
      for (const FleetStep& step : ranks_[r].steps) {
        if (step.steady) times.push_back(own_ns_per_gpu(step));
      }
      if (times.empty()) return std::vector<bool>(mates.size(), true);
      usual.push_back(median_of(std::move(times)));
    }
    std::vector<bool> faster = faster_group(
        usual, thresholds_.straggler_wait_pct / 100 * static_cast<double>(out_.step_ns));
    return faster.empty() ? std::vector<bool>(mates.size(), true) : faster;
  }

  void compare_mates(std::span<const std::uint32_t> mates, const std::vector<bool>& judges,
                     std::size_t s) {
    std::vector<double> times, judging, lengths;
    std::vector<std::size_t> present;
    for (std::size_t i = 0; i < mates.size(); ++i) {
      const std::uint32_t r = mates[i], own = out_.own_step[out_.at(r, s)];
      if (own == kNoFleetStep || !ranks_[r].steps[own].steady) continue;
      present.push_back(out_.at(r, s));
      times.push_back(own_ns_per_gpu(ranks_[r].steps[own]));
      if (judges[i]) judging.push_back(times.back());
      lengths.push_back(static_cast<double>(ranks_[r].steps[own].range.length_ns()));
    }
    if (present.size() <= kLeastMates) return;
    // A step in which all wait for one rank is long, but no reason to judge the others by less.
    if (judging.size() < kLeastMates) judging = times;
    judge(present, times, judging,
          std::min(median_of(std::move(lengths)), static_cast<double>(out_.step_ns)));
  }

  void compare_with_itself(std::size_t r) {
    std::vector<double> times, lengths;
    std::vector<std::size_t> present;
    for (std::size_t i = 0; i < ranks_[r].steps.size(); ++i) {
      const FleetStep& step = ranks_[r].steps[i];
      if (!step.steady) continue;
      present.push_back(out_.at(r, out_.step_of[r][i]));
      times.push_back(own_ns_per_gpu(step));
      lengths.push_back(static_cast<double>(step.range.length_ns()));
    }
    if (present.size() > kLeastMates) judge(present, times, times, median_of(std::move(lengths)));
  }

  /// By the median of `judging`.
  void judge(std::span<const std::size_t> cells, std::span<const double> times,
             std::span<const double> judging, double step_ns) {
    const double median = median_of({judging.begin(), judging.end()});
    const double deviation =
        std::max(kDeviationScale * median_deviation_of(judging), kLeastDeviation * step_ns);
    const double least =
        std::max(thresholds_.straggler_wait_pct / 100 * step_ns, kNotableDeviations * deviation);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      OwnWork& work = out_.works[cells[i]];
      work.known = true;
      work.more_ns = rounded_ns(times[i] - median);
      work.deviation_ns = deviation;
      work.notable = times[i] - median > least;
    }
  }

  /// A rank that is a little slower in every step is so in all of them, though only some exceed
  /// what a single one must.
  void find_lasting(std::size_t r) {
    double more_ns = 0, deviation = 0;
    std::size_t known = 0;
    for (std::size_t s = 0; s < out_.steps.size(); ++s) {
      const OwnWork& work = out_.works[out_.at(r, s)];
      if (!work.known) continue;
      const auto own_ns = static_cast<double>(work.more_ns);
      if (own_ns <= kLeastLasting * work.deviation_ns) return;
      more_ns += own_ns;
      deviation += work.deviation_ns;
      ++known;
    }
    const double least_ns = thresholds_.straggler_wait_pct / 100 *
                            static_cast<double>(out_.step_ns) * static_cast<double>(known) / 2;
    if (known < kLeastMates || more_ns <= kSureLasting * deviation || more_ns <= least_ns) return;
    for (std::size_t s = 0; s < out_.steps.size(); ++s) {
      OwnWork& work = out_.works[out_.at(r, s)];
      work.notable = work.notable || work.known;
    }
  }

  std::span<const FleetRank> ranks_;
  const std::vector<bool>& taken_;
  std::span<const Communicator> communicators_;
  const std::vector<std::vector<std::uint32_t>>& communicator_of_;
  const Thresholds& thresholds_;
  const unsigned threads_;
  OwnWorkTable out_;
};

}  // namespace

std::size_t OwnWorkTable::counted_steps() const {
  return static_cast<std::size_t>(std::ranges::count(warm_up, false));
}

OwnWorkTable compare_own_work(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
                              std::span<const Communicator> communicators,
                              const std::vector<std::vector<std::uint32_t>>& communicator_of,
                              const Thresholds& thresholds, unsigned threads) {
  return OwnWorkComparer(ranks, taken, communicators, communicator_of, thresholds, threads).run();
}

LatenessTerms more_than_others(std::span<const FleetRank> ranks, const OwnWorkTable& table,
                               std::size_t rank, std::span<const std::uint32_t> steps) {
  LatenessTerms more{};
  const auto per_device = [](const FleetStep& step, std::size_t term) {
    return static_cast<double>(step.terms[term]) / std::max(step.devices, 1U);
  };
  for (const std::uint32_t s : steps) {
    std::vector<const FleetStep*> others, usual;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      const OwnWork& work = table.works[table.at(r, s)];
      if (r == rank || table.roles[r] != table.roles[rank] || !work.known) continue;
      others.push_back(&ranks[r].steps[table.own_step[table.at(r, s)]]);
      if (!work.notable) usual.push_back(others.back());
    }
    // Of a host that is slow as a whole, the others on it say nothing.
    if (usual.size() >= kLeastMates) others = std::move(usual);
    if (others.size() < kLeastMates) {
      others.clear();
      for (const FleetStep& step : ranks[rank].steps) {
        if (step.steady) others.push_back(&step);
      }
    }
    const FleetStep& own = ranks[rank].steps[table.own_step[table.at(rank, s)]];
    for (std::size_t i = 0; i < kLatenessTerms; ++i) {
      std::vector<double> times;
      for (const FleetStep* other : others) times.push_back(per_device(*other, i));
      const double more_ns = per_device(own, i) - median_of(std::move(times));
      more[i] = saturating_add(more[i], rounded_ns(more_ns));
    }
  }
  return more;
}

}  // namespace lanescope
