#include "core/ranks/lateness.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

/// How many earlier collectives are searched for the previous one with the same traces.
constexpr std::size_t kMostBefore = 64;
/// How many events before a range are checked for still running in it.
constexpr std::ptrdiff_t kMostRunning = 16;

TimeRange common_part(const TimeRange& a, const TimeRange& b) {
  return {std::max(a.begin_ns, b.begin_ns), std::min(a.end_ns, b.end_ns)};
}

/// Calls visit(stretch, ns) for the idle time in a range.
template <typename Visit>
void for_each_idle(const DeviceActivity& device, const TimeRange& range, const Visit& visit) {
  auto at = std::ranges::upper_bound(device.idle, range.begin_ns, {},
                                     [](const IdleStretch& one) { return one.range.end_ns; });
  for (; at != device.idle.end() && at->range.begin_ns < range.end_ns; ++at) {
    visit(*at, length_of(common_part(at->range, range)));
  }
}

/// Calls visit(work, ns) for work in a range, including work that started shortly before it.
template <typename Visit>
void for_each_work(std::span<const ActivityWork> works, const TimeRange& range,
                   const Visit& visit) {
  auto at = std::ranges::lower_bound(works, range.begin_ns, {},
                                     [](const ActivityWork& one) { return one.range.begin_ns; });
  at -= std::min(at - works.begin(), kMostRunning);
  for (; at != works.end() && at->range.begin_ns < range.end_ns; ++at) {
    const TimeRange inside = common_part(at->range, range);
    if (at->range.begin_ns >= range.begin_ns || !inside.empty()) visit(*at, length_of(inside));
  }
}

LatenessTerms terms_of(const DeviceActivity* device, const TimeRange& range) {
  LatenessTerms terms{};
  if (device == nullptr || range.empty()) return terms;
  terms[kComputeTerm] = length_inside(device->compute, range);
  terms[kMemoryTerm] = length_inside(device->exposed_memory, range);
  terms[kCommTerm] = length_inside(device->exposed_comm, range);
  for_each_idle(*device, range, [&](const IdleStretch& one, Ns ns) {
    Ns& term = terms[kFirstIdleTerm + static_cast<std::size_t>(one.what)];
    term = saturating_add(term, ns);
  });
  return terms;
}

std::int64_t kernels_in(const DeviceActivity* device, const TimeRange& range) {
  std::int64_t count = 0;
  if (device == nullptr) return 0;
  for_each_work(device->kernels, range, [&](const ActivityWork& work, Ns) {
    if (work.range.begin_ns >= range.begin_ns) count += work.count;
  });
  return count;
}

/// Calls visit(name, event, ns) for what a term consists of in a range; "" if only the host is
/// known.
template <typename Visit>
void for_each_culprit(const RankActivity& activity, const DeviceActivity& device, std::size_t term,
                      const TimeRange& range, const Visit& visit) {
  const auto visit_work = [&](const ActivityWork& work, Ns ns) {
    const std::uint32_t name = work.operator_name != 0 ? work.operator_name : work.name;
    visit(activity.names[name], work.event, ns);
  };
  if (term == kCommTerm) return;
  if (term < kFirstIdleTerm) {
    return for_each_work(term == kComputeTerm ? device.kernels : device.copies, range, visit_work);
  }
  for_each_idle(device, range, [&](const IdleStretch& one, Ns ns) {
    if (kFirstIdleTerm + static_cast<std::size_t>(one.what) != term) return;
    const std::string& name = activity.names[one.name];
    visit(name.starts_with("ProfilerStep#") ? activity.names[0] : name, one.culprit, ns);
  });
}

/// How much more time a rank spends on something than the others on average.
struct Surplus {
  double more_ns = 0;
  Ns longest_ns = -1;
  EventId longest = EventId::None;
};

}  // namespace

std::string_view lateness_term_name(std::size_t term) {
  constexpr std::array<std::string_view, kFirstIdleTerm> kNames = {"compute", "memory", "comm"};
  return term < kFirstIdleTerm ? kNames[term]
                               : idle_class_name(static_cast<IdleClass>(term - kFirstIdleTerm));
}

