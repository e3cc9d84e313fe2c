#include "core/analysis/gpu_time/util.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/device_info.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/gpu_time/tensor_core_ops.h"
#include "core/analysis/kernels/launch_shapes.h"
#include "core/analysis/ops/enclosing_ops.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr Ns kFirstBucketNs = 1'000;
constexpr Ns kMostBuckets = 100;
/// Shares of multiprocessors are counted in these units, so that sums are exact.
constexpr std::int64_t kWhole = std::int64_t{1} << 20U;

/// A change in the number of multiprocessors in use.
struct FillChange {
  Ns time_ns = 0;
  std::int64_t parts = 0;
};

double share(Ns part_ns, Ns whole_ns) {
  return whole_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(whole_ns) : 0;
}

/// Divides a window into equal buckets; the last one may be shorter. Time in `paused` does not
/// count.
class Buckets {
 public:
  Buckets(TimeRange window, const std::vector<TimeRange>& paused)
      : window_(window), paused_(paused) {
    const Ns span_ns = length_of(window);
    while (length_ns_ < kMaxNs / (10 * kMostBuckets) && span_ns > kMostBuckets * length_ns_) {
      length_ns_ *= 10;
    }
    const Ns buckets = span_ns / length_ns_ + (span_ns % length_ns_ != 0 ? 1 : 0);
    sums_.resize(static_cast<std::size_t>(std::min(kMostBuckets, buckets)));
  }

  /// Adds a value that is constant over a range inside the window.
  void add(TimeRange range, double value) {
    if (sums_.empty()) return;
    while (!range.empty()) {
      const Ns since_ns = saturating_sub(range.begin_ns, window_.begin_ns);
      const auto i = std::min(static_cast<std::size_t>(since_ns / length_ns_), sums_.size() - 1);
      const Ns end_ns =
          i + 1 == sums_.size() ? range.end_ns : std::min(range.end_ns, bucket(i).end_ns);
      sums_[i] += value * static_cast<double>(length_of({range.begin_ns, end_ns}));
      range.begin_ns = end_ns;
    }
  }

  [[nodiscard]] TimeRange bucket(std::size_t i) const {
    const Ns begin_ns = window_.begin_ns + static_cast<Ns>(i) * length_ns_;
    const bool last = i + 1 == sums_.size();
    return {begin_ns, last ? window_.end_ns : begin_ns + length_ns_};
  }
  [[nodiscard]] Ns recorded_ns(std::size_t i) const {
    return length_of(bucket(i)) - paused_.length_in(bucket(i));
  }
  /// The mean over the recorded part of a bucket; 0 if nothing was recorded.
  [[nodiscard]] double mean(std::size_t i) const {
    return sums_[i] / static_cast<double>(std::max<Ns>(recorded_ns(i), 1));
  }
  [[nodiscard]] std::size_t size() const { return sums_.size(); }
  [[nodiscard]] Ns length_ns() const { return length_ns_; }

 private:
  TimeRange window_;
  CoveredTime paused_;
  Ns length_ns_ = kFirstBucketNs;
  std::vector<double> sums_;
};

class UtilReader {
 public:
  UtilReader(const AnalysisResults& in, const LaunchShapes& launches,
             const DeviceTimeline& timeline, std::span<const TimeRange> pauses)
      : snapshot_(in.trace),
        launches_(launches),
        stop_(in.stop),
        timeline_(timeline),
        low_util_(in.window.thresholds->low_gpu_util_pct / 100),
        busy_(timeline.busy()),
        paused_(paused_parts(pauses, busy_, timeline.window)),
        util_(timeline.window, paused_),
        efficiency_(timeline.window, paused_) {}

  UtilDevice run(EnclosingOps& eligible, bool& shapes_read) {
    out_.device = timeline_.device;
    out_.window = timeline_.window;
    for (const TimelineEvent& event : timeline_.events) {
      if (!event.overlaps_window || event.gpu_class == GpuClass::Memory) continue;
      kernels_.push_back(&event);
      ranges_.push_back({std::max(event.range.begin_ns, out_.window.begin_ns),
                         std::min(event.range.end_ns, out_.window.end_ns)});
    }
    out_.kernels = kernels_.size();
    if (kernels_.empty()) return std::move(out_);
    add_util();
    shapes_read = read_shapes() && shapes_read;
    add_efficiency();
    add_tensor_cores(eligible);
    add_buckets();
    return std::move(out_);
  }

 private:
  void add_util() {
    const std::vector<TimeRange> running = merged(ranges_);
    Ns running_ns = 0;
    for (const TimeRange& range : running) {
      running_ns = saturating_add(running_ns, length_of(range));
      util_.add(range, 1);
    }
    Ns busy_ns = 0;
    for (const TimeRange& range : busy_) busy_ns = saturating_add(busy_ns, length_of(range));
    out_.gpu_util = share(running_ns, recorded_ns());
    out_.busy = share(busy_ns, recorded_ns());
  }

  [[nodiscard]] Ns recorded_ns() const {
    Ns length_ns = length_of(out_.window);
    for (const TimeRange& range : paused_) length_ns = saturating_sub(length_ns, length_of(range));
    return length_ns;
  }

