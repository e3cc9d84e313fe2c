#include "core/view/details/call_chain.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/view/details/inputs.h"
#include "core/view/text/names/differing_part.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kLinesOfWork = 12;    // GPU work listed by name at first
constexpr std::size_t kLongestValue = 240;  // bytes; the rest is for hover and copy

std::string signed_duration(Ns ns) {
  return ns < 0 ? "−" + format_duration(saturating_sub(0, ns)) : format_duration(ns);
}

/// From the end of the launch call to the start of the work, as in the table of launches.
std::string wait_text(Ns queued_ns) {
  if (queued_ns >= 0) return "waited " + format_duration(queued_ns);
  return "started " + format_duration(saturating_sub(0, queued_ns)) + " before the call returned";
}

/// Cuts at a space: nobody reads lists of hundreds of tensors.
std::string cut(const std::string& text) {
  if (text.size() <= kLongestValue) return text;
  const std::size_t space = text.rfind(' ', kLongestValue);
  return text.substr(0, space == std::string::npos ? kLongestValue : space) + " …";
}

}  // namespace

void ChainWriter::add_launch() {
  if (!model_.launch) return;
  text_.section("LAUNCHED BY");
  const DetailsLaunch& launch = *model_.launch;
  if (launch.by_order) {
    text_.line(launch.name, format_duration(launch.dur_ns), DetailStyle::Link, launch.event);
    text_.line("On", launch.thread);
    text_.line("",
               "Inferred from launch order: the profiler measured the kernels one by one, later.",
               DetailStyle::Faint);
    return;
  }
  std::string times = format_duration(launch.dur_ns);
  if (model_.is_later_node()) {
    text_.line(launch.name, std::move(times), DetailStyle::Link, launch.event);
    text_.line("Waited", "n/a: no launch call of its own", DetailStyle::Faint);
  } else {
    times += " · " + wait_text(launch.queued_ns);
    text_.line(launch.name, std::move(times), DetailStyle::Link, launch.event);
    text_.time_line("Launch to start", signed_duration(launch.delay_ns), launch.delay_ns);
  }
  text_.line("On", launch.thread);
  if (launch.delay_ns < 0) {
    text_.line("", "It appears to start before its launch: the host and device clocks disagree.",
               DetailStyle::Faint);
  }
  if (launch.guessed) {
    text_.line("",
               "Uncertain: several launches have its correlation ID; this is the most likely one.",
               DetailStyle::Faint);
  }
}

void ChainWriter::add_graph() {
  if (!model_.graph) return;
  text_.section("CUDA GRAPH");
  const DetailsGraph& graph = *model_.graph;
  const auto of = [](std::uint64_t n, std::uint64_t all) {
    return fmt::format("{} of {}", count_text(n), count_text(all));
  };
  text_.line("Replay", of(graph.replay, graph.replays), DetailStyle::Code);
  if (graph.node > 0) {
    text_.line("Node", of(graph.node, graph.nodes), DetailStyle::Code);
    add_graph_origin(graph);
  } else {
    text_.line("Nodes", count_text(graph.nodes), DetailStyle::Code);
  }
}

void ChainWriter::add_captured(const CapturedLaunch& captured) {
  text_.line("Captured from", captured.call, DetailStyle::Code);
  const bool by_id = captured.match == GraphMatch::NodeId;
  std::string how = fmt::format("{}perators and stack are from capture trace {}, {}.",
                                captured.certain ? "O" : "Uncertain: o", captured.file,
                                by_id ? "by node ID" : "by position");
  text_.line("", std::move(how), DetailStyle::Faint);
}

/// Which launch the operators and the stack are of, and how sure that is.
void ChainWriter::add_graph_origin(const DetailsGraph& graph) {
  const JsonValue* module = model_.args ? model_.args->find("module_fqn") : nullptr;
  if (module != nullptr && module->string() != nullptr)
    text_.line("Annotated module", *module->string(), DetailStyle::Code);
  if (graph.captured) return add_captured(*graph.captured);
  if (!graph.origin) {
    text_.line("",
               "The trace does not contain the launch that was captured: operators and stack are "
               "those of the replay.",
               DetailStyle::Faint);
    return;
  }
  const bool is_capture = graph.origin->source != GraphOriginSource::SameSequence;
  text_.line(is_capture ? "Captured from" : "Same as", graph.origin_name, DetailStyle::Link,
             graph.origin->launch);
  const char* how =
      "Operators and stack are those of this launch, which has the same position "
      "within the capture.";
  if (!is_capture) {
    how =
        "Likely: operators and stack are those of an earlier launch of the same kernel, within "
        "the same sequence of kernels.";
  } else if (graph.origin->source == GraphOriginSource::RecordedNode) {
    how = "Operators and stack are those of this launch, which created the node.";
  } else if (!graph.origin->certain) {
    how =
        "Uncertain: operators and stack are those of the launch with the same position within "
        "the latest matching capture, but several captures match, or the graph uses several "
        "streams.";
  }
  text_.line("", how, DetailStyle::Faint);
}

