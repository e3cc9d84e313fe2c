#include "core/build/tracks/plausible_times.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/threads/work.h"
#include "core/store/gpu_lanes.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kMinute = 60 * kSecond;
constexpr Ns kDay = 24 * 60 * kMinute;
constexpr Ns kYear = 365 * kDay;

constexpr Ns kReachOfBulk = 1000, kReachOfWindow = 10;  // times the length of the bulk
constexpr std::size_t kFewShare = 10;                   // one event in this many
constexpr std::size_t kLeastEvents = 3;                 // needed to find the bulk or a clock

/// An event of any kind, with its time.
struct TimedRow {
  Ns begin_ns = 0, end_ns = 0;
  std::size_t lane = 0;
  Place place;
  std::uint32_t worker = 0;
  LocalId name = 0;
  bool is_window = false;  // a window in which the profiler was recording
};

/// Calls visit(row) for every event.
template <typename Visit>
class RowWalk {
 public:
  RowWalk(const PlausibleInput& in, const Visit& visit) : in_(in), visit_(visit) {}

  void run() const {
    for (const RawBatch& batch : in_.batches) {
      const WorkerMap& map = in_.tables.workers[batch.worker];
      slices(batch, map);
      for (const RawInstant& i : batch.instants)
        visit_({i.time_ns, i.time_ns, lane(map, i.track), i.place, batch.worker, i.name});
      for (const RawFlow& flow : batch.flows)
        visit_({flow.time_ns, flow.time_ns, track_of(flow, map), flow.place, batch.worker});
      for (const RawAsync& a : batch.asyncs)
        visit_({a.time_ns, a.time_ns, lane(map, a.track), a.place, batch.worker, a.name});
      counters(batch, map);
      count_work(Work::Events, batch.instants.size() + batch.flows.size() + batch.asyncs.size() +
                                   batch.counters.size());
    }
  }

 private:
  static std::size_t lane(const WorkerMap& map, LocalId track) {
    return index_of(map.tracks[track]);
  }

  void slices(const RawBatch& batch, const WorkerMap& map) const {
    for (const RawRun& run : batch.slices) {
      count_work(Work::Events, run.end - run.begin);
      for (RawRef ref = run.begin; ref < run.end; ++ref) {
        const RawSlice& raw = in_.store[ref];
        const GlobalSliceKind& lane = map.lanes[raw.lane];
        visit_({raw.start_ns, saturating_add(raw.start_ns, raw.dur_ns), index_of(lane.track),
                raw.place, batch.worker, raw.name, lane.kind == CategoryKind::TraceSpan});
      }
    }
  }

  [[nodiscard]] std::size_t track_of(const RawFlow& flow, const WorkerMap& map) const {
    if (!flow.on_slice) return lane(map, flow.carrier);
    return index_of(map.lanes[in_.store[flow.carrier].lane].track);
  }

  void counters(const RawBatch& batch, const WorkerMap& map) const {
    for (const RawCounter& c : batch.counters) {
      if (!c.first_of_event) continue;
      visit_({c.time_ns, c.time_ns, in_.tables.tracks.size() + map.counters[c.counter], c.place,
              batch.worker});
    }
  }

  const PlausibleInput& in_;
  const Visit& visit_;
};

template <typename Visit>
void each_row(const PlausibleInput& in, const Visit& visit) {
  RowWalk<Visit>(in, visit).run();
}

struct Starts {
  std::vector<Ns> times;
  std::vector<TimeRange> windows;  // in which the profiler was recording
};

Starts starts_of(const PlausibleInput& in) {
  Starts starts;
  each_row(in, [&](const TimedRow& row) {
    if (row.is_window) {
      starts.windows.push_back({row.begin_ns, row.end_ns});
    } else {
      starts.times.push_back(row.begin_ns);
    }
  });
  if (in.recorded) starts.windows.push_back(*in.recorded);
  return starts;
}

/// The largest number of events that may be mistakes.
std::size_t few_of(std::size_t events) {
  return std::max<std::size_t>(1, events / kFewShare);
}

