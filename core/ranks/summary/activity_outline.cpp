#include "core/ranks/summary/activity_outline.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "core/analysis/events/interval_union.h"
#include "core/base/check.h"
#include "core/ranks/summary/outline_cuts.h"

namespace lanescope {
namespace {

/// A part or work of a segment while it is summed.
struct Share {
  std::uint32_t segment = 0;
  std::uint32_t key = 0;   // the term of a part; whether a work is a copy
  std::uint32_t name = 0;  // in the activity's names
  EventId event = EventId::None;
  Ns ns = 0;
  std::int64_t count = 0;
  Ns longest_ns = 0, first_ns = 0;

  [[nodiscard]] bool is_alike(const Share& other) const {
    return segment == other.segment && key == other.key && name == other.name;
  }
  /// Takes an alike one in; the event is that of the longest, of the first of those.
  void add(const Share& other) {
    ns = saturating_add(ns, other.ns);
    count += other.count;
    first_ns = std::min(first_ns, other.first_ns);
    if (other.longest_ns <= longest_ns) return;
    longest_ns = other.longest_ns;
    event = other.event;
  }
};

class NameList {
 public:
  explicit NameList(const std::vector<std::string>& all) : all_(all) { names_.emplace_back(); }

  std::uint32_t number_of(std::uint32_t name) {
    if (name == 0) return 0;
    const auto [at, fresh] = known_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(all_[name]);
    return at->second;
  }
  /// How many names the activity has.
  [[nodiscard]] std::size_t all() const { return all_.size(); }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  const std::vector<std::string>& all_;
  std::vector<std::string> names_;
  std::unordered_map<std::uint32_t, std::uint32_t> known_;
};

class DeviceReducer {
 public:
  DeviceReducer(const DeviceActivity& device, std::vector<Ns> cuts, NameList& names)
      : device_(device), names_(names) {
    out_.device = device.device;
    out_.cuts = std::move(cuts);
  }

  /// What is not written needs no memory.
  static constexpr std::size_t kUsualShares = std::size_t{1} << 19U;

  /// `visit_idle(visit)` calls visit(stretch) for the idle time of the device.
  template <typename VisitIdle>
  DeviceOutline run(const VisitIdle& visit_idle) {
    shares_.reserve(kUsualShares);  // not moved while they grow, as a rule
    add_term(kComputeTerm, device_.compute);
    add_term(kMemoryTerm, device_.exposed_memory);
    add_term(kCommTerm, device_.exposed_comm);
    visit_idle([&](const IdleStretch& one) {
      const auto term =
          static_cast<std::uint32_t>(kFirstIdleTerm) + static_cast<std::uint32_t>(one.what);
      add(one.range, term, one.name, one.culprit, 0);
    });
    sum();
    merge_small_culprits();
    sum();
    for (const Share& share : in_order()) {
      out_.parts.push_back(
          {share.segment, share.key, names_.number_of(share.name), share.event, share.ns});
    }
    shares_.clear();
    std::ranges::fill(last_, 0);
    add_works(device_.kernels, 0);
    add_works(device_.copies, 1);
    sum();
    leave_out_small_works();
    for (const Share& share : in_order()) {
      out_.works.push_back({share.segment, share.key != 0, names_.number_of(share.name),
                            share.event, share.ns, share.count});
    }
    return std::move(out_);
  }

 private:
  void add_term(std::size_t term, const std::vector<TimeRange>& ranges) {
    for (const TimeRange& range : ranges)
      add(range, static_cast<std::uint32_t>(term), 0, EventId::None, 0);
  }

  void add_works(const std::vector<ActivityWork>& works, std::uint32_t is_copy) {
    for (const ActivityWork& work : works) {
      const std::uint32_t name = work.operator_name != 0 ? work.operator_name : work.name;
      add(work.range, is_copy, name, work.event, work.count);
    }
  }

  /// Adds what of it lies in each segment; it is counted in the first. Inlined, with put(): there
  /// are millions.
  [[gnu::always_inline]] void add(const TimeRange& range, std::uint32_t key, std::uint32_t name,
                                  EventId event, std::int64_t count) {
    if (!near_.contains(range.begin_ns)) go_to(range.begin_ns);
    if (near_.empty()) return;  // only of times at the limit of int64
    const std::vector<Ns>& cuts = out_.cuts;
    std::size_t segment = near_segment_;
    Ns begin_ns = range.begin_ns;
    do {
      const TimeRange inside{begin_ns, std::min(cuts[segment + 1], range.end_ns)};
      put({static_cast<std::uint32_t>(segment), key, name, event, length_of(inside), count,
           length_of(range), begin_ns});
      count = 0;
      begin_ns = cuts[++segment];
    } while (begin_ns < range.end_ns && segment + 1 < cuts.size());
  }

  /// Finds the segment of a time, which is that of the one before or the next, as a rule.
  void go_to(Ns time_ns) {
    const std::vector<Ns>& cuts = out_.cuts;
    const auto segment = [&](std::size_t at) {
      return at + 1 < cuts.size() ? TimeRange{cuts[at], cuts[at + 1]} : TimeRange{};
    };
    if (near_ = segment(++near_segment_); near_.contains(time_ns)) return;
    const auto after = std::ranges::upper_bound(cuts, time_ns) - cuts.begin();
    near_segment_ = after == 0 ? cuts.size() : static_cast<std::size_t>(after) - 1;
    near_ = segment(near_segment_);
  }

