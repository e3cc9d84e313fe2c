#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/site.h"
#include "core/view/tables/columns.h"
#include "core/view/tables/data_tables.h"
#include "core/view/tables/launch_picture.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

struct Group {
  StringId name = StringId::Empty;
  ZoneSums sums;
  std::array<std::uint64_t, kLaunchZones> zones{};
  Ns longest_delay_ns = kMinNs;
  EventId longest = EventId::None;  // kernel, call or operator that waited longest
};

/// The event whose name a launch is grouped by.
EventId grouped_event(const Snapshot& trace, const LaunchPoint& point, LaunchGroupBy by) {
  if (by == LaunchGroupBy::Kernel) return point.kernel;
  if (by == LaunchGroupBy::Call) return point.call;
  const auto call = trace.find_slice(point.call);
  return call ? call->chunk->link[call->slice] : EventId::None;
}

void add(const Snapshot& trace, const LaunchPoint& point, EventId event, Group& group) {
  group.sums.add(point);
  for (std::size_t zone = 0; zone < kLaunchZones; ++zone) {
    group.zones[zone] += point.is_in(static_cast<LaunchZone>(zone)) ? 1 : 0;
  }
  if (point.delay_ns <= group.longest_delay_ns) return;
  group.longest_delay_ns = point.delay_ns;
  group.longest = event == EventId::None || !trace.find_slice(event) ? point.kernel : event;
}

std::vector<Group> groups_of(const DataInput& in, const LaunchPicture& picture, LaunchGroupBy by,
                             const std::stop_token& stop) {
  std::unordered_map<StringId, std::size_t> known;
  std::vector<Group> groups;
  for (const LaunchPoint& point : picture.points) {
    if (stop.stop_requested()) break;
    if (in.box && !is_in_box(point, *in.box)) continue;
    const EventId event = grouped_event(in.results.trace, point, by);
    const StringId name = slice_name(in.results.trace, event);
    const auto [found, fresh] = known.try_emplace(name, groups.size());
    if (fresh) groups.emplace_back().name = name;
    add(in.results.trace, point, event, groups[found->second]);
  }
  std::ranges::sort(groups, [&](const Group& a, const Group& b) {
    return a.sums.delay_ns != b.sums.delay_ns
               ? a.sums.delay_ns > b.sums.delay_ns
               : in.results.trace.text(a.name) < in.results.trace.text(b.name);
  });
  return groups;
}

CategoryKind kind_of(LaunchGroupBy by) {
  if (by == LaunchGroupBy::Call) return CategoryKind::HostCall;
  return by == LaunchGroupBy::Operator ? CategoryKind::CpuOp : CategoryKind::Kernel;
}

RowColumns<Group> group_columns() {
  using enum ValueKind;
  const auto sum = [](Ns ZoneSums::*time_ns) {
    return [=](const Group& group) { return group.sums.*time_ns; };
  };
  const auto zone = [](LaunchZone one) {
    return [=](const Group& group) { return group.zones[static_cast<std::size_t>(one)]; };
  };
  const auto launches = [](const Group& group) { return group.sums.launches; };
  const auto mean = [](const Group& group) {
    return group.sums.delay_ns / static_cast<Ns>(group.sums.launches);
  };
  const auto longest = [](const Group& group) { return std::max<Ns>(0, group.longest_delay_ns); };
  return {{{"Waited"}, Time, sum(&ZoneSums::delay_ns)},
          {{"Launches"}, Count, launches},
          {{"Mean wait"}, Time, mean, {.usual = false}},
          {{"Longest wait"}, Time, longest},
          {{"In calls"}, Time, sum(&ZoneSums::call_ns)},
          {{"On the GPU"}, Time, sum(&ZoneSums::gpu_ns)},
          {{"Short"}, Count, zone(LaunchZone::ShortKernel)},
          {{"Delayed"}, Count, zone(LaunchZone::Delayed), {.usual = false}},
          {{"Queue full"}, Count, zone(LaunchZone::QueueFull), {.usual = false}}};
}

std::string nothing_to_show(const Snapshot& trace, const LaunchTable& launches,
                            const LaunchPicture& picture) {
  if (!launches.has_gpu_events) return std::string(record_hint(trace, Recordable::GpuWork));
  if (!picture.points.empty()) return "No launches in the rectangle";
  return is_recording(trace) ? "No launch calls of this GPU work in the recording"
                             : "No launch calls of this GPU work in the trace; record with "
                               "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
}

std::string facts_of(const LaunchTable& launches, const LaunchPicture& picture) {
  if (!launches.has_gpu_events) return "";
  std::string facts = fmt::format("{} of {} launches", count_text(picture.all.launches),
                                  count_text(picture.points.size()));
  if (picture.all.launches == picture.points.size())
    facts = fmt::format("{} launches by {} calls", count_text(picture.points.size()),
                        count_text(launches.total.calls));
  if (launches.orphans != 0)
    facts += fmt::format(" · {} without a call", count_text(launches.orphans));
  if (launches.early != 0)
    facts +=
        fmt::format(" · {} start before their call (clocks disagree)", count_text(launches.early));
  return facts;
}

}  // namespace

DataTable launches_table(const DataInput& in, LaunchGroupBy by, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto launches = in.results.of<LaunchTable>();
  auto picture = std::make_shared<LaunchPicture>(launch_picture(in.results, in.box));
  DataTable table;
  table.name_title = by == LaunchGroupBy::Kernel     ? "Kernel"
                     : by == LaunchGroupBy::Operator ? "Operator"
                                                     : "Launch call";
  table.empty = nothing_to_show(trace, *launches, *picture);
  table.ordered_by = "Waited";
  table.goes_to = "longest wait";
  const auto look = [&](const Group& group) {
    DataRow row = named_row(trace, kind_of(by), group.name, group.longest);
    if (trace.text(group.name).empty()) row.name = "(no operator)";
    return row;
  };
  fill_table(trace, group_columns(), groups_of(in, *picture, by, stop), look, {}, table);
  table.facts = facts_of(*launches, *picture);
  if (!picture->points.empty()) table.picture = std::move(picture);
  return table;
}

}  // namespace lanescope
