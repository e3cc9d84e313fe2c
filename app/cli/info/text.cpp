#include <algorithm>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/cli/info/info.h"
#include "app/cli/output/text_table.h"
#include "core/analysis/events/flow_counts.h"
#include "core/analysis/events/lanes.h"
#include "core/view/overview/load_report_model.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;
using Align = TextTable::Align;

constexpr std::size_t kMostLanes = 40;
constexpr std::size_t kMostSteps = 20;
constexpr std::size_t kNameWidth = 44;

std::string count(std::uint64_t n) {
  return format_count(static_cast<std::int64_t>(n));
}

/// "kernel 723, cuda_runtime 12": most first.
std::string tally(const std::map<std::string, std::uint64_t>& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMost); ++i) {
    if (i != 0) text += ", ";
    text += printable(sorted[i].first, kNameWidth) + " " + count(sorted[i].second);
  }
  if (sorted.size() > kMost) text += fmt::format(" and {} more", sorted.size() - kMost);
  return text;
}

std::string file_fact(const Snapshot& trace) {
  const auto bytes = static_cast<std::int64_t>(trace.info.file_bytes);
  const auto text_bytes = static_cast<std::int64_t>(trace.info.text_bytes);
  std::string fact = trace.info.format + ", " + format_bytes(bytes);
  if (text_bytes != bytes) fact += ", " + format_bytes(text_bytes) + " decoded";
  return fact + (trace.report.complete ? "" : ", truncated");
}

/// Of the X events; in files that have none, of the slices that were paired from B and E, b and e.
std::optional<TimeRange> slice_span(const Snapshot& trace) {
  if (trace.counts.by_phase.contains("X") && trace.counts.slices != 0) return trace.x_extent;
  std::optional<TimeRange> span;
  for (const Track& track : trace.tracks) {
    if (track.slices == 0) continue;
    if (!span) span = track.bounds;
    span->begin_ns = std::min(span->begin_ns, track.bounds.begin_ns);
    span->end_ns = std::max(span->end_ns, track.bounds.end_ns);
  }
  return span;
}