  /// Adds it to the last of its key and name if that is of the same segment, as most are: a segment
  /// may have thousands of kernels, and sorting them all was most of the cost.
  [[gnu::always_inline]] void put(const Share& share) {
    LANESCOPE_SLOW_CHECK(share.key < kLatenessTerms, "key {}, name {}", share.key, share.name);
    const std::size_t alike = share.name * kLatenessTerms + share.key;
    if (alike >= last_.size()) last_.resize((names_.all() + 1) * kLatenessTerms);
    std::size_t& last = last_[alike];
    if (last != 0 && shares_[last - 1].segment == share.segment)
      return shares_[last - 1].add(share);
    shares_.push_back(share);
    last = shares_.size();
  }

  /// One share for each segment, key and name.
  void sum() {
    group_by_segment();
    sort_in_segments([](const Share& a, const Share& b) {
      return std::tie(a.key, a.name) < std::tie(b.key, b.name);
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      if (kept != 0 && shares_[kept - 1].is_alike(shares_[i]))
        shares_[kept - 1].add(shares_[i]);
      else
        shares_[kept++] = shares_[i];
    }
    shares_.resize(kept);
  }

  /// By counting, stable: there are as many segments as shares, or nearly so.
  void group_by_segment() {
    if (std::ranges::is_sorted(shares_, {}, &Share::segment)) return;
    std::vector<std::size_t> places(out_.cuts.size() + 1);
    for (const Share& share : shares_) ++places[share.segment + 1];
    for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    grouped_.resize(shares_.size());
    for (const Share& share : shares_) grouped_[places[share.segment]++] = share;
    shares_.swap(grouped_);
  }

  template <typename At, typename Order>
  static void sort_stably(At begin, At end, const Order& comes_first) {
    if (!std::is_sorted(begin, end, comes_first)) std::stable_sort(begin, end, comes_first);
  }

  /// Stable. Shares of a segment are together.
  template <typename Order>
  void sort_in_segments(const Order& comes_first) {
    for (auto begin = shares_.begin(); begin != shares_.end();) {
      const auto end = std::find_if_not(
          begin, shares_.end(), [&](const Share& one) { return one.segment == begin->segment; });
      sort_stably(begin, end, comes_first);
      begin = end;
    }
  }

  /// Calls visit(begin, end) for shares that are together: those of a segment, by falling time.
  template <typename Together, typename Visit>
  void for_each_run(const Together& together, const Visit& visit) {
    for (auto begin = shares_.begin(); begin != shares_.end();) {
      const auto end = std::find_if_not(begin, shares_.end(),
                                        [&](const Share& one) { return together(*begin, one); });
      sort_stably(begin, end, [](const Share& a, const Share& b) { return a.ns > b.ns; });
      visit(begin, end);
      begin = end;
    }
  }

  void merge_small_culprits() {
    for_each_run([](const Share& a, const Share& b) { return a.segment == b.segment; },
                 [](auto begin, auto end) {
                   std::size_t named = 0;
                   for (auto one = begin; one != end; ++one) {
                     if (one->name == 0 || ++named == 1) continue;
                     one->event = EventId::None;
                     if (named > kMostOutlined) one->name = 0;
                   }
                 });
  }

  void leave_out_small_works() {
    std::vector<Share> kept;
    for_each_run(
        [](const Share& a, const Share& b) { return a.segment == b.segment && a.key == b.key; },
        [&](auto begin, auto end) {
          const auto most = std::min<std::ptrdiff_t>(end - begin, kMostOutlined);
          for (auto other = begin + most; other != end; ++other) begin->count += other->count;
          kept.insert(kept.end(), begin, begin + most);
        });
    shares_ = std::move(kept);
  }

  const std::vector<Share>& in_order() {
    sort_in_segments([](const Share& a, const Share& b) { return a.first_ns < b.first_ns; });
    return shares_;
  }

  const DeviceActivity& device_;
  NameList& names_;
  std::vector<Share> shares_;
  std::vector<Share> grouped_;     // room for them
  std::size_t near_segment_ = 0;   // the one that was found last
  TimeRange near_;                 // its times; empty if it is none
  std::vector<std::size_t> last_;  // by name and key: 1 more than an index of shares_; 0: none
  DeviceOutline out_;
};

/// `ends_of(i)` says where the idle time of a device begins and ends, and `visit_idle(i, visit)`
/// visits it.
template <typename EndsOf, typename VisitIdle>
ActivityOutline outline(const RankActivity& activity, const RankCollectives& collectives,
                        std::span<const TimeRange> steps, const EndsOf& ends_of,
                        const VisitIdle& visit_idle) {
  ActivityOutline out;
  NameList names(activity.names);
  for (std::size_t i = 0; i < activity.devices.size(); ++i) {
    const DeviceActivity& device = activity.devices[i];
    DeviceReducer reducer(device, cuts_of(device, ends_of(i), collectives, steps), names);
    out.devices.push_back(reducer.run([&](const auto& visit) { visit_idle(i, visit); }));
  }
  out.names = names.take();
  return out;
}

}  // namespace

ActivityOutline outline_of(const RankActivity& activity, const RankCollectives& collectives,
                           std::span<const TimeRange> steps) {
  const auto idle_of = [&](std::size_t i) -> auto& {
    return activity.devices[i].idle;
  };
  return outline(
      activity, collectives, steps,
      [&](std::size_t i) {
        return idle_of(i).empty()
                   ? TimeRange{kMaxNs, kMinNs}
                   : TimeRange{idle_of(i).front().range.begin_ns, idle_of(i).back().range.end_ns};
      },
      [&](std::size_t i, const auto& visit) { std::ranges::for_each(idle_of(i), visit); });
}

ActivityOutline outline_of(ActivityReader& reader, const RankCollectives& collectives,
                           std::span<const TimeRange> steps) {
  return outline(
      reader.activity(), collectives, steps, [&](std::size_t i) { return reader.idle_ends(i); },
      [&](std::size_t i, const auto& visit) { reader.visit_idle(i, visit); });
}

}  // namespace lanescope
