#include "core/analysis/events/interval_union.h"

namespace lanescope {

std::vector<TimeRange> merged(std::span<const TimeRange> intervals) {
  std::vector<TimeRange> out;
  for (const TimeRange& interval : intervals) add_later(out, interval);
  return out;
}

std::vector<TimeRange> common_parts(std::span<const TimeRange> a, std::span<const TimeRange> b) {
  std::vector<TimeRange> out;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const TimeRange common{std::max(a[i].begin_ns, b[j].begin_ns),
                           std::min(a[i].end_ns, b[j].end_ns)};
    if (!common.empty()) out.push_back(common);
    ++(a[i].end_ns < b[j].end_ns ? i : j);
  }
  return out;
}

std::vector<TimeRange> left_out(std::span<const TimeRange> list) {
  std::vector<TimeRange> out;
  Ns from_ns = kMinNs;
  for (const TimeRange& range : list) {
    if (range.begin_ns > from_ns) out.push_back({from_ns, range.begin_ns});
    from_ns = range.end_ns;
  }
  if (from_ns < kMaxNs) out.push_back({from_ns, kMaxNs});
  return out;
}

namespace {

/// Most intervals end before any of another list begins, so that one step each is enough.
void add_alone(const std::array<std::span<const TimeRange>, 3>& lists,
               std::array<std::size_t, 3>& at, Ns& now, std::array<Ns, 8>& lengths) {
  for (std::size_t i = 0; i < lists.size(); ++i) {
    Ns others_ns = kMaxNs;
    for (std::size_t j = 0; j < lists.size(); ++j) {
      if (j != i && at[j] < lists[j].size())
        others_ns = std::min(others_ns, lists[j][at[j]].begin_ns);
    }
    Ns& alone_ns = lengths[std::size_t{1} << i];
    for (; at[i] < lists[i].size() && lists[i][at[i]].end_ns < others_ns; ++at[i]) {
      const TimeRange left{std::max(now, lists[i][at[i]].begin_ns), lists[i][at[i]].end_ns};
      alone_ns = saturating_add(alone_ns, length_of(left));
      now = std::max(now, left.end_ns);
    }
  }
}

}  // namespace

std::array<Ns, 8> overlap_lengths(const std::array<std::span<const TimeRange>, 3>& lists) {
  std::array<Ns, 8> lengths{};
  std::array<std::size_t, 3> at{};
  Ns now = kMinNs;
  while (true) {
    add_alone(lists, at, now, lengths);
    // One step: from `now` to the next boundary of any list.
    std::size_t inside = 0;
    Ns next = kMaxNs;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      while (at[i] < lists[i].size() && lists[i][at[i]].end_ns <= now) ++at[i];
      if (at[i] == lists[i].size()) continue;
      const TimeRange& interval = lists[i][at[i]];
      const bool covers = interval.begin_ns <= now;
      if (covers) inside |= std::size_t{1} << i;
      next = std::min(next, covers ? interval.end_ns : interval.begin_ns);
    }
    if (next == kMaxNs) return lengths;
    if (inside != 0) lengths[inside] = saturating_add(lengths[inside], saturating_sub(next, now));
    now = next;
  }
}

}  // namespace lanescope
