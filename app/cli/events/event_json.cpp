#include "app/cli/events/event_json.h"

#include <optional>
#include <string>
#include <utility>

#include "app/cli/events/event_line.h"

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
              {"queued_ns", timed(launch.queued_ns)}};
  if (launch.by_order)
    out["why"] = "delay_ns, queued_ns: profiler ranges are matched to launches by order";
  return out;
}

Json ops_json(const DetailsModel& model, const JsonTimes& times) {
  Json out = Json::array();
  for (const DetailsOp& op : model.ops) {
    out.push_back({{"id", index_of(op.event)},
                   {"name", op.name},
                   {"input_shapes", or_null(op.input_shapes)},
                   {"input_types", or_null(op.input_types)},
                   {"input_strides", or_null(op.input_strides)},
                   {"concrete_inputs", or_null(op.concrete_inputs)},
                   {"start_ns", times(op.start_ns)},
                   {"dur_ns", op.dur_ns}});
  }
  return out;
}

Json python_json(const DetailsModel& model) {
  Json out = Json::array();
  for (const DetailsFrame& frame : model.python) {
    const bool has_file = !frame.file.empty();
    const bool is_event = frame.event != EventId::None;
    out.push_back({{"function", frame.function},
                   {"file", has_file ? Json(frame.file) : Json()},
                   {"line", has_file ? Json(frame.line) : Json()},
                   {"user", frame.user},
                   {"id", is_event ? Json(index_of(frame.event)) : Json()}});
  }
  return out;
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

Json missing_json(const DetailsModel& model) {
  Json out = Json::array();
  for (const DetailsMissing& missing : model.missing) {
    out.push_back({{"rung", missing.level}, {"why", missing.why}});
  }
  return out;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json graph_json(const DetailsModel& model) {
  if (!model.graph) return nullptr;
  const DetailsGraph& graph = *model.graph;
  return {{"replay", graph.replay},
          {"replays", graph.replays},
          {"node", graph.node > 0 ? Json(graph.node) : Json()},
          {"nodes", graph.nodes}};
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
  const bool has_op = end->op != EventId::None;
  return {{"id", index_of(end->event)},
          {"time_ns", times(end->time_ns)},
          {"op", has_op ? Json(end->op_name) : Json()},
          {"op_id", has_op ? Json(index_of(end->op)) : Json()}};
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

/// The names are the contract; the ids stand beside them.
void add_modules(Json& out, const DetailsModel& model) {
  Json names = Json::array(), ids = Json::array();
  for (const DetailsModule& module : model.modules) {
    names.push_back(module.name);
    ids.push_back(index_of(module.event));
  }
  out["modules"] = std::move(names);
  out["module_ids"] = std::move(ids);
}

Json annotations_json(const DetailsModel& model) {
  Json out = Json::array();
  for (const DetailsAnnotation& annotation : model.annotations) out.push_back(annotation.name);
  return out;
}

}  // namespace

Json event_json(const Snapshot& trace, const DetailsModel& model) {
  const TrackList lanes = list_tracks(trace);
  const JsonTimes times(trace);
  Json out = event_line_json(trace, lanes, *event_line(trace, model.event));
  out["args"] = model.args ? to_json(*model.args) : Json::object();
  out["self_ns"] = model.self_ns ? Json(*model.self_ns) : Json();
  out["launch"] = launch_json(model, times);
  out["ops"] = ops_json(model, times);
  out["graph"] = graph_json(model);
  out["copy"] = copy_json(model);
  out["collective"] = collective_json(model);
  out["triton"] = triton_json(model);
  out["memory_block"] = block_json(model, times);
  add_modules(out, model);
  out["python"] = python_json(model);
  out["annotations"] = annotations_json(model);
  out["twin"] = twin_json(model);
  out["step"] = model.step ? Json(model.step->name) : Json();
  Json kernels = Json::array();
  for (const EventId kernel : model.gpu_work.events) kernels.push_back(index_of(kernel));
  out["kernels"] = std::move(kernels);
  out["kernel_count"] = model.gpu_work.count;
  out["gpu_ns"] = model.gpu_work.total_ns;
  out["same_name"] = same_name_json(model);
  out["missing"] = missing_json(model);
  return out;
}

}  // namespace lanescope
