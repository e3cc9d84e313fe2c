#include "core/analysis/launch/launches.h"

#include <algorithm>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/host/site.h"
#include "core/analysis/results.h"
#include "core/base/radix_sort.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

/// Launch sums by name.
class Rows {
 public:
  explicit Rows(const Snapshot& snapshot) : row_of_(snapshot.strings->size(), kNone) {}

  LaunchSums& of(StringId name) {
    std::uint32_t& row = row_of_[index_of(name)];
    if (row == kNone) {
      row = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back({name, {}});
    }
    return rows_[row].sums;
  }
  std::vector<LaunchRow> take(const Snapshot& snapshot) {
    std::ranges::sort(rows_, [&](const LaunchRow& a, const LaunchRow& b) {
      return a.sums.call_ns != b.sums.call_ns ? a.sums.call_ns > b.sums.call_ns
                                              : snapshot.text(a.name) < snapshot.text(b.name);
    });
    return std::move(rows_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::vector<std::uint32_t> row_of_;  // by name
  std::vector<LaunchRow> rows_;
};

/// Of the launches for which it has one. One such list at a time, as they are long.
template <typename ValueOf>
std::vector<Ns> values_of(const std::vector<Launch>& launches, const ValueOf& value_of) {
  std::vector<Ns> values;
  values.reserve(launches.size());
  for (const Launch& launch : launches) {
    if (const std::optional<Ns> value = value_of(launch)) values.push_back(*value);
  }
  return values;
}

class LaunchFinder {
 public:
  explicit LaunchFinder(const AnalysisResults& in)
      : snapshot_(in.trace),
        window_(in.window),
        thresholds_(*in.window.thresholds),
        as_hta_(in.window.kind == WindowKind::Hta),
        calls_(in.trace),
        streams_(in.trace.tracks.size()),
        steps_(in.of<StepRanges>()->steps),
        of_step_(steps_.size()),
        apis_(in.trace),
        ops_(in.trace) {
    const auto timelines = in.of<DeviceTimelines>();
    std::size_t counted = 0;
    for (const DeviceTimeline& timeline : timelines->devices) {
      counted += static_cast<std::size_t>(std::ranges::count_if(
          timeline.events,
          [&](const TimelineEvent& event) { return counted_part(window_, event).has_value(); }));
    }
    out_.launches.reserve(counted);
    for (const DeviceTimeline& timeline : timelines->devices) {
      for (const TimelineEvent& event : timeline.events) add(event);
    }
  }

  LaunchTable take() {
    using Value = std::optional<Ns>;
    const auto& launches = out_.launches;
    out_.call = distribution_of(values_of(launches, [](const Launch& launch) {
      return launch.counts_call ? Value(launch.call_ns) : std::nullopt;
    }));
    out_.gpu =
        distribution_of(values_of(launches, [](const Launch& one) { return Value(one.gpu_ns); }));
    out_.delay = distribution_of(values_of(launches, [](const Launch& launch) {
      return launch.has_wait() ? Value(launch.delay_ns) : std::nullopt;
    }));
    std::vector<Ns> latency_ns = values_of(launches, [](const Launch& launch) {
      const bool alone =
          launch.first_node && launch.counts_call && !launch.queued && launch.start_latency_ns >= 0;
      return alone ? Value(launch.start_latency_ns) : std::nullopt;
    });
    radix_sort(latency_ns);
    if (!latency_ns.empty()) out_.floor_ns = quantile_of_sorted(latency_ns, 0.5);
    out_.apis = apis_.take(snapshot_);
    out_.ops = ops_.take(snapshot_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (of_step_[i].events != 0) out_.steps.push_back({steps_[i].name, of_step_[i]});
    }
    return std::move(out_);
  }

 private:
  /// The state of a stream.
  struct Stream {
    Ns busy_until_ns = kMinNs;
    EventId call = EventId::None;  // of the last event
    Ns end_ns = kMinNs;            // of the last event
  };

  void add(const TimelineEvent& event) {
    out_.has_gpu_events = true;
    Stream& stream = streams_[index_of(event.track)];
    const auto call = find_launch_call(calls_, event.link);
    const auto part = counted_part(window_, event);
    if (part && call) add_launch(event, *call, stream, part->length_ns());
    if (part && !call) ++out_.orphans;
    stream.busy_until_ns = std::max(stream.busy_until_ns, event.range.end_ns);
    stream.call = call ? call->event : EventId::None;
    stream.end_ns = event.range.end_ns;
  }

  void add_launch(const TimelineEvent& event, const LaunchCall& call, const Stream& stream,
                  Ns counted_gpu_ns) {
    Launch launch;
    launch.gpu_event = event.event;
    launch.call = call.event;
    launch.call_ns = length_of(call.range);
    launch.gpu_ns = length_of(event.range);
    launch.counted_gpu_ns = counted_gpu_ns;
    launch.counted_call_ns =
        window_.kind == WindowKind::Range ? counted_ns(window_, call.range) : launch.call_ns;
    launch.start_latency_ns = saturating_sub(event.range.begin_ns, call.range.begin_ns);
    launch.queued = stream.busy_until_ns > call.range.end_ns;
    launch.first_node = stream.call != call.event;
    launch.counts_call = as_hta_ || is_new(call.event);
    const Ns ready_ns = launch.first_node ? call.range.end_ns : stream.end_ns;
    launch.delay_ns = saturating_sub(event.range.begin_ns, ready_ns);
    launch.skewed = !as_hta_ && launch.start_latency_ns < 0;
    if (as_hta_) launch.delay_ns = std::max<Ns>(launch.delay_ns, 0);
    count(launch);
    apis_.of(call.name).add(launch);
    ops_.of(op_of(call.event)).add(launch);
    if (const auto step = step_of(call.range.begin_ns)) of_step_[*step].add(launch);
    out_.total.add(launch);
    out_.launches.push_back(launch);
  }

  void count(const Launch& launch) {
    out_.early += launch.start_latency_ns < 0;
    out_.short_kernels += launch.counts_call && launch.gpu_ns < launch.call_ns &&
                          launch.call_ns <= thresholds_.short_kernel_call_ns;
    out_.long_calls += launch.counts_call && launch.call_ns > thresholds_.long_launch_ns;
    out_.long_delays += launch.has_wait() && launch.delay_ns > thresholds_.long_delay_ns;
  }

  /// Whether this is the call's first event.
  bool is_new(EventId call) {
    if (seen_.empty()) seen_.resize(snapshot_.slice_count);
    const bool fresh = !seen_[index_of(call)];
    seen_[index_of(call)] = true;
    return fresh;
  }

  [[nodiscard]] StringId op_of(EventId call) {
    const auto at = calls_.find(call);
    return at ? slice_name(calls_, at->chunk->link[at->slice]) : StringId::Empty;
  }

  [[nodiscard]] std::optional<std::size_t> step_of(Ns time_ns) const {
    const auto after = std::ranges::upper_bound(
        steps_, time_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
    if (after == steps_.begin() || !std::prev(after)->range.contains(time_ns)) return std::nullopt;
    return static_cast<std::size_t>(after - steps_.begin()) - 1;
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const Thresholds& thresholds_;
  bool as_hta_;
  SliceFinder calls_;
  std::vector<Stream> streams_;  // by track
  std::vector<StepRange> steps_;
  std::vector<LaunchSums> of_step_;
  std::vector<bool> seen_;
  Rows apis_, ops_;
  LaunchTable out_;
};

}  // namespace

void LaunchSums::add(const Launch& launch) {
  ++events;
  if (launch.counts_call) {
    ++calls;
    call_ns = saturating_add(call_ns, launch.counted_call_ns);
  }
  gpu_ns = saturating_add(gpu_ns, launch.counted_gpu_ns);
  if (launch.skewed) {
    ++skewed;
    skew_ns = saturating_sub(skew_ns, launch.start_latency_ns);
    return;
  }
  total_ns = saturating_add(total_ns, saturating_add(launch.start_latency_ns, launch.gpu_ns));
  if (!launch.has_wait()) return;
  ++waits;
  delay_ns = saturating_add(delay_ns, launch.delay_ns);
  longest_wait_ns = std::max(longest_wait_ns, launch.delay_ns);
  if (launch.delay_ns > 0) {
    ++queued;
    queue_ns = saturating_add(queue_ns, launch.delay_ns);
  }
}

LaunchTable analyse_launches(const AnalysisResults& in) {
  return LaunchFinder(in).take();
}

}  // namespace lanescope
