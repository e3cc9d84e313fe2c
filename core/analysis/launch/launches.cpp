#include "core/analysis/launch/launches.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/results.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFU;

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
  std::vector<std::uint32_t> row_of_;  // by name
  std::vector<LaunchRow> rows_;
};

/// Launch sums by operator and launch call: one addition for each launch gives those of both.
class OpCalls {
 public:
  struct Row {
    StringId op = StringId::Empty, call = StringId::Empty;
    LaunchSums sums;
  };

  explicit OpCalls(const Snapshot& snapshot) : last_of_op_(snapshot.strings->size(), kNone) {}

  LaunchSums& of(StringId op, StringId call) {
    std::uint32_t& last = last_of_op_[index_of(op)];
    if (last == kNone || rows_[last].call != call) last = row_of(op, call);
    return rows_[last].sums;
  }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  std::uint32_t row_of(StringId op, StringId call) {
    const std::uint64_t key = std::uint64_t{index_of(op)} << 32U | index_of(call);
    const auto [at, fresh] = known_.try_emplace(key, static_cast<std::uint32_t>(rows_.size()));
    if (fresh) rows_.push_back({op, call, {}});
    return at->second;
  }

  std::vector<std::uint32_t> last_of_op_;  // by name: the row that was asked for last
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::vector<Row> rows_;
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

std::optional<Ns> call_time(const Launch& launch) {
  return launch.counts_call ? std::optional(launch.call_ns) : std::nullopt;
}
std::optional<Ns> gpu_time(const Launch& launch) {
  return launch.gpu_ns;
}
std::optional<Ns> delay(const Launch& launch) {
  return launch.has_wait() ? std::optional(launch.delay_ns) : std::nullopt;
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
        op_calls_(in.trace) {
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
    take_medians();
    take_rows();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (of_step_[i].events != 0) out_.steps.push_back({steps_[i].name, of_step_[i]});
    }
    return std::move(out_);
  }

 private:
  using Value = std::optional<Ns>;

  void take_medians() {
    const auto& launches = out_.launches;
    out_.median_call_ns = median_of_times(values_of(launches, call_time));
    out_.median_gpu_ns = median_of_times(values_of(launches, [this](const Launch& launch) {
      return has_length(launch) ? gpu_time(launch) : std::nullopt;
    }));
    std::vector<Ns> latency_ns = values_of(launches, [](const Launch& launch) {
      const bool alone =
          launch.first_node && launch.counts_call && !launch.queued && launch.start_latency_ns >= 0;
      return alone ? Value(launch.start_latency_ns) : std::nullopt;
    });
    if (!latency_ns.empty()) out_.floor_ns = median_of_times(std::move(latency_ns));
  }

  void take_rows() {
    Rows apis(snapshot_), ops(snapshot_);
    for (const OpCalls::Row& row : op_calls_.rows()) {
      apis.of(row.call).add(row.sums);
      ops.of(row.op).add(row.sums);
      out_.total.add(row.sums);
    }
    out_.apis = apis.take(snapshot_);
    out_.ops = ops.take(snapshot_);
  }

  /// The state of a stream.
  struct Stream {
    Ns busy_until_ns = kMinNs;
    EventId call = EventId::None;  // of the last event
    Ns end_ns = kMinNs;            // of the last event
  };

  void add(const TimelineEvent& event) {
    out_.has_gpu_events = true;
    Stream& stream = streams_[index_of(event.track)];
    auto call = calls_.find(event.link);
    if (call && snapshot_.kind_of(call->chunk->category[call->slice]) != CategoryKind::HostCall)
      call.reset();
    const auto part = counted_part(window_, event);
    if (part && call) add_launch(event, *call, stream, part->length_ns());
    if (part && !call) ++out_.orphans;
    stream.busy_until_ns = std::max(stream.busy_until_ns, event.range.end_ns);
    stream.call = call ? event.link : EventId::None;
    stream.end_ns = event.range.end_ns;
  }

