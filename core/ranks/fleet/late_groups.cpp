#include "core/ranks/fleet/late_groups.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/check.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/stragglers.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNamed = 3;
constexpr std::size_t kFewestOfRun = 4, kShareOfRun = 5;
constexpr double kLeastUnexplained = 0.05;

/// "0-15, 24-31, 40 and 2 more".
std::string number_ranges(std::vector<std::int64_t> numbers) {
  std::ranges::sort(numbers);
  std::vector<std::string> texts;
  std::size_t left = numbers.size();
  for (std::size_t i = 0; i < numbers.size() && texts.size() < kMostNamed;) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    texts.push_back(end == i + 1 ? std::to_string(numbers[i])
                                 : fmt::format("{}-{}", numbers[i], numbers[end - 1]));
    left -= end - i;
    i = end;
  }
  std::string text = fmt::format("{}", fmt::join(texts, ", "));
  return left == 0 ? text : text + fmt::format(" and {} more", left);
}

/// "node000 and node001", "node000, node001 and 2 more hosts".
std::string host_list(const std::set<std::string>& hosts) {
  std::vector<std::string> names(hosts.begin(), hosts.end());
  if (names.size() == 1) return names.front();
  if (names.size() == 2) return names[0] + " and " + names[1];
  return fmt::format("{}, {} and {} more host{}", names[0], names[1], names.size() - 2,
                     names.size() == 3 ? "" : "s");
}

class LateGroupFinder {
 public:
  LateGroupFinder(const Fleet& fleet, const FleetAnalysis& all)
      : fleet_(fleet), all_(all), is_late_(all.states.size()) {
    const FleetStraggler& first = all.stragglers.front();
    for (const FleetStraggler& one : all.stragglers) {
      if (!is_like(one, first)) continue;
      late_.push_back(&one);
      is_late_[one.rank] = true;
    }
  }

  std::optional<LateGroup> run() {
    if (late_.size() < 2) return std::nullopt;
    const std::size_t compared = all_.count(FleetRankState::Compared);
    const std::string some = fmt::format("{} of {} ranks{}", late_.size(), compared, where());
    const bool many = late_.size() >= kFewestOfRun && kShareOfRun * late_.size() >= compared &&
                      late_.size() < compared;
    keep_hosts();
    const bool whole_hosts = late_.size() == all_late_.size() && hosts().size() <= 2;
    if (many && !whole_hosts) {
      late_ = all_late_;
      return described(some);
    }
    if (late_.size() >= 2)
      return described(fmt::format("all {} ranks of {}", late_.size(), host_list(hosts())));
    return group_of_process();
  }

 private:
  [[nodiscard]] bool is_lasting(const FleetStraggler& one) const {
    return 2 * one.steps.size() > all_.work.counted_steps();
  }
  [[nodiscard]] bool is_like(const FleetStraggler& one, const FleetStraggler& first) const {
    const bool same_steps = is_lasting(one) ? is_lasting(first) : one.steps == first.steps;
    return same_steps && one.cause.term == first.cause.term;
  }

  [[nodiscard]] std::set<std::string> hosts() const {
    std::set<std::string> out;
    for (const FleetStraggler* one : late_) {
      if (!fleet_.ranks()[one->rank].host.empty()) out.insert(fleet_.ranks()[one->rank].host);
    }
    return out;
  }

  /// " (0-31; node000, node001 and 2 more hosts)"; empty if neither is known.
  [[nodiscard]] std::string where() const {
    std::vector<std::int64_t> numbers;
    for (const FleetStraggler* one : late_) {
      if (tells_rank(all_, one->rank)) numbers.push_back(all_.identity.traces[one->rank].rank);
    }
    const std::set<std::string> on = hosts();
    const std::string on_hosts = on.empty() ? "" : host_list(on);
    if (numbers.size() == late_.size())
      return fmt::format(" ({}{}{})", number_ranges(std::move(numbers)), on.empty() ? "" : "; ",
                         on_hosts);
    return on.empty() ? "" : fmt::format(" ({})", on_hosts);
  }