void ChainWriter::add_input_lines(const DetailsOp& op) {
  const std::string shapes = shapes_text(op);
  if (!shapes.empty()) {
    DetailLine& shown = text_.line("", cut(shapes), DetailStyle::Code);
    if (shown.value != shapes) shown.exact = shapes;
  }
  std::string rest = types_text(op);
  const std::string strides = strides_text(op);
  if (!strides.empty()) {
    rest += rest.empty() ? "" : " · ";
    rest += strides == "contiguous" ? strides : "strides " + strides;
  }
  if (!rest.empty()) {
    DetailLine& shown = text_.line("", cut(rest), DetailStyle::Faint);
    if (shown.value != rest) shown.exact = rest;
  }
}

void ChainWriter::add_inputs() {
  if (model_.ops.empty() || model_.ops.front().event != model_.event) return;
  text_.section("INPUTS");
  add_input_lines(model_.ops.front());
}

void ChainWriter::add_work() {
  const GpuWork& work = model_.gpu_work;
  if (work.count == 0) return;
  text_.section("GPU WORK");
  std::string events = counted(work.count, "event");
  if (work.count > work.events.size())
    events += fmt::format(", the first {} listed", count_text(work.events.size()));
  text_.time_line(std::move(events), format_duration(work.total_ns), work.total_ns);
  text_.sections.back().lines_at_first = 1 + kLinesOfWork;
  std::vector<std::string> titles;
  std::vector<std::string_view> names;
  for (const EventId event : work.events) {
    const auto home = snapshot_.find_slice(event);
    names.push_back(home ? snapshot_.text(home->chunk->name[home->slice]) : std::string_view());
    titles.push_back(short_name(names.back()));
  }
  tell_names_apart(titles, names);
  const std::vector<std::uint32_t> parts =
      differing_parts(std::vector<std::string_view>(titles.begin(), titles.end()));
  for (std::size_t i = 0; i < work.events.size(); ++i) {
    const auto home = snapshot_.find_slice(work.events[i]);
    if (!home) continue;
    text_
        .line(std::move(titles[i]), format_duration(home->chunk->dur_ns[home->slice]),
              DetailStyle::Link, work.events[i])
        .differs_at = parts[i];
  }
}

void ChainWriter::add_operators() {
  text_.section("OPERATORS");
  for (const DetailsOp& op : model_.ops) {
    if (op.event == model_.event) continue;
    if (op.event == EventId::None) {
      text_.line("", op.name, DetailStyle::Code);  // of a capture trace
    } else {
      text_.line(op.name, format_duration(op.dur_ns), DetailStyle::Link, op.event);
    }
    add_input_lines(op);
  }
}

void ChainWriter::add_triton() {
  if (!model_.triton) return;
  text_.section("TRITON");
  const DetailsTriton& triton = *model_.triton;
  if (!triton.file.empty()) {
    text_.line("Source", triton.file, DetailStyle::Frame).source = {triton.file, 1};
  }
  for (const ArgumentFact& fact : triton_facts(triton)) {
    text_.line(fact.title, fact.value, DetailStyle::Code);
  }
}

void ChainWriter::add_modules() {
  if (model_.modules.empty()) return;
  text_.section("MODULE");
  DetailLine path{"", "", DetailStyle::Link, EventId::None, {}, {}, {}};
  for (const DetailsModule& module : model_.modules) {
    path.value += (path.value.empty() ? "" : " › ") + module.name;
    path.parts.push_back({module.name, module.event});
  }
  text_.sections.back().lines.push_back(std::move(path));
}

void ChainWriter::add_python() {
  if (model_.python.empty()) return;
  // Other profilers record stacks of machine code, whose frames have no files.
  const bool is_python = std::ranges::any_of(model_.python, [](const DetailsFrame& frame) {
    return !frame.file.empty() || frame.function.starts_with('<');
  });
  text_.section(!is_python                ? "CALL STACK"
                : model_.python_from_twin ? "PYTHON (FORWARD PASS)"
                                          : "PYTHON");
  for (const DetailsFrame& frame : model_.python) {
    const std::string place =
        frame.file.empty() ? std::string() : fmt::format("{}:{}", frame.file, frame.line);
    const DetailStyle style = frame.user ? DetailStyle::Frame : DetailStyle::Faint;
    text_.line(frame.function, place, style, frame.event).source = {frame.file, frame.line};
  }
}

void ChainWriter::add_twin() {
  if (!model_.twin) return;
  text_.section("TWIN");
  const DetailsTwin& twin = *model_.twin;
  std::string value = twin.backward ? "backward" : "forward";
  if (twin.kernels > 0) {
    value += fmt::format(", {}, {}", counted(twin.kernels, "kernel"), format_duration(twin.gpu_ns));
  } else {
    value += ", " + format_duration(twin.dur_ns);
  }
  text_.line(twin.name, std::move(value), DetailStyle::Link, twin.event);
}

void ChainWriter::add_surroundings() {
  text_.section("INSIDE");
  const EventId step = model_.step ? model_.step->event : EventId::None;
  for (const DetailsAnnotation& annotation : model_.annotations) {
    if (annotation.event == step) continue;
    text_.line(annotation.name, format_duration(annotation.dur_ns), DetailStyle::Link,
               annotation.event);
  }
  if (!model_.step) return;
  text_.line(model_.step->name, format_duration(model_.step->dur_ns), DetailStyle::Link, step);
}

void ChainWriter::add_flows() {
  text_.section("FLOWS");
  for (const DetailsFlow& flow : model_.flows) {
    text_.line(flow.name, fmt::format("{} {}", flow.flow, flow.forward ? "→" : "←"),
               DetailStyle::Link, flow.event);
  }
}

}  // namespace lanescope
