#include "core/ranks/fleet/own_work.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/threads/parallel.h"

namespace lanescope {
namespace {

constexpr double kNotableDeviations = 8;
constexpr double kLeastDeviation = 0.0005;  // share of the step: clocks and sums are no finer

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

double own_ns_of(const FleetStep& step) {
  return static_cast<double>(step.own_ns()) / static_cast<double>(std::max(step.devices, 1U));
}

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
    find_roles();
    out_.works.resize(ranks_.size() * out_.steps.size());
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_role;
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      if (taken_[r]) of_role[out_.roles[r]].push_back(r);
    }
    for (const auto& [role, mates] : of_role) {
      if (mates.size() > kLeastMates) {
        parallel_for(out_.steps.size(), threads_,
                     [&, &mates = mates](std::size_t s, unsigned) { compare_mates(mates, s); });
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

  void find_roles() {
    std::map<std::uint64_t, std::uint32_t> numbers;
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      const std::uint64_t looks = taken_[r] ? looks_of(r) : 0;
      out_.roles.push_back(
          numbers.try_emplace(looks, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
  }

  [[nodiscard]] std::uint64_t looks_of(std::size_t r) const {
    const FleetRank& rank = ranks_[r];
    std::vector<StepLooks> steps(rank.steps.size());
    for (const FleetPart& part : rank.parts) {
      if (part.step == kNoFleetStep) continue;
      StepLooks& step = steps[part.step];
      const std::uint32_t communicator = communicator_of_[r][part.group];
      const std::size_t members =
          communicator == kNoFleetPart ? 0 : communicators_[communicator].members.size();
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

  void compare_mates(std::span<const std::uint32_t> mates, std::size_t s) {
    std::vector<double> times, lengths;
    std::vector<std::size_t> present;
    for (const std::uint32_t r : mates) {
      const std::uint32_t own = out_.own_step[out_.at(r, s)];
      if (own == kNoFleetStep || !ranks_[r].steps[own].steady) continue;
      present.push_back(out_.at(r, s));
      times.push_back(own_ns_of(ranks_[r].steps[own]));
      lengths.push_back(static_cast<double>(ranks_[r].steps[own].range.length_ns()));
    }
    if (present.size() <= kLeastMates) return;
    // A step in which all wait for one rank is long, but no reason to judge the others by less.
    judge(present, times,
          std::min(median_of(std::move(lengths)), static_cast<double>(out_.step_ns)));
  }

  void compare_with_itself(std::size_t r) {
    std::vector<double> times, lengths;
    std::vector<std::size_t> present;
    for (std::size_t i = 0; i < ranks_[r].steps.size(); ++i) {
      const FleetStep& step = ranks_[r].steps[i];
      if (!step.steady) continue;
      present.push_back(out_.at(r, out_.step_of[r][i]));
      times.push_back(own_ns_of(step));
      lengths.push_back(static_cast<double>(step.range.length_ns()));
    }
    if (present.size() > kLeastMates) judge(present, times, median_of(std::move(lengths)));
  }

  void judge(std::span<const std::size_t> cells, std::span<const double> times, double step_ns) {
    const double median = median_of({times.begin(), times.end()});
    const double deviation =
        std::max(kDeviationScale * median_deviation_of(times), kLeastDeviation * step_ns);
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
    std::vector<const FleetStep*> others;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      if (r != rank && table.roles[r] == table.roles[rank] && table.works[table.at(r, s)].known)
        others.push_back(&ranks[r].steps[table.own_step[table.at(r, s)]]);
    }
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
