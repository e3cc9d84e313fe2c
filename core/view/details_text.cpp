#include "core/view/details_text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/view/details_args.h"
#include "core/view/lane_names.h"
#include "core/view/short_name.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kLinesOfWork = 12;  // GPU work listed by name; the rest is counted

/// "-1.840 ms" as "1.840 ms before", for the rare case of clocks that disagree.
std::string signed_duration(Ns ns) {
  return ns < 0 ? "-" + format_duration(saturating_sub(0, ns)) : format_duration(ns);
}

class TextBuilder {
 public:
  TextBuilder(const Snapshot& snapshot, const DetailsModel& model)
      : snapshot_(snapshot), model_(model) {}

  DetailsText run() {
    if (!model_.found) return {"No such event", "", {}};
    text_.title = model_.short_name;
    text_.subtitle = subtitle();
    add_facts();
    add_launch();
    add_operators();
    add_modules();
    add_python();
    add_twin();
    add_work();
    add_memory();
    add_flows();
    add_full_name();
    add_arguments();
    add_missing();
    std::erase_if(text_.sections, [](const DetailSection& s) { return s.lines.empty(); });
    return std::move(text_);
  }

 private:
  void section(const char* title) { text_.sections.push_back({title, {}}); }
  DetailLine& line(std::string key, std::string value, DetailStyle style = DetailStyle::Normal,
                   EventId link = EventId::None) {
    auto& lines = text_.sections.back().lines;
    lines.push_back({std::move(key), std::move(value), style, link, {}});
    return lines.back();
  }
  void time_line(std::string key, std::string value, Ns exact_ns) {
    line(std::move(key), std::move(value), DetailStyle::Code).exact = format_exact_ns(exact_ns);
  }

  [[nodiscard]] std::string subtitle() const {
    std::string out = model_.category.empty() ? std::string("event") : model_.category;
    if (model_.same_name && model_.same_name->count > 1) {
      out += fmt::format(" {} of {} of this name",
                         format_count(static_cast<std::int64_t>(model_.same_name->ordinal)),
                         format_count(static_cast<std::int64_t>(model_.same_name->count)));
    }
    return out + " · " + model_.lane;
  }

  void add_facts() {
    section("");
    if (!model_.instant) time_line("Duration", format_duration(model_.dur_ns), model_.dur_ns);
    if (model_.self_ns && *model_.self_ns != model_.dur_ns) {
      time_line("Self", format_duration(*model_.self_ns), *model_.self_ns);
    }
    const std::string start = model_.step
                                  ? fmt::format("in {} {} {}", step_name(model_.step->name),
                                                model_.step->offset_ns < 0 ? "−" : "+",
                                                format_duration(std::abs(model_.step->offset_ns)))
                                  : format_exact_time(model_.from_start_ns);
    time_line(model_.instant ? "Time" : "Start", start, model_.start_ns);
    if (model_.allocation) add_allocation(*model_.allocation);
    if (model_.args) {
      for (const ArgumentFact& fact : known_arguments(*model_.args)) {
        line(fact.title, fact.value, DetailStyle::Code);
        shown_.insert(fact.keys.begin(), fact.keys.end());
      }
    }
    add_same_name();
    for (const std::string& annotation : model_.annotations) line("Inside", annotation);
  }

  static std::string step_name(std::string_view name) {
    constexpr std::string_view kPrefix = "ProfilerStep#";
    return name.starts_with(kPrefix) ? fmt::format("step {}", name.substr(kPrefix.size()))
                                     : std::string(name);
  }

  void add_allocation(const DetailsAllocation& a) {
    line("Device", memory_device_name(a.device_type, a.device_id));
    line(a.bytes < 0 ? "Freed" : "Allocated", format_bytes(std::abs(a.bytes)), DetailStyle::Code)
        .exact = fmt::format("{} bytes", a.bytes);
    line(a.has_totals ? "Allocated in all" : "Allocated since the start",
         format_bytes(a.allocated_bytes), DetailStyle::Code);
    if (a.has_totals) line("Reserved", format_bytes(a.reserved_bytes), DetailStyle::Code);
    if (a.address != 0) line("Address", fmt::format("{:#x}", a.address), DetailStyle::Code);
    for (const char* key :
         {"Device Type", "Device Id", "Bytes", "Total Allocated", "Total Reserved", "Addr"}) {
      shown_.insert(key);
    }
  }

  void add_same_name() {
    if (!model_.same_name || model_.same_name->count < 2) return;
    const DetailsSameName& same = *model_.same_name;
    line("Median · 95 %", format_duration(same.p50_ns) + " · " + format_duration(same.p95_ns),
         DetailStyle::Code);
    line("Rank by duration",
         fmt::format("{} of {}", format_count(static_cast<std::int64_t>(same.rank)),
                     format_count(static_cast<std::int64_t>(same.count))),
         DetailStyle::Code);
  }

  void add_launch() {
    if (!model_.launch) return;
    section("LAUNCHED BY");
    const DetailsLaunch& launch = *model_.launch;
    line(launch.name,
         fmt::format("{} · queued {}", format_duration(launch.dur_ns),
                     signed_duration(launch.queued_ns)),
         DetailStyle::Link, launch.event);
    time_line("Launch to start", signed_duration(launch.delay_ns), launch.delay_ns);
    line("On", launch.thread);
  }

