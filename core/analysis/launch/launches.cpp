#include "core/analysis/launch/launches.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

/// Launch sums by name.
class Rows {
 public:
  LaunchSums& of(StringId name) {
    const auto [at, fresh] = known_.try_emplace(name, rows_.size());
    if (fresh) rows_.push_back({name, {}});
    return rows_[at->second].sums;
  }
  std::vector<LaunchRow> take(const Snapshot& snapshot) {
    std::ranges::sort(rows_, [&](const LaunchRow& a, const LaunchRow& b) {
      return a.sums.call_ns != b.sums.call_ns ? a.sums.call_ns > b.sums.call_ns
                                              : snapshot.text(a.name) < snapshot.text(b.name);
    });
    return std::move(rows_);
  }

 private:
  std::unordered_map<StringId, std::size_t> known_;
  std::vector<LaunchRow> rows_;
};

class LaunchFinder {
 public:
  explicit LaunchFinder(const AnalysisResults& in)
      : snapshot_(in.trace),
        thresholds_(*in.window.thresholds),
        as_hta_(in.window.kind == WindowKind::Hta),
        streams_(in.trace.tracks.size()),
        steps_(in.of<StepRanges>()->steps),
        of_step_(steps_.size()) {
    const auto timelines = in.of<DeviceTimelines>();
    for (const DeviceTimeline& timeline : timelines->devices) {
      for (const TimelineEvent& event : timeline.events) add(event);
    }
  }

  LaunchTable take() {
    out_.call = distribution_of(std::move(call_ns_));
    out_.gpu = distribution_of(std::move(gpu_ns_));
    out_.delay = distribution_of(std::move(delay_ns_));
    std::ranges::sort(latency_ns_);
    if (!latency_ns_.empty()) out_.floor_ns = quantile_of(latency_ns_, 0.5);
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
    const auto call = find_launch_call(snapshot_, event.link);
    if (event.counts && call) add_launch(event, *call, stream);
    if (event.counts && !call) ++out_.orphans;
    stream.busy_until_ns = std::max(stream.busy_until_ns, event.range.end_ns);
    stream.call = call ? call->event : EventId::None;
    stream.end_ns = event.range.end_ns;
  }

  void add_launch(const TimelineEvent& event, const LaunchCall& call, const Stream& stream) {
    Launch launch;
    launch.gpu_event = event.event;
    launch.call = call.event;
    launch.call_ns = length_of(call.range);
    launch.gpu_ns = length_of(event.range);
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
    if (launch.counts_call) call_ns_.push_back(launch.call_ns);
    gpu_ns_.push_back(launch.gpu_ns);
    if (!launch.skewed) delay_ns_.push_back(launch.delay_ns);
    const bool early = launch.start_latency_ns < 0;
    if (launch.first_node && !launch.queued && !early) {
      latency_ns_.push_back(launch.start_latency_ns);
    }
    out_.early += early;
    out_.short_kernels +=
        launch.gpu_ns < launch.call_ns && launch.call_ns <= thresholds_.short_kernel_call_ns;
    out_.long_calls += launch.counts_call && launch.call_ns > thresholds_.long_launch_ns;
    out_.long_delays += launch.delay_ns > thresholds_.long_delay_ns;
  }

  /// Whether this is the call's first event.
  bool is_new(EventId call) {
    if (seen_.empty()) seen_.resize(snapshot_.slice_count);
    const bool fresh = !seen_[index_of(call)];
    seen_[index_of(call)] = true;
    return fresh;
  }

  [[nodiscard]] StringId op_of(EventId call) const {
    const auto at = snapshot_.find_slice(call);
    const auto op = at ? snapshot_.find_slice(at->chunk->link[at->slice]) : std::nullopt;
    return op ? op->chunk->name[op->slice] : StringId::Empty;
  }

  [[nodiscard]] std::optional<std::size_t> step_of(Ns time_ns) const {
    const auto after = std::ranges::upper_bound(
        steps_, time_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
    if (after == steps_.begin() || !std::prev(after)->range.contains(time_ns)) return std::nullopt;
    return static_cast<std::size_t>(after - steps_.begin()) - 1;
  }

  const Snapshot& snapshot_;
  const Thresholds& thresholds_;
  bool as_hta_;
  std::vector<Stream> streams_;  // by track
  std::vector<StepRange> steps_;
  std::vector<LaunchSums> of_step_;
  std::vector<bool> seen_;
  std::vector<Ns> call_ns_, gpu_ns_, delay_ns_, latency_ns_;
  Rows apis_, ops_;
  LaunchTable out_;
};

}  // namespace

void LaunchSums::add(const Launch& launch) {
  ++events;
  if (launch.counts_call) {
    ++calls;
    call_ns = saturating_add(call_ns, launch.call_ns);
  }
  gpu_ns = saturating_add(gpu_ns, launch.gpu_ns);
  if (launch.skewed) {
    ++skewed;
    skew_ns = saturating_sub(skew_ns, launch.start_latency_ns);
    return;
  }
  delay_ns = saturating_add(delay_ns, launch.delay_ns);
  if (launch.delay_ns > 0) {
    ++queued;
    queue_ns = saturating_add(queue_ns, launch.delay_ns);
  }
  total_ns = saturating_add(total_ns, saturating_add(launch.start_latency_ns, launch.gpu_ns));
}

LaunchTable analyse_launches(const AnalysisResults& in) {
  return LaunchFinder(in).take();
}

}  // namespace lanescope
