#include "app/cli/events/described_event.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/cli/events/event_line.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "core/view/details/text.h"

namespace lanescope {
namespace {

Json or_null(const std::optional<JsonValue>& value) {
  return value ? to_json(*value) : Json();
}

Json launch_json(const DetailsModel& model, const JsonTimes& times) {
  if (!model.launch) return nullptr;
  const DetailsLaunch& launch = *model.launch;
  const auto timed = [&launch](Ns ns) { return launch.by_order ? Json() : Json(ns); };
  Json out = {{"id", index_of(launch.event)},
              {"name", launch.name},
              {"thread", launch.thread},
              {"start_ns", times(launch.start_ns)},
              {"dur_ns", launch.dur_ns},
              {"delay_ns", timed(launch.delay_ns)},
              {"queued_ns", model.is_later_node() ? Json() : timed(launch.queued_ns)}};
  if (model.is_later_node())
    out["why"] = "queued_ns: a later node of a CUDA graph has no launch call of its own";
  if (launch.by_order)
    out["why"] = "delay_ns, queued_ns: profiler ranges are matched to launches by order";
  return out;
}

Json ops_json(const DetailsModel& model, const JsonTimes& times) {
  return json_list(model.ops, [&](const DetailsOp& op) -> Json {
    const bool here = op.event != EventId::None;  // otherwise in a capture trace
    return {{"id", json_event(op.event)},
            {"name", op.name},
            {"input_shapes", or_null(op.input_shapes)},
            {"input_types", or_null(op.input_types)},
            {"input_strides", or_null(op.input_strides)},
            {"concrete_inputs", or_null(op.concrete_inputs)},
            {"start_ns", here ? Json(times(op.start_ns)) : Json()},
            {"dur_ns", here ? Json(op.dur_ns) : Json()}};
  });
}

Json python_json(const DetailsModel& model) {
  return json_list(model.python, [](const DetailsFrame& frame) -> Json {
    const bool has_file = !frame.file.empty();
    return {{"function", frame.function},
            {"file", has_file ? Json(frame.file) : Json()},
            {"line", has_file ? Json(frame.line) : Json()},
            {"user", frame.user},
            {"id", json_event(frame.event)}};
  });
}

Json twin_json(const DetailsModel& model) {
  if (!model.twin) return nullptr;
  const DetailsTwin& twin = *model.twin;
  return {{"id", index_of(twin.event)},
          {"name", twin.name},
          {"direction", twin.backward ? "backward" : "forward"},
          {"kernels", twin.kernels},
          {"gpu_ns", twin.gpu_ns},
          {"dur_ns", twin.dur_ns}};
}

Json same_name_json(const DetailsModel& model) {
  if (!model.same_name) return nullptr;
  const DetailsSameName& same = *model.same_name;
  return {{"count", same.count},   {"rank", same.rank},     {"total_ns", same.total_ns},
          {"min_ns", same.min_ns}, {"p50_ns", same.p50_ns}, {"p95_ns", same.p95_ns},
          {"max_ns", same.max_ns}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

/// The launch that the operators and the stack are of.
Json graph_origin_json(const DetailsGraph& graph) {
  if (!graph.origin) return nullptr;
  const auto source = [&] {
    switch (graph.origin->source) {
      case GraphOriginSource::Capture:
        return "capture";
      case GraphOriginSource::RecordedNode:
        return "recorded_node";
      case GraphOriginSource::SameSequence:
        break;
    }
    return "same_sequence";
  };
  return {{"id", index_of(graph.origin->launch)},
          {"name", graph.origin_name},
          {"source", source()},
          {"certain", graph.origin->certain}};
}

/// The same in a trace of the capture phase.
Json captured_json(const DetailsGraph& graph) {
  if (!graph.captured) return nullptr;
  const CapturedLaunch& captured = *graph.captured;
  return {{"trace", captured.file},
          {"name", captured.call},
          {"by", captured.match == GraphMatch::NodeId ? "node_id" : "position"},
          {"certain", captured.certain}};
}

Json graph_json(const DetailsModel& model) {
  if (!model.graph) return nullptr;
  const DetailsGraph& graph = *model.graph;
  return {{"replay", graph.replay},
          {"replays", graph.replays},
          {"node", graph.node > 0 ? Json(graph.node) : Json()},
          {"nodes", graph.nodes},
          {"origin", graph_origin_json(graph)},
          {"captured", captured_json(graph)}};
}

Json copy_json(const DetailsModel& model) {
  if (!model.copy) return nullptr;
  const DetailsCopy& copy = *model.copy;
  return {{"from", text_or_null(copy.from)},
          {"to", text_or_null(copy.to)},
          {"size_bytes", json_or_null(copy.bytes)},
          {"gb_per_s", json_or_null(copy.gb_per_s)}};
}

Json collective_json(const DetailsModel& model) {
  if (!model.collective) return nullptr;
  const Collective& c = *model.collective;
  return {{"name", c.name},
          {"group", text_or_null(c.group)},
          {"group_size", json_or_null(c.group_size)},
          {"ranks", text_or_null(c.ranks)},
          {"in_elements", json_or_null(c.in_elements)},
          {"out_elements", json_or_null(c.out_elements)},
          {"dtype", text_or_null(c.dtype)},
          {"message_bytes", json_or_null(c.bytes)},
          {"algorithm_gb_per_s", json_or_null(c.algorithm_gb_per_s)},
          {"bus_gb_per_s", json_or_null(c.bus_gb_per_s)}};
}

Json triton_json(const DetailsModel& model) {
  if (!model.triton) return nullptr;
  const DetailsTriton& triton = *model.triton;
  return {{"file", text_or_null(triton.file)},        {"hash", text_or_null(triton.hash)},
          {"backend", text_or_null(triton.backend)},  {"arguments", text_or_null(triton.arguments)},
          {"grid", text_or_null(triton.grid)},        {"num_warps", json_or_null(triton.warps)},
          {"num_stages", json_or_null(triton.stages)}};
}

Json block_end_json(const std::optional<DetailsBlockEnd>& end, const JsonTimes& times) {
  if (!end) return nullptr;
  return {{"id", index_of(end->event)},
          {"time_ns", times(end->time_ns)},
          {"op", end->op != EventId::None ? Json(end->op_name) : Json()},
          {"op_id", json_event(end->op)}};
}

Json block_json(const DetailsModel& model, const JsonTimes& times) {
  if (!model.allocation) return nullptr;
  const DetailsAllocation& a = *model.allocation;
  return {{"device_type", a.device_type},
          {"device_id", a.device_id},
          {"size_bytes", a.bytes},
          {"address", a.address},
          {"allocated", block_end_json(a.allocation, times)},
          {"freed", block_end_json(a.release, times)},
          {"alive_ns", json_or_null(a.alive_ns)}};
}

}  // namespace

Json event_json(const Snapshot& trace, const DetailsModel& model) {
  const TrackList lanes = list_tracks(trace);
  const JsonTimes times(trace);
  Json out = event_line_json(trace, lanes, *event_line(trace, model.event));
  out["args"] = model.args ? to_json(*model.args) : Json::object();
  out["self_ns"] = json_or_null(model.self_ns);
  out["self_cpu_ns"] = json_or_null(model.self_cpu_ns);
  out["launch"] = launch_json(model, times);
  out["ops"] = ops_json(model, times);
  out["graph"] = graph_json(model);
  out["copy"] = copy_json(model);
  out["collective"] = collective_json(model);
  out["triton"] = triton_json(model);
  out["memory_block"] = block_json(model, times);
  // The names are a contract; the ids are separate.
  out["modules"] = json_list(model.modules, &DetailsModule::name);
  out["module_ids"] = json_list(
      model.modules, [](const DetailsModule& module) { return json_event(module.event); });
  out["python"] = python_json(model);
  if (!model.loader_batch.empty()) out["loader_batch"] = model.loader_batch;
  out["annotations"] = json_list(model.annotations, &DetailsAnnotation::name);
  out["twin"] = twin_json(model);
  out["step"] = model.step ? Json(model.step->name) : Json();
  out["kernels"] = json_list(model.gpu_work.events, index_of<EventId>);
  out["kernel_count"] = model.gpu_work.count;
  out["gpu_ns"] = model.gpu_work.total_ns;
  if (const std::size_t listed = model.gpu_work.events.size(); model.gpu_work.count > listed)
    out["why"] = fmt::format("kernels: the first {} of {}", listed, model.gpu_work.count);
  out["same_name"] = same_name_json(model);
  out["missing"] = json_list(model.missing, [](const DetailsMissing& missing) -> Json {
    return {{"rung", missing.level}, {"why", missing.why}};
  });
  return out;
}

std::string event_text(const Snapshot& trace, const DetailsModel& model) {
  const DetailsText details = details_text(trace, model);
  std::string text = printable(details.title) + "\n" + printable(details.subtitle) + "\n";
  for (const DetailSection& section : details.sections) {
    text += "\n";
    if (!section.title.empty()) text += section.title + "\n";
    std::vector<std::pair<std::string, std::string>> facts;
    const std::size_t shown = std::min(section.lines.size(), section.lines_at_first);
    for (std::size_t i = 0; i < shown; ++i) {
      const DetailLine& line = section.lines[i];
      facts.emplace_back(printable(line.key), printable(line.value));
    }
    if (const auto rest = static_cast<std::int64_t>(section.lines.size() - shown); rest > 0) {
      facts.emplace_back(fmt::format("and {} more", format_count(rest)), "");
    }
    text += fact_lines(facts);
  }
  return text;
}

}  // namespace lanescope