/// " (2026-04-22 20:26:23 UTC)", where times count from 1970; empty where they count from a start
/// of the machine or of the trace.
std::string date_text(const Snapshot& trace, Ns begin_ns) {
  constexpr Ns kFirstNs = 1'000'000'000'000'000'000;  // 2001; no machine has been up for so long
  const Ns wall_ns = saturating_add(begin_ns, trace.info.base_ns.value_or(0));
  if (wall_ns < kFirstNs) return "";
  const std::chrono::sys_seconds seconds{std::chrono::seconds(wall_ns / 1'000'000'000)};
  return fmt::format(" ({:%Y-%m-%d %H:%M:%S} UTC)", seconds);
}

std::string time_fact(const Snapshot& trace) {
  const auto span = slice_span(trace);
  if (!span) return "n/a: no events with a duration";
  const JsonTimes times(trace);
  return fmt::format("{} from {} to {} ns{}",
                     format_duration(saturating_sub(span->end_ns, span->begin_ns)),
                     times(span->begin_ns), times(span->end_ns), date_text(trace, span->begin_ns));
}

std::string device_fact(const DeviceInfo& device) {
  std::string fact = printable(device.name, kNameWidth);
  if (device.total_memory_bytes) fact += ", " + format_bytes(*device.total_memory_bytes);
  if (device.sms) fact += fmt::format(", {} SMs", *device.sms);
  return fact;
}

std::string link_fact(const LinkCounts& links) {
  return fmt::format("{} ({} with launch, {} with operator, {} with Python frame)",
                     count(links.count), count(links.with_launch), count(links.with_op),
                     count(links.with_python));
}

void add_device_facts(const TraceInfo& info, Facts& facts) {
  for (const DeviceInfo& device : info.devices) {
    facts.emplace_back(fmt::format("device {}", device.id), device_fact(device));
  }
  if (!info.distributed) return;
  const auto field = [&](const char* key) {
    const JsonValue* value = info.distributed->find(key);
    return value != nullptr ? printable(value->to_text(true), kNameWidth) : std::string("n/a");
  };
  facts.emplace_back(
      "rank", fmt::format("{} of {}, {}", field("rank"), field("world_size"), field("backend")));
}

std::string memory_fact(const MemoryTrack& memory) {
  const std::string peak =
      fmt::format("{} records, peak {}", count(memory.events), format_bytes(memory.peak_allocated));
  if (!memory.has_totals) return peak + " above the start of the trace";
  if (memory.peak_reserved == 0) return peak;
  return peak + " of " + format_bytes(memory.peak_reserved) + " reserved";
}

void add_memory_facts(const Snapshot& trace, Facts& facts) {
  for (const auto& memory : trace.memory) {
    facts.emplace_back("memory " + memory_device_name(memory->device_type, memory->device_id),
                       memory_fact(*memory));
  }
}

Facts facts_of(const Snapshot& trace) {
  Facts facts = {{"file", printable(trace.info.file)},
                 {"format", file_fact(trace)},
                 {"time", time_fact(trace)},
                 {"events", count(trace.counts.total)},
                 {"phases", tally(trace.counts.by_phase)},
                 {"categories", tally(trace.counts.by_category)}};
  add_device_facts(trace.info, facts);
  if (trace.gpu_links.count != 0) {
    facts.emplace_back("kernels", link_fact(trace.kernel_links));
    facts.emplace_back("GPU events", link_fact(trace.gpu_links));
  }
  if (trace.device_links.count != 0)
    facts.emplace_back("device work", link_fact(trace.device_links));
  for (const FlowCounts& flow : count_flows(trace)) {
    facts.emplace_back("flows " + printable(flow.category, kNameWidth),
                       fmt::format("{} starts, {} ends, {} paired", count(flow.starts),
                                   count(flow.ends), count(flow.paired)));
  }
  add_memory_facts(trace, facts);
  if (!trace.counters.empty()) facts.emplace_back("counters", count(trace.counters.size()));
  return facts;
}

std::string steps_text(const Snapshot& trace) {
  if (trace.steps.empty()) return "";
  TextTable table({{"step", Align::Left}, {"start"}, {"on the host"}});
  for (std::size_t i = 0; i < std::min(trace.steps.size(), kMostSteps); ++i) {
    const Step& step = trace.steps[i];
    table.add_row({printable(trace.text(step.name), kNameWidth),
                   format_duration(saturating_sub(step.range.begin_ns, trace.extent.begin_ns)),
                   format_duration(step.range.length_ns())});
  }
  std::string text = "\n" + table.text();
  if (trace.steps.size() > kMostSteps) {
    text += fmt::format("and {} more\n", trace.steps.size() - kMostSteps);
  }
  return text;
}

std::string lanes_text(const Snapshot& trace) {
  TextTable table({{"lane"},
                   {"kind", Align::Left},
                   {"process", Align::Left},
                   {"thread", Align::Left},
                   {"name", Align::Left},
                   {"slices"},
                   {"depth"},
                   {"crossings"}});
  const TrackList list = list_tracks(trace);
  for (std::size_t i = 0; i < std::min(list.lanes.size(), kMostLanes); ++i) {
    const TrackSummary& lane = list.lanes[i];
    table.add_row({std::to_string(i), lane_kind_name(lane.kind),
                   printable(trace.text(lane.process), kNameWidth),
                   printable(trace.text(lane.thread), kNameWidth),
                   printable(trace.text(lane.name), kNameWidth), count(lane.slices),
                   std::to_string(lane.depth), count(lane.crossings)});
  }
  if (table.empty()) return "";
  std::string text = "\n" + table.text();
  if (list.lanes.size() > kMostLanes) {
    text += fmt::format("and {} more\n", list.lanes.size() - kMostLanes);
  }
  return text;
}

std::string report_text(const Snapshot& trace) {
  const LoadReportModel report = build_load_report(trace);
  std::string text = "\n" + report.headline + "\n";
  if (!report.warning.empty()) text += report.warning + "\n";
  if (report.rows.empty()) return text;
  TextTable table({{"kind", Align::Left},
                   {"count"},
                   {"lost", Align::Left},
                   {"first at byte"},
                   {"meaning", Align::Left},
                   {"example", Align::Left}});
  for (const LoadReportRow& row : report.rows) {
    table.add_row({row.kind, row.count, row.lost ? "yes" : "no", row.first, row.what,
                   printable(row.example, kNameWidth)});
  }
  return text + table.text();
}

std::string load_text(const Snapshot& trace, double seconds) {
  const double megabytes = static_cast<double>(trace.info.text_bytes) / 1e6;
  return fmt::format("\nloaded in {} ({:.0f} MB/s), peak RSS {}, trace in memory {}\n",
                     format_duration(static_cast<Ns>(seconds * 1e9)),
                     seconds > 0 ? megabytes / seconds : 0.0, format_bytes(peak_rss_bytes()),
                     format_bytes(static_cast<std::int64_t>(trace.memory_bytes())));
}

}  // namespace

std::string info_text(const Snapshot& trace, double load_seconds) {
  return fact_lines(facts_of(trace)) + steps_text(trace) + lanes_text(trace) + report_text(trace) +
         load_text(trace, load_seconds);
}

}  // namespace lanescope