Ns LatenessCause::net_late_ns() const {
  Ns sum_ns = 0;
  for (std::size_t i = 0; i < kLatenessTerms; ++i) {
    sum_ns = saturating_add(sum_ns, std::max<Ns>(net_ns(i), 0));
  }
  return sum_ns;
}

LatenessExplainer::LatenessExplainer(std::span<const RankCollectives> traces,
                                     std::span<const RankClock> clocks,
                                     const MatchedCollectives& matched,
                                     std::span<const RankActivity> activities)
    : traces_(traces),
      clocks_(clocks),
      matched_(matched),
      activities_(activities),
      ended_(traces.size()) {
  for (std::size_t i = 0; i < matched.collectives.size(); ++i) {
    for (const CollectivePart& part : matched.collectives[i].parts) {
      ended_[part.trace].push_back({part.end_ns, i});
    }
  }
  for (std::vector<Ended>& ended : ended_) {
    std::ranges::stable_sort(ended, {}, &Ended::end_ns);
  }
}

const MatchedCollective* LatenessExplainer::collective_before(std::size_t collective,
                                                              std::size_t late) const {
  const MatchedCollective& one = matched_.collectives[collective];
  const Ns arrival_ns = one.part_of(late)->arrival_ns;
  const std::vector<Ended>& ended = ended_[late];
  auto at = std::ranges::upper_bound(ended, arrival_ns, {}, &Ended::end_ns);
  for (std::size_t i = 0; i < kMostBefore && at != ended.begin(); ++i) {
    --at;
    const MatchedCollective& before = matched_.collectives[at->collective];
    const bool all = std::ranges::all_of(one.parts, [&](const CollectivePart& part) {
      return before.part_of(part.trace) != nullptr;
    });
    // A collective of zero length at the same time also ends before its arrival; skip it.
    if (all && at->collective < collective) return &before;
  }
  return nullptr;
}

TimeRange LatenessExplainer::stretch_before(std::size_t collective, std::size_t late,
                                            std::size_t trace) const {
  const MatchedCollective& one = matched_.collectives[collective];
  const Ns arrival_ns = own(*one.part_of(trace)).range.begin_ns;
  if (const MatchedCollective* before = collective_before(collective, late)) {
    return {own(*before->part_of(trace)).range.end_ns, arrival_ns};
  }
  Ns begin_ns = kMinNs;
  for (const CollectivePart& part : one.parts) {
    const RankClock& clock = clocks_[part.trace];
    begin_ns = std::max(begin_ns, clock.common(traces_[part.trace].extent.begin_ns));
  }
  return {clocks_[trace].own(begin_ns), arrival_ns};
}

std::vector<std::size_t> LatenessExplainer::without_overlap(
    std::size_t trace, std::span<const std::size_t> collectives) const {
  struct Choice {
    std::size_t collective = 0, before = 0;  // `before`: how many of the choices end before it
    TimeRange stretch;
    double late_ns = 0, best_ns = 0;  // its own, and of the best up to it
  };
  std::vector<Choice> all;
  for (const std::size_t i : collectives) {
    const TimeRange stretch = stretch_before(i, trace, trace);
    const auto late_ns = static_cast<double>(matched_.collectives[i].skew_ns);
    all.push_back({i, 0, {std::min(stretch.begin_ns, stretch.end_ns), stretch.end_ns}, late_ns, 0});
  }
  const auto end_of = [](const Choice& one) { return one.stretch.end_ns; };
  std::ranges::stable_sort(all, {}, end_of);
  const auto best_of = [&all](std::size_t count) {
    return count == 0 ? 0 : all[count - 1].best_ns;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(i);
    const auto at = std::ranges::upper_bound(all.begin(), end, all[i].stretch.begin_ns, {}, end_of);
    all[i].before = static_cast<std::size_t>(at - all.begin());
    all[i].best_ns = std::max(best_of(i), all[i].late_ns + best_of(all[i].before));
  }
  std::vector<std::size_t> out;
  for (std::size_t left = all.size(); left != 0;) {
    const Choice& one = all[left - 1];
    const bool taken = one.late_ns + best_of(one.before) >= best_of(left - 1);
    if (taken) out.push_back(one.collective);
    left = taken ? one.before : left - 1;
  }
  std::ranges::reverse(out);
  return out;
}

