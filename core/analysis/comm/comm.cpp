#include "core/analysis/comm/comm.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/analysis/comm/collective_arguments.h"
#include "core/analysis/comm/exposure.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/step_ranges.h"

namespace lanescope {
namespace {

double rate(double bytes, Ns time_ns) {
  return bytes / static_cast<double>(time_ns);
}

class CommReader {
 public:
  CommReader(const Snapshot& snapshot, const ReadEvent& read, const DeviceTimeline& timeline,
             std::int64_t least_runs)
      : snapshot_(snapshot), read_(read), timeline_(timeline), least_runs_(least_runs) {}

  CommDevice run(std::span<const StepRange> steps, bool& arguments_read) {
    out_.device = timeline_.device;
    out_.window_ns = length_of(timeline_.window);
    for (const TimelineEvent& event : timeline_.events) {
      if (event.gpu_class == GpuClass::Communication && event.overlaps_window) {
        events_.push_back(&event);
      }
    }
    out_.kernels = events_.size();
    if (events_.empty()) return std::move(out_);
    arguments_read = read_collectives() && arguments_read;
    const CommExposure exposure = comm_exposure(timeline_);
    add_rows(exposure);
    add_times(exposure);
    add_steps(exposure, steps);
    out_.slowed = slowed_kernels(exposure);
    return std::move(out_);
  }

 private:
  /// Of the kernels, and of their operators where kernels have none.
  bool read_collectives() {
    collectives_.resize(events_.size());
    std::vector<CollectiveKernel> kernels;
    for (const TimelineEvent* event : events_) kernels.push_back({event->event, event->link});
    return read_collective_arguments(
        snapshot_, kernels, read_,
        [&](std::size_t i, const JsonValue& args) { collectives_[i] = collective_of(args, 0); });
  }

  void add_rows(const CommExposure& exposure) {
    using Key = std::tuple<std::string, std::string, std::string, std::int64_t, std::int64_t>;
    std::map<Key, std::size_t> known;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const bool has_arguments = collectives_[i].has_value();
      Collective c = has_arguments ? *collectives_[i] : Collective{};
      if (!has_arguments) c.name = std::string(snapshot_.text(events_[i]->name));
      const Key key{c.name, c.group, c.dtype, c.bytes.value_or(-1), c.group_size.value_or(-1)};
      const auto [at, fresh] = known.try_emplace(key, out_.rows.size());
      if (fresh) {
        CommRow& row = out_.rows.emplace_back();
        row.collective = std::move(c);
        row.has_arguments = has_arguments;
      }
      add_event(out_.rows[at->second], *events_[i], exposure.of_event[i]);
    }
    for (CommRow& row : out_.rows) add_rates(row);
    std::stable_sort(out_.rows.begin(), out_.rows.end(), [](const CommRow& a, const CommRow& b) {
      if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
      return a.collective.name < b.collective.name;
    });
  }

  static void add_event(CommRow& row, const TimelineEvent& event, Ns exposed_ns) {
    const Ns length_ns = length_of(event.range);
    const bool first = row.count == 0;
    if (first || length_ns > row.max_ns) {
      row.longest = event.event;
      row.max_ns = length_ns;
    }
    row.min_ns = first ? length_ns : std::min(row.min_ns, length_ns);
    ++row.count;
    row.total_ns = saturating_add(row.total_ns, length_ns);
    row.exposed_ns = saturating_add(row.exposed_ns, exposed_ns);
  }

  static void add_rates(CommRow& row) {
    const Collective& c = row.collective;
    const auto factor = bus_factor(c.name, c.group_size.value_or(0));
    if (!row.has_arguments || !c.bytes || !factor || row.total_ns <= 0) return;
    const auto bytes = static_cast<double>(*c.bytes);
    row.algorithm_gb_per_s = rate(bytes * static_cast<double>(row.count), row.total_ns);
    row.bus_gb_per_s = *row.algorithm_gb_per_s * *factor;
    if (row.min_ns > 0) row.best_bus_gb_per_s = rate(bytes, row.min_ns) * *factor;
  }

  void add_times(const CommExposure& exposure) {
    out_.exposed_ns = length_of(exposure.exposed);
    out_.total_ns = length_of(exposure.comm);
    out_.with_compute_ns = saturating_sub(out_.total_ns, out_.exposed_ns);
    out_.concurrent_ns = exposure.concurrent_ns;
    for (const TimeRange& range : timeline_.busy(GpuClass::Memory)) {
      out_.with_memory_ns =
          saturating_add(out_.with_memory_ns, length_inside(exposure.comm, range));
    }
  }

  void add_steps(const CommExposure& exposure, std::span<const StepRange> steps) {
    for (const StepRange& step : steps) {
      out_.steps.push_back({step.name, step.range.begin_ns, length_of(step.range),
                            length_inside(exposure.comm, step.range),
                            length_inside(exposure.exposed, step.range)});
    }
  }

  [[nodiscard]] std::vector<SlowedKernel> slowed_kernels(const CommExposure& exposure) const {
    struct Runs {
      std::uint64_t count = 0;
      double sum_ns = 0;
      void add(const TimeRange& range) {
        ++count;
        sum_ns += static_cast<double>(length_of(range));
      }
      [[nodiscard]] double mean() const { return sum_ns / static_cast<double>(count); }
    };
    std::unordered_map<StringId, std::array<Runs, 2>> runs;  // alone, beside
    for (const TimelineEvent& event : timeline_.events) {
      if (event.gpu_class != GpuClass::Compute || !event.counts) continue;
      runs[event.name][length_inside(exposure.comm, event.range) > 0 ? 1 : 0].add(event.range);
    }
    std::vector<SlowedKernel> slowed;
    for (const auto& [name, of_name] : runs) {
      const auto& [alone, beside] = of_name;
      if (std::cmp_less(std::min(alone.count, beside.count), least_runs_)) continue;
      if (beside.mean() <= alone.mean()) continue;
      slowed.push_back({name, beside.count, alone.count, beside.mean(), alone.mean()});
    }
    std::sort(slowed.begin(), slowed.end(), [&](const SlowedKernel& a, const SlowedKernel& b) {
      if (a.extra_ns() != b.extra_ns()) return a.extra_ns() > b.extra_ns();
      return snapshot_.text(a.name) < snapshot_.text(b.name);
    });
    return slowed;
  }

  const Snapshot& snapshot_;
  const ReadEvent& read_;
  const DeviceTimeline& timeline_;
  std::int64_t least_runs_;                   // that are compared
  std::vector<const TimelineEvent*> events_;  // that communicate, by start
  std::vector<std::optional<Collective>> collectives_;
  CommDevice out_;
};

}  // namespace

std::optional<double> CommDevice::overlap_pct() const {
  if (total_ns == 0) return std::nullopt;
  return 100.0 * static_cast<double>(with_compute_ns) / static_cast<double>(total_ns);
}

CommTable analyse_comm(const Snapshot& snapshot, const AnalysisWindow& window,
                       const ReadEvent& read) {
  CommTable table;
  table.arguments_read = true;
  std::vector<StepRange> steps = step_ranges(snapshot);
  std::erase_if(steps,
                [&](const StepRange& step) { return !window.has_start(step.range.begin_ns); });
  for (const DeviceTimeline& timeline : device_timelines(snapshot, window)) {
    CommDevice device = CommReader(snapshot, read, timeline, window.thresholds->compared_runs)
                            .run(steps, table.arguments_read);
    if (device.kernels != 0) table.devices.push_back(std::move(device));
  }
  return table;
}

}  // namespace lanescope
