#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/cli/info/info.h"
#include "app/cli/output/described_rows.h"
#include "core/analysis/events/device_info.h"
#include "core/analysis/events/flow_counts.h"
#include "core/analysis/events/lanes.h"
#include "core/analysis/events/loop_steps.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/captured/recorded_nodes.h"
#include "core/analysis/steps/steps.h"
#include "core/base/process_memory.h"
#include "core/store/row_offset.h"
#include "core/view/overview/load_report_model.h"
#include "core/view/results/comparison.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/step_names.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kMostLanes = 40;
constexpr std::size_t kMostSteps = 20;
constexpr std::size_t kNameWidth = 44;

/// "kernel 723, cuda_runtime 12", largest first.
std::string tally(const std::map<std::string, std::uint64_t>& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater(), [](const auto& a) { return a.second; });
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMost); ++i) {
    if (i != 0) text += ", ";
    text += printable(sorted[i].first, kNameWidth) + " " + format_count(sorted[i].second);
  }
  if (sorted.size() > kMost) text += fmt::format(" and {} more", sorted.size() - kMost);
  return text;
}

std::string file_fact(const Snapshot& trace) {
  const auto bytes = static_cast<std::int64_t>(trace.info.file_bytes);
  const auto text_bytes = static_cast<std::int64_t>(trace.info.text_bytes);
  std::string fact = trace.info.format + ", " + format_bytes(bytes);
  if (text_bytes != bytes) fact += ", " + format_bytes(text_bytes) + " decoded";
  return fact + (trace.report.complete ? "" : fmt::format(", {}", fault_of_file(trace.report)));
}