  bool read_shapes() {
    std::vector<EventId> events;
    for (const TimelineEvent* kernel : kernels_) events.push_back(kernel->event);
    std::vector<KernelFill> fills;
    for (const TimeRange& range : ranges_) fills.push_back({range, {}, {}});
    std::vector<double> percents(fills.size());
    const auto launches = launches_.of(events, stop_);
    for (std::size_t i = 0; launches && i < fills.size(); ++i) {
      const LaunchShape& launch = (*launches)[i];
      if (launch.blocks_per_sm && *launch.blocks_per_sm > 0)
        fills[i].multiprocessors = std::min(*launch.blocks_per_sm, 1.0);
      if (!launch.occupancy_pct) continue;
      percents[i] = *launch.occupancy_pct;
      fills[i].occupancy = *launch.occupancy_pct / 100;
    }
    // In kernel order, not file order, because floating-point sums depend on it.
    double occupancy = 0, weight = 0;
    for (std::size_t i = 0; i < fills.size(); ++i) {
      const KernelFill& fill = fills[i];
      if (fill.multiprocessors) ++out_.kernels_with_shape;
      if (fill.occupancy) {
        const auto length = static_cast<double>(length_of(fill.range));
        occupancy += percents[i] * length;
        weight += length;
      }
      if (fill.multiprocessors || fill.occupancy) out_.fills.push_back(fill);
    }
    if (weight > 0) out_.occupancy = occupancy / weight / 100;
    std::ranges::stable_sort(out_.fills, {}, [](const KernelFill& f) { return f.range.begin_ns; });
    return launches.has_value();
  }

  void add_efficiency() {
    if (out_.kernels_with_shape == 0) return;
    std::vector<FillChange> changes;
    for (const KernelFill& fill : out_.fills) {
      if (fill.range.empty() || !fill.multiprocessors) continue;
      const auto parts = std::llround(*fill.multiprocessors * static_cast<double>(kWhole));
      changes.push_back({fill.range.begin_ns, parts});
      changes.push_back({fill.range.end_ns, -parts});
    }
    std::ranges::sort(changes, {}, &FillChange::time_ns);
    double integral = 0;
    std::int64_t parts = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      parts += changes[i].parts;
      if (i + 1 == changes.size() || parts == 0) continue;
      const TimeRange range{changes[i].time_ns, changes[i + 1].time_ns};
      const double filled =
          static_cast<double>(std::min(parts, kWhole)) / static_cast<double>(kWhole);
      integral += filled * static_cast<double>(length_of(range));
      efficiency_.add(range, filled);
    }
    out_.sm_efficiency = integral / static_cast<double>(std::max<Ns>(recorded_ns(), 1));
  }

  void add_tensor_cores(EnclosingOps& eligible) {
    Ns all_ns = 0, used_ns = 0, eligible_ns = 0;
    bool linked = false;
    GpuClasses classes(snapshot_);
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      const TimelineEvent& kernel = *kernels_[i];
      if (kernel.gpu_class != GpuClass::Compute) continue;
      const Ns length_ns = length_of(ranges_[i]);
      const bool used = classes.uses_tensor_cores(kernel.name);
      linked = linked || innermost_op(snapshot_, kernel.link) != EventId::None;
      all_ns = saturating_add(all_ns, length_ns);
      if (used) used_ns = saturating_add(used_ns, length_ns);
      if (used || eligible.around(kernel.link) != EventId::None) {
        eligible_ns = saturating_add(eligible_ns, length_ns);
      }
    }
    if (all_ns <= 0) return;
    // Too few names of AMD's kernels tell for "none does" to mean 0 %.
    if (used_ns > 0 || !has_amd_gpus(snapshot_)) out_.tensor_core = share(used_ns, all_ns);
    if (linked) out_.tensor_core_eligible = share(eligible_ns, all_ns);
  }

  void add_buckets() {
    out_.bucket_ns = util_.length_ns();
    bool was_low = false;
    for (std::size_t i = 0; i < util_.size(); ++i) {
      const double util = util_.mean(i);
      out_.buckets.push_back({util, out_.sm_efficiency ? efficiency_.mean(i) : 0});
      const bool low = util < low_util_ && util_.recorded_ns(i) > 0;
      const TimeRange range = util_.bucket(i);
      if (low && was_low) {
        LowUtilRange& last = out_.low.back();
        const auto before = static_cast<double>(length_of(last.range));
        last.range.end_ns = range.end_ns;
        last.gpu_util = (last.gpu_util * before + util * static_cast<double>(length_of(range))) /
                        static_cast<double>(length_of(last.range));
      } else if (low) {
        out_.low.push_back({range, util});
      }
      was_low = low;
    }
  }

  const Snapshot& snapshot_;
  const LaunchShapes& launches_;
  const std::stop_token& stop_;
  const DeviceTimeline& timeline_;
  double low_util_;
  std::vector<TimeRange> busy_, paused_;       // merged
  std::vector<const TimelineEvent*> kernels_;  // by start
  std::vector<TimeRange> ranges_;              // those of the kernels, clipped to the window
  Buckets util_, efficiency_;
  UtilDevice out_;
};

}  // namespace

UtilTable analyse_util(const AnalysisResults& in) {
  UtilTable table;
  table.shapes_read = true;
  EnclosingOps eligible(in.trace, may_use_tensor_cores);
  const UnknownTimes unknown(in.trace);
  const auto launches = in.of<LaunchShapes>();
  const auto timelines = in.of<DeviceTimelines>();
  for (const DeviceTimeline& timeline : timelines->devices) {
    UtilDevice device = UtilReader(in, *launches, timeline, unknown.of(timeline.device))
                            .run(eligible, table.shapes_read);
    if (device.kernels != 0) table.devices.push_back(std::move(device));
  }
  return table;
}

}  // namespace lanescope
