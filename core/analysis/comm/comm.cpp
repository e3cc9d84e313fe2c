#include "core/analysis/comm/comm.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/analysis/comm/collective_arguments.h"
#include "core/analysis/comm/exposure.h"
#include "core/analysis/comm/host_collectives.h"
#include "core/analysis/comm/nccl_calls.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

double rate(double bytes, Ns time_ns) {
  return bytes / static_cast<double>(time_ns);
}

/// By event.
struct Collectives {
  std::vector<std::optional<Collective>> known;  // nullopt without arguments
  std::vector<EventId> calls;                    // NCCL's NVTX ranges
};

/// What NCCL's NVTX ranges tell of collectives without arguments.
void add_nccl_calls(const Snapshot& snapshot, std::span<const CollectiveKernel> kernels,
                    const ReadEvent& read, Collectives& out) {
  std::vector<CollectiveKernel> open;
  std::vector<std::size_t> of_open;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (out.known[i]) continue;
    open.push_back(kernels[i]);
    of_open.push_back(i);
  }
  const std::vector<NcclCall> calls = find_nccl_calls(snapshot, open, read);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const NcclCall& call = calls[i];
    if (call.range == EventId::None) continue;
    out.calls[of_open[i]] = call.range;
    Collective& collective = out.known[of_open[i]].emplace();
    collective.name = call.name;
    collective.bytes = call.bytes;
    collective.group = call.communicator;
    collective.group_size = call.ranks;
  }
}

/// Reads the arguments of kernels, or of their operators if kernels have none. False if there are
/// too many.
bool describe(const AnalysisResults& in, std::span<const TimelineEvent* const> events,
              Collectives& out) {
  out.known.resize(events.size());
  out.calls.resize(events.size(), EventId::None);
  std::vector<CollectiveKernel> kernels;
  for (const TimelineEvent* event : events) kernels.push_back({event->event, event->link});
  const auto note = [&](std::size_t i, const CollectiveDescription& one,
                        std::optional<std::int64_t>) { out.known[i] = one.collective; };
  // Who looks at a chosen range does not wait for all of the trace.
  const bool all = in.window.kind == WindowKind::Range
                       ? read_collectives(in.trace, kernels, in.read, note)
                       : look_up_collectives(in, kernels, note);
  add_nccl_calls(in.trace, kernels, in.read, out);
  return all;
}

void add_event(CommRow& row, const TimelineEvent& event, Ns exposed_ns) {
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

void add_rates(CommRow& row) {
  const Collective& c = row.collective;
  const auto factor = bus_factor(c.name, c.group_size.value_or(0));
  if (!row.has_arguments || !c.bytes || !factor || row.total_ns <= 0) return;
  const auto bytes =
      static_cast<double>(*c.bytes) * static_cast<double>(nccl_parts(c.name, *c.group_size));
  row.algorithm_gb_per_s = rate(bytes * static_cast<double>(row.count), row.total_ns);
  row.bus_gb_per_s = *row.algorithm_gb_per_s * *factor;
  if (row.min_ns > 0) row.best_bus_gb_per_s = rate(bytes, row.min_ns) * *factor;
}

std::vector<CommRow> rows_of(const Snapshot& snapshot, std::span<const TimelineEvent* const> events,
                             const Collectives& collectives, const CommExposure& exposure) {
  // The texts are those of `collectives` and of the snapshot.
  using Text = std::string_view;
  using Key = std::tuple<Text, Text, Text, std::int64_t, std::int64_t>;
  std::vector<CommRow> rows;
  std::map<Key, std::size_t> known;
  const Collective without;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool has_arguments = collectives.known[i].has_value();
    const Collective& c = has_arguments ? *collectives.known[i] : without;
    const Text name = has_arguments ? Text(c.name) : snapshot.text(events[i]->name);
    const Key key{name, c.group, c.dtype, c.bytes.value_or(-1), c.group_size.value_or(-1)};
    const auto [at, fresh] = known.try_emplace(key, rows.size());
    if (fresh) {
      CommRow& row = rows.emplace_back();
      row.collective = c;
      row.collective.name = std::string(name);
      row.has_arguments = has_arguments;
    }
    add_event(rows[at->second], *events[i], exposure.of_event[i]);
  }
  for (CommRow& row : rows) add_rates(row);
  std::ranges::stable_sort(rows, [](const CommRow& a, const CommRow& b) {
    if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
    return a.collective.name < b.collective.name;
  });
  return rows;
}

/// The single collectives that took longest.
std::vector<CommCall> slowest_calls(std::span<const TimelineEvent* const> events,
                                    const Collectives& collectives, const CommExposure& exposure) {
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t kept = std::min(order.size(), kMostCommCalls);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      const Ns a_ns = length_of(events[a]->range),
                               b_ns = length_of(events[b]->range);
                      return a_ns != b_ns ? a_ns > b_ns : a < b;
                    });
  std::vector<CommCall> calls;
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t at = order[i];
    const TimelineEvent& event = *events[at];
    const std::optional<Collective>& known = collectives.known[at];
    calls.push_back({known ? known->name : std::string(), event.name, event.event,
                     collectives.calls[at], known ? known->bytes : std::nullopt, event.range,
                     exposure.of_event[at]});
  }
  return calls;
}