  void add_operators() {
    section("OPERATORS");
    for (const DetailsOp& op : model_.ops) {
      const bool self = op.event == model_.event;
      if (!self) line(op.name, format_duration(op.dur_ns), DetailStyle::Link, op.event);
      const std::string shapes = list_text(op.input_shapes);
      if (!shapes.empty()) line("", shapes, DetailStyle::Code);
      const std::string types = list_text(op.input_types);
      if (!types.empty()) line("", types, DetailStyle::Faint);
    }
  }

  void add_modules() {
    if (model_.modules.empty()) return;
    section("MODULE");
    std::string path;
    for (const std::string& module : model_.modules) path += (path.empty() ? "" : " › ") + module;
    line("", path);
  }

  void add_python() {
    if (model_.python.empty()) return;
    section(model_.python_from_twin ? "PYTHON, OF THE FORWARD PASS" : "PYTHON");
    for (const DetailsFrame& frame : model_.python) {
      const std::string place =
          frame.file.empty() ? std::string() : fmt::format("{}:{}", frame.file, frame.line);
      line(frame.function, place, frame.user ? DetailStyle::Link : DetailStyle::Faint, frame.event);
    }
  }

  void add_twin() {
    if (!model_.twin) return;
    section("TWIN");
    const DetailsTwin& twin = *model_.twin;
    std::string value = twin.backward ? "backward" : "forward";
    if (twin.kernels > 0) {
      value += fmt::format(", {} kernel{}, {}", twin.kernels, twin.kernels == 1 ? "" : "s",
                           format_duration(twin.gpu_ns));
    }
    line(twin.name, std::move(value), DetailStyle::Link, twin.event);
  }

  void add_work() {
    if (model_.gpu_work.count == 0) return;
    section("GPU WORK");
    const auto count = static_cast<std::int64_t>(model_.gpu_work.count);
    line(format_count(count) + (count == 1 ? " event" : " events"),
         format_duration(model_.gpu_work.total_ns), DetailStyle::Code);
    for (std::size_t i = 0; i < std::min(kLinesOfWork, model_.gpu_work.events.size()); ++i) {
      const EventId event = model_.gpu_work.events[i];
      const auto home = snapshot_.find_slice(event);
      if (!home) continue;
      line(short_name(snapshot_.text(home->chunk->name[home->slice])),
           format_duration(home->chunk->dur_ns[home->slice]), DetailStyle::Link, event);
    }
    if (count > static_cast<std::int64_t>(kLinesOfWork)) {
      line(fmt::format("and {} more", format_count(count - std::int64_t{kLinesOfWork})), "",
           DetailStyle::Faint);
    }
  }

  void add_memory() {
    section("MEMORY");
    for (const DetailsMemory& memory : model_.memory) {
      std::string text;
      if (memory.allocations > 0)
        text = fmt::format("+{} in {}", format_bytes(memory.allocated_bytes), memory.allocations);
      if (memory.frees > 0) {
        text += fmt::format("{}−{} in {}", text.empty() ? "" : " · ",
                            format_bytes(memory.freed_bytes), memory.frees);
      }
      line(memory_device_name(memory.device_type, memory.device_id), std::move(text),
           DetailStyle::Code);
    }
  }

  void add_flows() {
    section("FLOWS");
    for (const DetailsFlow& flow : model_.flows) {
      line(flow.name, fmt::format("{} {}", flow.flow, flow.forward ? "→" : "←"), DetailStyle::Link,
           flow.event);
    }
  }

  void add_full_name() {
    if (model_.name == model_.short_name) return;
    section("FULL NAME");
    line("", model_.name, DetailStyle::Code);
  }

  void add_arguments() {
    if (!model_.args || model_.args->object() == nullptr) return;
    section("ARGUMENTS");
    const bool shapes_shown = !model_.ops.empty() && model_.ops.front().event == model_.event;
    for (const auto& [key, value] : *model_.args->object()) {
      if (shown_.contains(key)) continue;
      if (shapes_shown && (key == "Input Dims" || key == "Input dims" || key == "Input type")) {
        continue;
      }
      line(key, value.to_text(true), DetailStyle::Code);
    }
  }

  void add_missing() {
    section("MISSING");
    for (const DetailsMissing& missing : model_.missing) {
      line(missing.rung, missing.why, DetailStyle::Faint);
    }
  }

  const Snapshot& snapshot_;
  const DetailsModel& model_;
  DetailsText text_;
  std::set<std::string, std::less<>> shown_;  // keys of arguments that have a line already
};

}  // namespace

DetailsText details_text(const Snapshot& snapshot, const DetailsModel& model) {
  return TextBuilder(snapshot, model).run();
}

std::string details_plain_text(const DetailsText& text) {
  std::string out = text.title + "\n" + text.subtitle + "\n";
  for (const DetailSection& section : text.sections) {
    out += "\n";
    if (!section.title.empty()) out += section.title + "\n";
    for (const DetailLine& line : section.lines) {
      const std::string& value = line.exact.empty() ? line.value : line.exact;
      out += line.key;
      if (!line.key.empty() && !value.empty()) out += "  ";
      out += value + "\n";
    }
  }
  return out;
}

}  // namespace lanescope