/// The range without the smallest and the largest `few` times. Reorders the times.
TimeRange middle_of(std::vector<Ns>& times, std::size_t few) {
  const auto at = [&](std::size_t i) { return times.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(times.begin(), at(few), times.end());
  const Ns begin_ns = *at(few);
  std::nth_element(at(few), at(times.size() - 1 - few), times.end());
  return {begin_ns, *at(times.size() - 1 - few)};
}

Ns times_length(TimeRange range, Ns factor) {
  const Ns length_ns = saturating_sub(range.end_ns, range.begin_ns);
  return length_ns > kMaxNs / factor ? kMaxNs : length_ns * factor;
}

/// What was certainly recorded, and how far away is too far.
struct Bulk {
  TimeRange range;
  Ns reach_ns = 0;
};

/// A window that does not overlap the middle of the events, or lasts years, is itself a mistake.
Bulk bulk_of(TimeRange middle, const std::vector<TimeRange>& windows) {
  Bulk bulk{middle};
  bool window_known = false;
  for (const TimeRange& window : windows) {
    if (window.begin_ns > middle.end_ns || window.end_ns < middle.begin_ns) continue;
    if (saturating_sub(window.end_ns, window.begin_ns) > kYear) continue;
    bulk.range.include(window);
    window_known = true;
  }
  bulk.reach_ns = window_known ? std::max(kMinute, times_length(bulk.range, kReachOfWindow))
                               : std::max(kDay, times_length(bulk.range, kReachOfBulk));
  return bulk;
}

/// How far one gets from `edge_ns` with steps of at most `reach_ns`; `times` are sorted by
/// increasing distance from it.
Ns last_reached(Ns edge_ns, const std::vector<Ns>& times, Ns reach_ns) {
  for (const Ns time_ns : times) {
    const Ns step_ns =
        time_ns > edge_ns ? saturating_sub(time_ns, edge_ns) : saturating_sub(edge_ns, time_ns);
    if (step_ns > reach_ns) break;
    edge_ns = time_ns;
  }
  return edge_ns;
}

/// The bulk and everything that can be reached from it.
TimeRange reached_from(const Bulk& bulk, const PlausibleInput& in) {
  std::vector<Ns> before, behind;
  each_row(in, [&](const TimedRow& row) {
    for (const Ns time_ns : {row.begin_ns, row.end_ns}) {
      if (time_ns < bulk.range.begin_ns) before.push_back(time_ns);
      if (time_ns > bulk.range.end_ns) behind.push_back(time_ns);
    }
  });
  std::sort(before.rbegin(), before.rend());
  std::sort(behind.begin(), behind.end());
  return {last_reached(bulk.range.begin_ns, before, bulk.reach_ns),
          last_reached(bulk.range.end_ns, behind, bulk.reach_ns)};
}

/// How many events a track or a group has, and how many of them are far away.
struct FarCount {
  std::size_t all = 0, far = 0;

  void add(bool is_far) {
    ++all;
    far += is_far ? 1U : 0U;
  }
  [[nodiscard]] bool has_own_clock() const { return far >= kLeastEvents && 2 * far > all; }
};

/// Tracks and counters by process; a process's GPU streams are separate from its threads, because
/// they have a different clock.
std::vector<std::size_t> groups_of_tracks(const GlobalTables& tables) {
  std::map<std::pair<StringId, bool>, std::size_t> numbers;
  std::vector<std::size_t> groups;
  const auto add = [&](StringId process, bool gpu) {
    groups.push_back(numbers.try_emplace({process, gpu}, numbers.size()).first->second);
  };
  for (const Track& track : tables.tracks) add(track.process, is_gpu_lane(track.kind));
  for (const GlobalCounter& counter : tables.counters) add(counter.process, false);
  return groups;
}

}  // namespace

PlausibleTimes::PlausibleTimes(const PlausibleInput& in) : tracks_(in.tables.tracks.size()) {
  if (saturating_sub(in.extent.end_ns, in.extent.begin_ns) <= kShortestExamined) return;
  Starts starts = starts_of(in);
  if (starts.times.size() < kLeastEvents) return;
  const std::size_t few = few_of(starts.times.size());
  const Bulk bulk = bulk_of(middle_of(starts.times, few), starts.windows);
  const auto is_near = [&](TimeRange range) {
    return range.begin_ns >= saturating_sub(bulk.range.begin_ns, bulk.reach_ns) &&
           range.end_ns <= saturating_add(bulk.range.end_ns, bulk.reach_ns);
  };
  if (is_near(in.extent)) return;
  window_ = reached_from(bulk, in);
  find_own_clocks(in);
  std::size_t others = 0;
  each_row(in, [&](const TimedRow& row) {
    if (admits_track(row.lane, row.begin_ns, row.end_ns)) {
      last_ns_ = std::max(last_ns_, row.end_ns);
    } else {
      ++others;
    }
  });
  if (others == 0 || others > few) *this = {};
}

void PlausibleTimes::find_own_clocks(const PlausibleInput& in) {
  const std::vector<std::size_t> groups = groups_of_tracks(in.tables);
  std::vector<FarCount> of_track(groups.size()), of_group(groups.size());
  each_row(in, [&](const TimedRow& row) {
    const bool far = row.begin_ns < window_.begin_ns || row.end_ns > window_.end_ns;
    of_track[row.lane].add(far);
    of_group[groups[row.lane]].add(far);
  });
  own_clock_.resize(groups.size());
  for (std::size_t lane = 0; lane < groups.size(); ++lane)
    own_clock_[lane] = of_track[lane].has_own_clock() || of_group[groups[lane]].has_own_clock();
}

void PlausibleTimes::list_others(const PlausibleInput& in, IssueLog& issues) const {
  if (all()) return;
  each_row(in, [&](const TimedRow& row) {
    if (admits_track(row.lane, row.begin_ns, row.end_ns)) return;
    const WorkerMap& map = in.tables.workers[row.worker];
    const StringId name = row.name < map.texts.size() ? map.texts[row.name] : StringId::Empty;
    issues.add(Issue::DistantTime, row.place.offset(), (*in.tables.strings)[name]);
  });
}

}  // namespace lanescope