  void add_launch(const TimelineEvent& event, const SliceRef& call, const Stream& stream,
                  Ns counted_gpu_ns) {
    const TimeRange call_range = call.chunk->range(call.slice);
    Launch& launch = out_.launches.emplace_back();
    launch.gpu_event = event.event;
    launch.call = event.link;
    launch.call_ns = length_of(call_range);
    launch.gpu_ns = length_of(event.range);
    launch.counted_gpu_ns = counted_gpu_ns;
    launch.counted_call_ns =
        window_.kind == WindowKind::Range ? counted_ns(window_, call_range) : launch.call_ns;
    launch.start_latency_ns = saturating_sub(event.range.begin_ns, call_range.begin_ns);
    launch.is_kernel = event.kind == CategoryKind::Kernel;
    launch.queued = stream.busy_until_ns > call_range.end_ns;
    launch.first_node = stream.call != event.link;
    launch.counts_call = as_hta_ || is_new(event.link);
    const Ns ready_ns = launch.first_node ? call_range.end_ns : stream.end_ns;
    launch.delay_ns = saturating_sub(event.range.begin_ns, ready_ns);
    launch.skewed = !as_hta_ && launch.start_latency_ns < 0;
    if (as_hta_) launch.delay_ns = std::max<Ns>(launch.delay_ns, 0);
    count(launch);
    op_calls_.of(name_of(call.chunk->link[call.slice]), call.chunk->name[call.slice]).add(launch);
    if (is_in_step(call_range.begin_ns)) of_step_[step_].add(launch);
  }

  void count(const Launch& launch) {
    out_.early += launch.start_latency_ns < 0;
    out_.short_kernels += launch.counts_call && has_length(launch) &&
                          launch.gpu_ns < launch.call_ns &&
                          launch.call_ns <= thresholds_.short_kernel_call_ns;
    out_.long_calls += launch.counts_call && launch.call_ns > thresholds_.long_launch_ns;
    out_.long_delays += launch.has_wait() && launch.delay_ns > thresholds_.long_delay_ns;
  }

  /// Not if the end of the work is missing.
  [[nodiscard]] bool has_length(const Launch& launch) const {
    return !std::ranges::binary_search(snapshot_.unended, launch.gpu_event);
  }

  /// Whether this is the call's first event.
  bool is_new(EventId call) {
    if (seen_.empty()) seen_.resize(snapshot_.slice_count);
    const bool fresh = !seen_[index_of(call)];
    seen_[index_of(call)] = true;
    return fresh;
  }

  [[nodiscard]] StringId name_of(EventId op) {
    const auto at = calls_.find(op);
    return at ? at->chunk->name[at->slice] : StringId::Empty;
  }

  /// Whether a step contains a time; step_ is then its number. Mostly it is that of the last one.
  bool is_in_step(Ns time_ns) {
    if (step_ < steps_.size() && steps_[step_].range.contains(time_ns)) return true;
    const auto after = std::ranges::upper_bound(
        steps_, time_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
    if (after == steps_.begin() || !std::prev(after)->range.contains(time_ns)) return false;
    step_ = static_cast<std::size_t>(after - steps_.begin()) - 1;
    return true;
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const Thresholds& thresholds_;
  bool as_hta_;
  SliceFinder calls_;
  std::vector<Stream> streams_;  // by track
  std::vector<StepRange> steps_;
  std::vector<LaunchSums> of_step_;
  std::size_t step_ = 0;
  std::vector<bool> seen_;
  OpCalls op_calls_;
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

void LaunchSums::add(const LaunchSums& other) {
  calls += other.calls;
  events += other.events;
  call_ns = saturating_add(call_ns, other.call_ns);
  gpu_ns = saturating_add(gpu_ns, other.gpu_ns);
  waits += other.waits;
  delay_ns = saturating_add(delay_ns, other.delay_ns);
  queue_ns = saturating_add(queue_ns, other.queue_ns);
  longest_wait_ns = std::max(longest_wait_ns, other.longest_wait_ns);
  queued += other.queued;
  total_ns = saturating_add(total_ns, other.total_ns);
  skewed += other.skewed;
  skew_ns = saturating_add(skew_ns, other.skew_ns);
}

LaunchDistributions distributions_of(const LaunchTable& table) {
  LaunchDistributions out;
  out.call = distribution_of(values_of(table.launches, call_time));
  out.gpu = distribution_of(values_of(table.launches, gpu_time));
  out.delay = distribution_of(values_of(table.launches, delay));
  return out;
}

LaunchTable analyse_launches(const AnalysisResults& in) {
  return LaunchFinder(in).take();
}

}  // namespace lanescope
