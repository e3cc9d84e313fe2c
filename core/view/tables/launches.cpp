#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/events/distribution.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"
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
  std::uint64_t nodes = 0;   // later nodes of graphs
  std::vector<Ns> waits_ns;  // those known; sorted
  Ns longest_wait_ns = -1;
  EventId longest = EventId::None;  // kernel, call or operator that waited longest, else the first
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
  ++group.zones[static_cast<std::size_t>(point.zone)];
  if (point.has_wait) group.waits_ns.push_back(point.wait_ns());
  const Ns wait_ns = point.has_wait ? point.wait_ns() : -1;
  if (group.longest != EventId::None && wait_ns <= group.longest_wait_ns) return;
  group.longest_wait_ns = wait_ns;
  group.longest = event == EventId::None || !trace.find_slice(event) ? point.kernel : event;
}

void add_node(const LaunchPoint& node, Group& group) {
  ++group.nodes;
  group.sums.gpu_ns = saturating_add(group.sums.gpu_ns, node.counted_gpu_ns);
  if (group.longest == EventId::None) group.longest = node.kernel;
}

std::vector<Group> groups_of(const DataInput& in, const LaunchPicture& picture, LaunchGroupBy by,
                             const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  std::unordered_map<StringId, std::size_t> known;
  std::vector<Group> groups;
  const auto group_of = [&](EventId event) -> Group& {
    const StringId name = slice_name(trace, event);
    const auto [found, fresh] = known.try_emplace(name, groups.size());
    if (fresh) groups.emplace_back().name = name;
    return groups[found->second];
  };
  for (const LaunchPoint& point : picture.points) {
    if (stop.stop_requested()) break;
    if (in.box && !is_in_box(point, *in.box)) continue;
    const EventId event = grouped_event(trace, point, by);
    add(trace, point, event, group_of(event));
  }
  for (const LaunchPoint& node : picture.nodes) {
    if (in.box || stop.stop_requested()) break;
    add_node(node, group_of(grouped_event(trace, node, by)));
  }
  for (Group& group : groups) std::ranges::sort(group.waits_ns);
  std::ranges::sort(groups, [&](const Group& a, const Group& b) {
    const Ns a_ns = a.sums.mean_wait_ns().value_or(-1), b_ns = b.sums.mean_wait_ns().value_or(-1);
    return a_ns != b_ns ? a_ns > b_ns : trace.text(a.name) < trace.text(b.name);
  });
  return groups;
}

CategoryKind kind_of(LaunchGroupBy by) {
  if (by == LaunchGroupBy::Call) return CategoryKind::HostCall;
  return by == LaunchGroupBy::Operator ? CategoryKind::CpuOp : CategoryKind::Kernel;
}

RowColumns<Group> group_columns(bool has_nodes) {
  using enum ValueKind;
  const auto sum = [](Ns ZoneSums::*time_ns) {
    return [=](const Group& group) { return group.sums.*time_ns; };
  };
  const auto zone = [](LaunchZone one) {
    return [=](const Group& group) { return group.zones[static_cast<std::size_t>(one)]; };
  };
  const auto launches = [](const Group& group) { return group.sums.launches; };
  const auto mean = [](const Group& group) { return group.sums.mean_wait_ns(); };
  const auto quantile = [](double share) {
    return [=](const Group& group) -> std::optional<Ns> {
      if (group.waits_ns.empty()) return std::nullopt;
      return rounded_ns(quantile_of_sorted(group.waits_ns, share));
    };
  };
  const auto longest = [](const Group& group) -> std::optional<Ns> {
    if (group.waits_ns.empty()) return std::nullopt;
    return group.waits_ns.back();
  };
  return {{{"Mean wait"}, Time, mean},
          {{"Launches"}, Count, launches},
          {{"Graph nodes"}, Count, &Group::nodes, {.usual = has_nodes}},
          {{"Median wait"}, Time, quantile(0.5), {.usual = false}},
          {{"p99 wait"}, Time, quantile(0.99)},
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
  if (is_recording(trace)) return "No launch calls of this GPU work in the recording";
  if (recorder_of(trace) != Recorder::TorchProfiler)
    return "No launch calls of this GPU work in the trace";
  return "No launch calls of this GPU work in the trace; record with "
         "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";
}

/// " (455 kernels, 74 copies and memsets)": other views count kernels alone. Empty if only kernels
/// were launched.
std::string launched_words(const DataInput& in, const LaunchPicture& picture) {
  std::uint64_t others = 0;
  for (const LaunchPoint& point : picture.points) {
    if (in.box && !is_in_box(point, *in.box)) continue;
    const auto work = in.results.trace.find_slice(point.kernel);
    if (!work) continue;
    const CategoryKind kind = in.results.trace.kind_of(work->chunk->category[work->slice]);
    if (kind == CategoryKind::Memcpy || kind == CategoryKind::Memset) ++others;
  }
  if (others == 0) return "";
  return fmt::format(" ({}, {})", counted(picture.all.launches - others, "kernel"),
                     counted(others, "copy or memset", "copies and memsets"));
}

std::string facts_of(const DataInput& in, const LaunchTable& launches,
                     const LaunchPicture& picture) {
  if (!launches.has_gpu_events) return "";
  std::string facts = fmt::format("{} of {}", count_text(picture.all.launches),
                                  counted(picture.points.size(), "launch", "launches"));
  if (picture.all.launches == picture.points.size())
    facts = counted(picture.points.size(), "launch", "launches");
  facts += launched_words(in, picture);
  if (!picture.nodes.empty())
    facts += fmt::format(" · {} of CUDA graphs", counted(picture.nodes.size(), "more node"));
  if (launches.orphans != 0)
    facts += fmt::format(" · {} without a call", count_text(launches.orphans));
  if (launches.early != 0)
    facts +=
        fmt::format(" · {} before the call (clocks disagree)", counted(launches.early, "start"));
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
  table.ordered_by = "Mean wait";
  table.goes_to = "longest wait";
  const auto look = [&](const Group& group) {
    DataRow row = named_row(trace, kind_of(by), group.name, group.longest);
    if (trace.text(group.name).empty()) row.name = "(no operator)";
    return row;
  };
  fill_table(trace, group_columns(!picture->nodes.empty()), groups_of(in, *picture, by, stop), look,
             {}, table);
  table.facts = facts_of(in, *launches, *picture);
  if (!picture->points.empty()) table.picture = std::move(picture);
  return table;
}

}  // namespace lanescope