/// " (2026-04-22 20:26:23 UTC)" if times count from 1970; empty if they count from boot or from the
/// start of the trace.
std::string date_text(const Snapshot& trace, Ns begin_ns) {
  constexpr Ns kFirstNs = 1'000'000'000'000'000'000;  // in 2001; no machine has been up that long
  const Ns wall_ns = saturating_add(begin_ns, trace.info.base_ns.value_or(0));
  if (wall_ns < kFirstNs) return "";
  const std::chrono::sys_seconds seconds{std::chrono::seconds(wall_ns / 1'000'000'000)};
  return fmt::format(" ({:%Y-%m-%d %H:%M:%S} UTC)", seconds);
}

std::string time_fact(const Snapshot& trace) {
  if (!slice_span(trace)) return "n/a: no events with a duration";
  // As in the window; the times of other commands count from its start.
  const TimeRange& span = trace.extent;
  const JsonTimes times(trace);
  return fmt::format("{} from {} to {} ns{}", format_duration(span.length_ns()),
                     times(span.begin_ns), times(span.end_ns), date_text(trace, span.begin_ns));
}

/// "2, 12.30 s total". The time of a trace ends with its last event, and may begin behind a pause.
void add_pauses_fact(const Snapshot& trace, Facts& facts) {
  const std::vector<TimeRange> pauses = recording_pauses(trace);
  if (pauses.empty()) return;
  const Ns paused_ns = paused_length(pauses, {}, {kMinNs, kMaxNs});
  const Ns outside_ns = paused_ns - paused_length(pauses, {}, trace.extent);
  std::string fact =
      fmt::format("{}, {} total", format_count(pauses.size()), format_duration(paused_ns));
  if (outside_ns > 0)
    fact += fmt::format(", of which {} before the first or after the last event",
                        format_duration(outside_ns));
  facts.emplace_back("pauses", std::move(fact));
}

std::string device_fact(const DeviceInfo& device, std::string_view units) {
  std::string fact = printable(device.name, kNameWidth);
  if (device.total_memory_bytes) fact += ", " + format_bytes(*device.total_memory_bytes);
  if (device.sms) fact += fmt::format(", {} {}", *device.sms, units);
  return fact;
}

std::string link_fact(const LinkCounts& links) {
  return fmt::format("{} ({} with launch, {} with operator, {} with Python frame)",
                     format_count(links.count), format_count(links.with_launch),
                     format_count(links.with_op), format_count(links.with_python));
}

void add_device_facts(const Snapshot& trace, Facts& facts) {
  const TraceInfo& info = trace.info;
  const std::string_view units = has_amd_gpus(trace) ? "CUs" : "SMs";
  for (const DeviceInfo& device : info.devices) {
    facts.emplace_back(fmt::format("device {}", device.id), device_fact(device, units));
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
  std::string peak = fmt::format("{}, peak {}", counted(memory.events, "record"),
                                 format_bytes(memory.peak_allocated));
  if (!memory.has_totals) return peak + " since trace start";
  if (memory.peak_reserved == 0) return peak;
  return peak + " of " + format_bytes(memory.peak_reserved) + " reserved";
}

void add_memory_facts(const Snapshot& trace, Facts& facts) {
  for (const auto& memory : trace.memory) {
    facts.emplace_back(
        "memory " + memory_device_title(trace, memory->device_type, memory->device_id),
        memory_fact(*memory));
  }
}

/// Why a recording saved its last seconds as this file.
void add_trigger_fact(const TraceInfo& info, Facts& facts) {
  const JsonValue* trigger = info.metadata.find("trigger");
  const JsonValue* what = trigger != nullptr ? trigger->find("what") : nullptr;
  if (what != nullptr) facts.emplace_back("saved because", printable(what->to_text(true)));
}

/// A report counts fewer where steps are nested, or of several threads.
std::string steps_fact(const Snapshot& trace) {
  std::string text =
      format_count(trace.steps.size()) + ", " + printable(steps_source(trace), kNameWidth);
  const LoopSteps loop = loop_steps(trace);
  StepTable reported;
  reported.inside_others = loop.inside_others;
  reported.other_threads = loop.other_threads;
  const std::string left_out = left_out_words(reported);
  return left_out.empty() ? text : text + "; a report excludes " + left_out;
}

Facts facts_of(const Snapshot& trace) {
  Facts facts = {{"file", printable(trace.info.file)},
                 {"format", file_fact(trace)},
                 {"time", time_fact(trace)},
                 {"events", format_count(trace.counts.total)},
                 {"phases", tally(trace.counts.by_phase)},
                 {"categories", tally(trace.counts.by_category)}};
  if (!trace.steps.empty()) facts.emplace_back("steps", steps_fact(trace));
  add_pauses_fact(trace, facts);
  add_trigger_fact(trace.info, facts);
  add_device_facts(trace, facts);
  if (trace.gpu_links.count != 0) {
    facts.emplace_back("kernels", link_fact(trace.kernel_links));
    facts.emplace_back("GPU events", link_fact(trace.gpu_links));
  }
  if (has_recorded_nodes(trace)) {
    facts.emplace_back("graph nodes",
                       "report --only ops counts kernels of CUDA graphs under the operators that "
                       "created their nodes");
  }
  if (trace.device_links.count != 0)
    facts.emplace_back("device work", link_fact(trace.device_links));
  for (const FlowCounts& flow : count_flows(trace)) {
    facts.emplace_back("flows " + printable(flow.category, kNameWidth),
                       fmt::format("{}, {}, {} paired", counted(flow.starts, "start"),
                                   counted(flow.ends, "end"), format_count(flow.paired)));
  }
  add_memory_facts(trace, facts);
  if (!trace.counters.empty()) facts.emplace_back("counters", format_count(trace.counters.size()));
  return facts;
}

/// An empty line, the first rows, and how many more there are; empty if there are none.
template <typename Row>
std::string first_rows(const Snapshot& trace, const RowColumns<Row>& columns,
                       const std::vector<Row>& rows, std::size_t most) {
  if (rows.empty()) return "";
  const std::string text = "\n" + rows_text(trace, columns, rows, most);
  return rows.size() > most ? text + fmt::format("and {} more\n", rows.size() - most) : text;
}

RowColumns<Step> step_columns() {
  using enum ValueKind;
  return {{{"", "step"}, Name, &Step::name, {.width = kNameWidth}},
          {{"", "start"}, Moment, [](const Step& step) { return step.range.begin_ns; }},
          {{"", "on the host"}, Time, [](const Step& step) { return step.range.length_ns(); }}};
}

RowColumns<TrackSummary> lane_columns(const std::vector<TrackSummary>& lanes) {
  using enum ValueKind;
  const auto number = [&](const TrackSummary& lane) { return &lane - lanes.data(); };
  const auto kind = [](const TrackSummary& lane) { return lane_kind_name(lane.kind); };
  return {{{"", "lane"}, Id, number},
          {{"", "kind"}, Words, kind},
          {{"", "process"}, Name, &TrackSummary::process, {.width = kNameWidth}},
          {{"", "thread"}, Name, &TrackSummary::thread, {.width = kNameWidth}},
          {{"", "name"}, Name, &TrackSummary::name, {.width = kNameWidth}},
          {{"", "slices"}, Count, &TrackSummary::slices},
          {{"", "depth"}, Id, &TrackSummary::depth},
          {{"", "rows"}, Id, &TrackSummary::rows},
          {{"", "crossings"}, Count, &TrackSummary::crossings}};
}

std::string report_text(const Snapshot& trace) {
  using enum ValueKind;
  const LoadReportModel report = build_load_report(trace);
  std::string text = "\n" + report.headline + "\n";
  if (!report.warning.empty()) text += report.warning + "\n";
  if (report.rows.empty()) return text;
  const auto lost = [](const LoadReportRow& row) {
    if (row.kind == issue_kinds::kDamagedChunk) return "unknown";  // what was in it
    return row.lost ? "yes" : "no";
  };
  const bool has_rows = row_of_offset(trace.info.format, 0).has_value();
  const RowColumns<LoadReportRow> columns = {
      {{"", "kind"}, Words, &LoadReportRow::kind},
      {{"", "count"}, Figure, &LoadReportRow::count},
      {{"", "lost"}, Words, lost},
      {{"", has_rows ? "first at" : "first at byte"}, Figure, &LoadReportRow::first},
      {{"", "meaning"}, Words, &LoadReportRow::what},
      {{"", "example"}, Name, &LoadReportRow::example, {.width = kNameWidth}}};
  return text + rows_text(trace, columns, report.rows, report.rows.size());
}

std::string load_text(const Snapshot& trace, double seconds) {
  const double megabytes = static_cast<double>(trace.info.text_bytes) / 1e6;
  return fmt::format("\nloaded in {} ({:.0f} MB/s), peak RSS {}, trace in memory {}\n",
                     format_duration(static_cast<Ns>(seconds * 1e9)),
                     seconds > 0 ? megabytes / seconds : 0.0, format_bytes(peak_resident_bytes()),
                     format_bytes(static_cast<std::int64_t>(trace.memory_bytes())));
}

}  // namespace

std::string info_text(const Snapshot& trace, double load_seconds) {
  const std::vector<TrackSummary> lanes = list_tracks(trace).lanes;
  return fact_lines(facts_of(trace)) + first_rows(trace, step_columns(), trace.steps, kMostSteps) +
         first_rows(trace, lane_columns(lanes), lanes, kMostLanes) + report_text(trace) +
         load_text(trace, load_seconds);
}

}  // namespace lanescope
