#include <cmath>
#include <utility>

#include "app/cli/info/info.h"
#include "core/analysis/events/flow_counts.h"
#include "core/analysis/events/lanes.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/steps/chosen_steps.h"
#include "core/base/process_memory.h"
#include "core/store/row_offset.h"
#include "core/view/lanes/counter_names.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

Json events(const EventCounts& counts) {
  return {{"total", counts.total}, {"by_ph", counts.by_phase}, {"by_cat", counts.by_category}};
}

Json stored(const EventCounts& counts) {
  return {{"slices", counts.slices}, {"instants", counts.instants}, {"counters", counts.counters},
          {"flows", counts.flows},   {"async", counts.async},       {"metadata", counts.metadata}};
}

Json time_span(const Snapshot& trace) {
  const JsonTimes times(trace);
  Json out;
  out["base_ns"] = json_or_null(trace.info.base_ns);
  if (const std::optional<TimeRange> span = slice_span(trace)) {
    out["start_ns"] = times(span->begin_ns);
    out["end_ns"] = times(span->end_ns);
    out["span_ns"] = saturating_sub(span->end_ns, span->begin_ns);
  } else {
    for (const char* key : {"start_ns", "end_ns", "span_ns"}) out[key] = nullptr;
    out["why"] = "the trace has no complete events (ph X)";
  }
  out["first_ns"] = times(trace.extent.begin_ns);
  out["last_ns"] = times(trace.extent.end_ns);
  return out;
}

Json lane(const Snapshot& trace, const TrackSummary& lane, std::size_t id) {
  return {{"id", id},
          {"process", json_text(trace, lane.process)},
          {"thread", json_text(trace, lane.thread)},
          {"name", json_text_or_null(trace, lane.name)},
          {"process_name", json_text_or_null(trace, lane.process_name)},
          {"kind", lane_kind_name(lane.kind)},
          {"device", lane.device < 0 ? Json() : Json(lane.device)},
          {"stream", lane.stream < 0 ? Json() : Json(lane.stream)},
          {"slices", lane.slices},
          {"depth", lane.depth},
          {"crossings", lane.crossings}};
}

/// Curves are lanes too, with samples instead of slices.
Json curve_lane(std::size_t id, Json process, Json name, const char* kind, Json device,
                std::uint64_t samples) {
  return {{"id", id},
          {"process", std::move(process)},
          {"thread", nullptr},
          {"name", std::move(name)},
          {"process_name", nullptr},
          {"kind", kind},
          {"device", std::move(device)},
          {"stream", nullptr},
          {"slices", 0},
          {"depth", 0},
          {"crossings", 0},
          {"samples", samples}};
}

Json lanes(const Snapshot& trace) {
  Json out = Json::array();
  for (const TrackSummary& summary : list_tracks(trace).lanes) {
    out.push_back(lane(trace, summary, out.size()));
  }
  for (const auto& counter : trace.counters) {
    std::string name(trace.text(counter->name));
    const std::string_view series = shown_series(trace, *counter);
    if (!series.empty()) name += " " + std::string(series);
    out.push_back(curve_lane(out.size(), json_text(trace, counter->process), name, "counter",
                             nullptr, counter->time_ns.size()));
  }
  for (const auto& memory : trace.memory) {
    out.push_back(curve_lane(out.size(), nullptr,
                             memory_device_name(memory->device_type, memory->device_id), "memory",
                             memory->device_id, memory->events));
  }
  return out;
}

Json devices(const TraceInfo& info) {
  return json_list(info.devices, [](const DeviceInfo& device) -> Json {
    return {{"id", device.id},
            {"name", device.name},
            {"total_memory_bytes", json_or_null(device.total_memory_bytes)},
            {"sms", json_or_null(device.sms)}};
  });
}

Json distributed(const TraceInfo& info) {
  if (!info.distributed || info.distributed->object() == nullptr) return nullptr;
  Json out;
  for (const char* key : {"rank", "world_size", "backend"}) {
    const JsonValue* value = info.distributed->find(key);
    out[key] = value != nullptr ? to_json(*value) : Json();
  }
  return out;
}

/// Why a recording saved its last seconds as this file.
Json trigger(const TraceInfo& info) {
  const JsonValue* trigger = info.metadata.find("trigger");
  if (trigger == nullptr || trigger->object() == nullptr) return nullptr;
  return to_json(*trigger);
}

Json pauses(const Snapshot& trace) {
  return json_list(recording_pauses(trace), [&](const TimeRange& pause) -> Json {
    return {{"start_ns", JsonTimes(trace)(pause.begin_ns)}, {"dur_ns", pause.length_ns()}};
  });
}