/// Kernels that are slower during communication, with at least `least_runs` runs of both kinds.
std::vector<SlowedKernel> slowed_kernels(const Snapshot& snapshot, const DeviceTimeline& timeline,
                                         const CommExposure& exposure, std::int64_t least_runs) {
  struct Runs {
    std::uint64_t count = 0;
    double sum_ns = 0;
    void add(const TimeRange& range) {
      ++count;
      sum_ns += static_cast<double>(length_of(range));
    }
    [[nodiscard]] double mean() const { return sum_ns / static_cast<double>(count); }
  };
  std::unordered_map<StringId, std::array<Runs, 2>> runs;  // without and with communication
  auto comm = exposure.comm.begin();  // of what has not ended; events are sorted
  for (const TimelineEvent& event : timeline.events) {
    if (event.gpu_class != GpuClass::Compute || !event.counts) continue;
    while (comm != exposure.comm.end() && comm->end_ns <= event.range.begin_ns) ++comm;
    const bool is_beside =
        comm != exposure.comm.end() && !event.range.empty() && comm->overlaps(event.range);
    runs[event.name][is_beside ? 1 : 0].add(event.range);
  }
  std::vector<SlowedKernel> slowed;
  for (const auto& [name, of_name] : runs) {
    const auto& [alone, beside] = of_name;
    if (std::cmp_less(std::min(alone.count, beside.count), least_runs)) continue;
    if (beside.mean() <= alone.mean()) continue;
    slowed.push_back({name, beside.count, alone.count, beside.mean(), alone.mean()});
  }
  std::ranges::sort(slowed, [&](const SlowedKernel& a, const SlowedKernel& b) {
    if (a.extra_ns() != b.extra_ns()) return a.extra_ns() > b.extra_ns();
    return snapshot.text(a.name) < snapshot.text(b.name);
  });
  return slowed;
}

/// The results for one device; if it does not communicate, `kernels` is 0 and the rest is empty.
CommDevice device_of(const AnalysisResults& in, const DeviceTimeline& timeline,
                     std::span<const StepRange> steps, bool& arguments_read) {
  const Snapshot& snapshot = in.trace;
  CommDevice out;
  out.device = timeline.device;
  out.window_ns = length_of(timeline.window);
  std::vector<const TimelineEvent*> events;  // communication, by start
  for (const TimelineEvent& event : timeline.events) {
    if (event.gpu_class == GpuClass::Communication && event.overlaps_window)
      events.push_back(&event);
  }
  out.kernels = events.size();
  if (events.empty()) return out;
  Collectives collectives;
  arguments_read = describe(in, events, collectives) && arguments_read;
  const CommExposure exposure = comm_exposure(timeline);
  out.rows = rows_of(snapshot, events, collectives, exposure);
  out.calls = slowest_calls(events, collectives, exposure);
  out.exposed_ns = length_of(exposure.exposed);
  out.total_ns = length_of(exposure.comm);
  out.with_compute_ns = saturating_sub(out.total_ns, out.exposed_ns);
  out.concurrent_ns = exposure.concurrent_ns;
  for (const TimeRange& range : timeline.busy(GpuClass::Memory))
    out.with_memory_ns = saturating_add(out.with_memory_ns, length_inside(exposure.comm, range));
  for (const StepRange& step : steps) {
    out.steps.push_back({step.name, step.range.begin_ns, length_of(step.range),
                         length_inside(exposure.comm, step.range),
                         length_inside(exposure.exposed, step.range)});
  }
  if (!out.is_host())
    out.slowed = slowed_kernels(snapshot, timeline, exposure, in.window.thresholds->compared_runs);
  return out;
}

}  // namespace

std::optional<double> CommDevice::overlap_pct() const {
  if (total_ns == 0) return std::nullopt;
  return 100.0 * static_cast<double>(with_compute_ns) / static_cast<double>(total_ns);
}

CommTable analyse_comm(const AnalysisResults& in) {
  CommTable table;
  table.arguments_read = true;
  const std::vector<StepRange> steps = in.of<StepRanges>()->in(in.window);
  const auto add = [&](const DeviceTimeline& timeline) {
    CommDevice device = device_of(in, timeline, steps, table.arguments_read);
    if (device.kernels != 0) table.devices.push_back(std::move(device));
  };
  const auto timelines = in.of<DeviceTimelines>();
  for (const DeviceTimeline& timeline : timelines->devices) add(timeline);
  if (!has_gpu_work(in.trace)) {
    if (const auto host = host_timeline(in.trace, in.window)) add(*host);
  }
  return table;
}

}  // namespace lanescope
