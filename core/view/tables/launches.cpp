#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/view/colors/role.h"
#include "core/view/tables/data_tables.h"
#include "core/view/tables/launch_picture.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

struct Group {
  StringId name = StringId::Empty;
  ZoneSums sums;
  std::array<std::uint64_t, kLaunchZones> zones{};
  Ns longest_delay_ns = kMinNs;
  EventId longest = EventId::None;  // of the kernel, call or operator that waited longest
};

/// What a launch is counted under, and the event to go to.
EventId grouped_event(const Snapshot& trace, const LaunchPoint& point, LaunchGroupBy by) {
  switch (by) {
    case LaunchGroupBy::Kernel:
      return point.kernel;
    case LaunchGroupBy::Call:
      return point.call;
    case LaunchGroupBy::Operator:
      break;
  }
  const auto call = trace.find_slice(point.call);
  return call ? call->chunk->link[call->slice] : EventId::None;
}

void add(const Snapshot& trace, const LaunchPoint& point, EventId event, Group& group) {
  ++group.sums.launches;
  if (point.counts_call) group.sums.call_ns = saturating_add(group.sums.call_ns, point.call_ns);
  group.sums.gpu_ns = saturating_add(group.sums.gpu_ns, point.gpu_ns);
  group.sums.delay_ns = saturating_add(group.sums.delay_ns, std::max<Ns>(0, point.delay_ns));
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
    const auto at = in.results.trace.find_slice(event);
    const StringId name = at ? at->chunk->name[at->slice] : StringId::Empty;
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
  switch (by) {
    case LaunchGroupBy::Call:
      return CategoryKind::HostCall;
    case LaunchGroupBy::Operator:
      return CategoryKind::CpuOp;
    case LaunchGroupBy::Kernel:
      break;
  }
  return CategoryKind::Kernel;
}

DataRow row_of(const Snapshot& trace, const Group& group, LaunchGroupBy by) {
  const std::string_view name = trace.text(group.name);
  const auto zone = [&](LaunchZone one) {
    return count_cell(group.zones[static_cast<std::size_t>(one)]);
  };
  DataRow row;
  row.name = name.empty() ? "launched by no operator" : short_name(name);
  row.full_name = group.name;
  row.event = group.longest;
  row.role = role_of(kind_of(by), classify_name(name));
  row.shade = shade_of(name);
  row.cells = {time_cell(group.sums.delay_ns),
               count_cell(group.sums.launches),
               time_cell(group.sums.delay_ns / static_cast<Ns>(group.sums.launches)),
               time_cell(std::max<Ns>(0, group.longest_delay_ns)),
               time_cell(group.sums.call_ns),
               time_cell(group.sums.gpu_ns),
               zone(LaunchZone::ShortKernel),
               zone(LaunchZone::Delayed),
               zone(LaunchZone::QueueFull)};
  return row;
}

std::string facts_of(const LaunchTable& launches, const LaunchPicture& picture) {
  const auto count = [](std::uint64_t number) {
    return format_count(static_cast<std::int64_t>(number));
  };
  std::string facts =
      fmt::format("{} of {} launches", count(picture.all.launches), count(picture.points.size()));
  if (picture.all.launches == picture.points.size())
    facts = fmt::format("{} launches by {} calls", count(picture.points.size()),
                        count(launches.total.calls));
  if (launches.orphans != 0) facts += fmt::format(" · {} without a call", count(launches.orphans));
  if (launches.early != 0)
    facts +=
        fmt::format(" · {} start before their call: the clocks disagree", count(launches.early));
  return facts;
}

}  // namespace

DataTable launches_table(const DataInput& in, LaunchGroupBy by, const std::stop_token& stop) {
  const auto found_launches = in.results.of<LaunchTable>();
  const LaunchTable& launches = *found_launches;
  auto picture = std::make_shared<LaunchPicture>(launch_picture(in.results, in.box));
  DataTable table;
  table.name_title = by == LaunchGroupBy::Kernel     ? "Kernel"
                     : by == LaunchGroupBy::Operator ? "Operator"
                                                     : "Launch call";
  table.columns = {{"Waited", DataKind::Time},
                   {"Launches", DataKind::Count},
                   {"Mean wait", DataKind::Time, false},
                   {"Longest wait", DataKind::Time},
                   {"In calls", DataKind::Time},
                   {"On the GPU", DataKind::Time},
                   {"Short", DataKind::Count},
                   {"Delayed", DataKind::Count, false},
                   {"Queue full", DataKind::Count, false}};
  if (!launches.has_gpu_events) {
    table.empty = record_hint(in.results.trace, Recordable::GpuWork);
  } else if (picture->points.empty()) {
    table.empty = is_recording(in.results.trace)
                      ? "No launch call of this GPU work is in the recording"
                      : "No launch call of this GPU work is in the trace: record with "
                        "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
  } else {
    table.empty = "No launch lies in the rectangle";
  }
  for (const Group& group : groups_of(in, *picture, by, stop)) {
    table.rows.push_back(row_of(in.results.trace, group, by));
  }
  table.facts = facts_of(launches, *picture);
  if (!picture->points.empty()) table.picture = std::move(picture);
  return table;
}

}  // namespace lanescope