Json steps(const Snapshot& trace) {
  return json_list(trace.steps, [&](const Step& step) -> Json {
    return {{"name", json_text(trace, step.name)},
            {"start_ns", JsonTimes(trace)(step.range.begin_ns)},
            {"dur_ns", step.range.length_ns()},
            {"id", index_of(step.event)}};
  });
}

Json links(const LinkCounts& counts) {
  return {{"count", counts.count},
          {"with_launch", counts.with_launch},
          {"with_op", counts.with_op},
          {"with_python", counts.with_python}};
}

Json flows(const Snapshot& trace) {
  Json out = Json::object();
  for (const FlowCounts& flow : count_flows(trace)) {
    out[flow.category] = {{"starts", flow.starts},
                          {"steps", flow.steps},
                          {"ends", flow.ends},
                          {"paired", flow.paired}};
  }
  return out;
}

Json memory(const Snapshot& trace) {
  return json_list(trace.memory, [](const auto& track) {
    const auto known = [&](std::int64_t bytes) { return track->has_totals ? Json(bytes) : Json(); };
    Json one = {{"device_type", track->device_type},
                {"device_id", track->device_id},
                {"events", track->events},
                {"peak_allocated_bytes", known(track->peak_allocated)},
                {"peak_reserved_bytes", known(track->peak_reserved)}};
    if (!track->has_totals) {
      one["why"] = "the records have no totals, as before PyTorch 1.10";
      one["peak_growth_bytes"] = track->peak_allocated;
    }
    return one;
  });
}

Json report(const Snapshot& trace) {
  const LoadReport& report = trace.report;
  return {{"kept", report.kept},
          {"listed", report.listed},
          {"set_aside", report.set_aside},
          {"issues", json_list(report.issues, [&](const LoadIssue& issue) -> Json {
             Json one = {{"kind", issue.kind},       {"what", issue.what},
                         {"count", issue.count},     {"first_offset", issue.first_offset},
                         {"example", issue.example}, {"lost", issue.lost}};
             // The offset of a row is no position in the file.
             if (const auto row = row_of_offset(trace.info.format, issue.first_offset))
               one["first_row"] = *row == 0 ? Json() : Json(*row);
             return one;
           })}};
}

Json load(const Snapshot& trace, double seconds) {
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
  const double megabytes = static_cast<double>(trace.info.text_bytes) / 1e6;
  return {{"wall_ms", rounded(seconds * 1000)},
          {"mb_per_s", seconds > 0 ? Json(rounded(megabytes / seconds)) : Json()},
          {"peak_rss_bytes", peak_resident_bytes()},
          {"store_bytes", trace.memory_bytes()}};
}

}  // namespace

std::string lane_kind_name(TrackKind kind) {
  switch (kind) {
    case TrackKind::CpuThread:
    case TrackKind::ThreadSamples:
    case TrackKind::ThreadState:
      return "cpu_thread";
    case TrackKind::GpuStream:
    case TrackKind::GpuSync:
      return "gpu_stream";
    case TrackKind::GpuAnnotation:
      return "annotation";
    case TrackKind::Async:
    case TrackKind::Profiler:
    case TrackKind::Other:
      return "other";
  }
  return "other";
}

Json info_json(const Snapshot& trace, double load_seconds) {
  Json out = {{"file", trace.info.file},
              {"format", trace.info.format},
              {"bytes", trace.info.file_bytes},
              {"text_bytes", trace.info.text_bytes},
              {"complete", trace.report.complete},
              {"damaged", trace.report.damaged},
              {"events", events(trace.counts)},
              {"stored", stored(trace.counts)},
              {"time", time_span(trace)},
              {"lanes", lanes(trace)},
              {"devices", devices(trace.info)},
              {"distributed", distributed(trace.info)},
              {"steps", steps(trace)},
              {"steps_named", json_text_or_null(steps_pattern(trace))},
              {"steps_chosen", !trace.chosen_steps.empty()},
              {"links",
               {{"kernels", links(trace.kernel_links)},
                {"gpu_events", links(trace.gpu_links)},
                {"device_work", links(trace.device_links)}}},
              {"flows", flows(trace)},
              {"memory", memory(trace)},
              {"report", report(trace)},
              {"load", load(trace, load_seconds)}};
  if (const Json why = trigger(trace.info); !why.is_null()) out["trigger"] = why;
  if (Json paused = pauses(trace); !paused.empty()) out["pauses"] = std::move(paused);
  return out;
}

}  // namespace lanescope
