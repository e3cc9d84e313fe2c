#include <fmt/core.h>

#include "app/cli/event_line.h"
#include "app/cli/exit_code.h"
#include "app/cli/open_trace.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"
#include "core/analysis/event_query.h"
#include "core/view/details_model.h"
#include "core/view/details_text.h"

namespace lanescope {
namespace {

/// The event that was asked for.
Result<EventId> pick_event(const WaitedTrace& trace, const EventOptions& options,
                           const EventQuery& query) {
  if (options.id) {
    const EventId event{static_cast<std::uint32_t>(*options.id)};
    if (trace->place_of(event)) return event;
    return Error{Error::Kind::NotFound,
                 fmt::format("no event has the id {}, see `lanescope search`", *options.id)};
  }
  const FoundEvents found = search_events(*trace, query, event_reader(trace));
  const auto nth = static_cast<std::size_t>(options.nth);
  if (nth <= found.events.size()) return found.events[nth - 1];
  const auto count = static_cast<std::int64_t>(found.events.size());
  return Error{
      Error::Kind::NotFound,
      count == 0 ? fmt::format("no event matches '{}'", options.find)
                 : fmt::format("{} {} '{}', --nth is from 1 to {}", format_count(count),
                               count == 1 ? "event matches" : "events match", options.find, count)};
}

Json or_null(const std::optional<JsonValue>& value) {
  return value ? to_json(*value) : Json();
}

Json launch_json(const DetailsModel& model, const JsonTimes& times) {
  if (!model.launch) return nullptr;
  const DetailsLaunch& launch = *model.launch;
  return {{"id", index_of(launch.event)}, {"name", launch.name},
          {"thread", launch.thread},      {"start_ns", times(launch.start_ns)},
          {"dur_ns", launch.dur_ns},      {"delay_ns", launch.delay_ns},
          {"queued_ns", launch.queued_ns}};
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
    out.push_back({{"function", frame.function},
                   {"file", has_file ? Json(frame.file) : Json()},
                   {"line", has_file ? Json(frame.line) : Json()},
                   {"user", frame.user},
                   {"id", index_of(frame.event)}});
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
    out.push_back({{"rung", missing.rung}, {"why", missing.why}});
  }
  return out;
}

Json event_json(const Snapshot& trace, const DetailsModel& model) {
  const LaneList lanes = list_lanes(trace);
  const JsonTimes times(trace);
  Json out = event_line_json(trace, lanes, *event_line(trace, model.event));
  out["args"] = model.args ? to_json(*model.args) : Json::object();
  out["self_ns"] = model.self_ns ? Json(*model.self_ns) : Json();
  out["launch"] = launch_json(model, times);
  out["ops"] = ops_json(model, times);
  out["modules"] = model.modules;
  out["python"] = python_json(model);
  out["annotations"] = model.annotations;
  out["twin"] = twin_json(model);
  out["step"] = model.step ? Json(model.step->name) : Json();
  Json kernels = Json::array();
  for (const EventId kernel : model.gpu_work.events) kernels.push_back(index_of(kernel));
  out["kernels"] = std::move(kernels);
  out["kernel_count"] = model.gpu_work.count;
  out["same_name"] = same_name_json(model);
  out["missing"] = missing_json(model);
  return out;
}

/// The details panel's sections, their values aligned.
std::string event_text(const DetailsText& details) {
  std::string text = printable(details.title) + "\n" + printable(details.subtitle) + "\n";
  for (const DetailSection& section : details.sections) {
    text += "\n";
    if (!section.title.empty()) text += section.title + "\n";
    std::vector<std::pair<std::string, std::string>> facts;
    for (const DetailLine& line : section.lines) {
      facts.emplace_back(printable(line.key), printable(line.value));
    }
    text += fact_lines(facts);
  }
  return text;
}

}  // namespace

int run_event(const EventOptions& options) {
  const auto query = parse_event_query(options.find);
  if (!query.ok()) return complain(kWrongUsage, "--find", query.error().message);
  const auto path = single_trace(options.trace);
  if (!path.ok()) return complain(kUnusable, options.trace, path.error().message);
  const auto opened = open_trace(path.value());
  if (!opened.ok()) return complain(kUnusable, path.value(), opened.error().message);
  const WaitedTrace& trace = opened.value();
  const auto event = pick_event(trace, options, query.value());
  if (!event.ok()) return complain(kUnusable, path.value(), event.error().message);
  const DetailsModel model = build_details(*trace, event.value(), event_reader(trace));
  if (options.json) {
    print_document(event_json(*trace, model));
  } else {
    fmt::print("{}", event_text(details_text(*trace, model)));
  }
  return kDone;
}

}  // namespace lanescope