LatenessCause LatenessExplainer::explain(std::size_t trace,
                                         std::span<const std::size_t> late_at) const {
  const std::vector<std::size_t> collectives = without_overlap(trace, late_at);
  LatenessCause cause;
  for (const std::size_t collective : collectives) {
    std::array<std::vector<double>, kLatenessTerms> others, waiting;
    const Ns late_ns = matched_.collectives[collective].part_of(trace)->arrival_ns;
    std::vector<double> kernels, stretches;
    LatenessTerms own_terms{};
    std::int64_t own_kernels = 0;
    for (const CollectivePart& part : matched_.collectives[collective].parts) {
      const TimeRange range = stretch_before(collective, trace, part.trace);
      const DeviceActivity* device = activity_of(part);
      const LatenessTerms terms = terms_of(device, range);
      if (part.trace == trace) {
        own_terms = terms;
        own_kernels = kernels_in(device, range);
        cause.stretch_ns = saturating_add(cause.stretch_ns, length_of(range));
        continue;
      }
      const TimeRange wait{range.end_ns, clocks_[part.trace].own(late_ns)};
      LatenessTerms while_waiting = terms_of(device, wait);
      while_waiting[kCommTerm] = 0;
      for (std::size_t i = 0; i < kLatenessTerms; ++i) {
        others[i].push_back(static_cast<double>(terms[i]));
        waiting[i].push_back(static_cast<double>(while_waiting[i]));
      }
      kernels.push_back(static_cast<double>(kernels_in(device, range)));
      stretches.push_back(static_cast<double>(length_of(range)));
    }
    for (std::size_t i = 0; i < kLatenessTerms; ++i) {
      const Ns median_ns = rounded_ns(median_of(std::move(others[i])));
      cause.own_ns[i] = saturating_add(cause.own_ns[i], own_terms[i]);
      cause.more_ns[i] = saturating_add(cause.more_ns[i], saturating_sub(own_terms[i], median_ns));
      cause.while_waiting_ns[i] =
          saturating_add(cause.while_waiting_ns[i], rounded_ns(median_of(std::move(waiting[i]))));
    }
    cause.kernels += own_kernels;
    cause.more_kernels += static_cast<double>(own_kernels) - median_of(std::move(kernels));
    cause.others_stretch_ns =
        saturating_add(cause.others_stretch_ns, rounded_ns(median_of(std::move(stretches))));
  }
  std::size_t most = 0;
  for (std::size_t i = 1; i < kLatenessTerms; ++i) {
    if (cause.net_ns(i) > cause.net_ns(most)) most = i;
  }
  if (cause.net_ns(most) > 0) {
    cause.term = most;
    find_culprit(trace, collectives, cause);
  }
  return cause;
}

void LatenessExplainer::find_culprit(std::size_t trace, std::span<const std::size_t> collectives,
                                     LatenessCause& cause) const {
  std::map<std::string, Surplus, std::less<>> surplus;
  for (const std::size_t collective : collectives) {
    const MatchedCollective& one = matched_.collectives[collective];
    const double others = static_cast<double>(one.parts.size()) - 1;
    const Ns late_ns = one.part_of(trace)->arrival_ns;
    for (const CollectivePart& part : one.parts) {
      const DeviceActivity* device = activity_of(part);
      if (device == nullptr) continue;
      TimeRange range = stretch_before(collective, trace, part.trace);
      range.end_ns = std::max(range.end_ns, clocks_[part.trace].own(late_ns));
      const bool is_own = part.trace == trace;
      for_each_culprit(activities_[part.trace], *device, *cause.term, range,
                       [&](const std::string& name, EventId event, Ns ns) {
                         Surplus& of_name = surplus[name];
                         of_name.more_ns += static_cast<double>(ns) / (is_own ? 1 : -others);
                         if (!is_own || ns <= of_name.longest_ns) return;
                         of_name.longest_ns = ns;
                         of_name.longest = event;
                       });
    }
  }
  const auto most =
      std::ranges::max_element(surplus, {}, [](const auto& a) { return a.second.more_ns; });
  if (most == surplus.end() || most->second.more_ns <= 0) return;
  cause.culprit = most->first;
  cause.culprit_more_ns = rounded_ns(most->second.more_ns);
  cause.culprit_event = most->second.longest;
}

}  // namespace lanescope