  /// Only hosts of which all ranks are late, of those that have several.
  void keep_hosts() {
    std::map<std::string, std::size_t> on_time, late;
    for (std::size_t r = 0; r < is_late_.size(); ++r) {
      if (all_.states[r] != FleetRankState::Compared) continue;
      ++(is_late_[r] ? late : on_time)[fleet_.ranks()[r].host];
    }
    all_late_ = late_;
    const auto is_partly = [&](const FleetStraggler* one) {
      const std::string& host = fleet_.ranks()[one->rank].host;
      return host.empty() || on_time.contains(host) || late[host] < 2;
    };
    if (is_partly(late_.front())) return late_.clear();
    std::erase_if(late_, is_partly);
  }

  /// The largest communicator of the first straggler whose members are all late.
  std::optional<LateGroup> group_of_process() {
    const std::uint32_t first = all_.stragglers.front().rank;
    const Communicator* most = nullptr;
    for (const Communicator& one : all_.communicators) {
      const bool fits =
          one.members.size() >= 2 && !one.has_messages && one.absent() == 0 &&
          std::ranges::binary_search(one.members, first) &&
          std::ranges::all_of(one.members, [&](std::uint32_t r) { return bool{is_late_[r]}; });
      if (fits && (most == nullptr || most->members.size() < one.members.size())) most = &one;
    }
    if (most == nullptr) return std::nullopt;
    late_ = all_late_;
    std::erase_if(late_, [&](const FleetStraggler* one) {
      return !std::ranges::binary_search(most->members, one->rank);
    });
    return described(fmt::format("all {} ranks of process group {}", late_.size(), most->name));
  }

  [[nodiscard]] LateGroup described(std::string title) const {
    LANESCOPE_CHECK(!late_.empty(), "{} without ranks", title);
    LateGroup out;
    out.title = std::move(title);
    out.ranks = late_.size();
    std::map<std::string, std::size_t> causes;
    double more = 0, own = 0;
    for (const FleetStraggler* one : late_) {
      out.wait_caused_ns = saturating_add(out.wait_caused_ns, one->wait_caused_ns);
      more += static_cast<double>(one->cause.more_ns[kComputeTerm]);
      for (const std::uint32_t s : one->steps) own += compute_ns(one->rank, s);
      if (!one->cause.culprit.empty()) ++causes[one->cause.culprit];
    }
    out.example = late_.front();
    for (const FleetStraggler* one : late_) {
      if (!one->cause.culprit.empty() &&
          (out.example->cause.culprit.empty() ||
           causes[one->cause.culprit] > causes[out.example->cause.culprit]))
        out.example = one;
    }
    if (out.example->cause.term == kComputeTerm && own > more)
      out.longer_pct = 100 * more / (own - more);
    return out;
  }

  /// Per GPU, as LatenessCause::more_ns of a straggler.
  [[nodiscard]] double compute_ns(std::uint32_t rank, std::uint32_t s) const {
    const std::uint32_t own = all_.work.own_step[all_.work.at(rank, s)];
    if (own == kNoFleetStep) return 0;
    const FleetStep& step = fleet_.ranks()[rank].steps[own];
    return static_cast<double>(step.terms[kComputeTerm]) / std::max(step.devices, 1U);
  }

  const Fleet& fleet_;
  const FleetAnalysis& all_;
  std::vector<bool> is_late_;                           // by rank
  std::vector<const FleetStraggler*> late_, all_late_;  // those that wait most first
};

}  // namespace

std::optional<LateGroup> late_group(const Fleet& fleet, const FleetAnalysis& analysis) {
  if (analysis.stragglers.size() < 2) return std::nullopt;
  return LateGroupFinder(fleet, analysis).run();
}

Ns unexplained_wait_ns(const Fleet& fleet, const FleetAnalysis& analysis) {
  Ns left_ns = analysis.blame.exposed_ns;
  for (const FleetStraggler& one : analysis.stragglers)
    left_ns = saturating_sub(left_ns, one.wait_caused_ns);
  for (const FleetLink& one : analysis.links) left_ns = saturating_sub(left_ns, one.wait_caused_ns);
  double all_ns = 0;
  for (std::size_t r = 0; r < fleet.ranks().size(); ++r) {
    if (analysis.states[r] != FleetRankState::Compared) continue;
    for (const FleetStep& step : fleet.ranks()[r].steps) {
      if (step.steady) all_ns += static_cast<double>(step.range.length_ns());
    }
  }
  return static_cast<double>(left_ns) > kLeastUnexplained * all_ns ? left_ns : 0;
}

}  // namespace lanescope
