#include "core/view/details/text.h"

#include <set>

#include <fmt/format.h>

#include "core/base/text/demangle.h"
#include "core/view/details/call_chain.h"
#include "core/view/details/facts.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// "longest", "2nd longest", "18th longest".
std::string longest_words(std::uint64_t rank) {
  if (rank == 1) return "longest";
  const std::uint64_t last = rank / 10 % 10 == 1 ? 0 : rank % 10;
  return count_text(rank) +
         (last == 1   ? "st"
          : last == 2 ? "nd"
          : last == 3 ? "rd"
                      : "th") +
         " longest";
}

/// Of "at::native::add_kernel (libtorch_cpu.so)" the file; empty: not known.
std::string_view library_of(std::string_view native_function) {
  const std::size_t open = native_function.rfind(" (");
  if (open == std::string_view::npos || !native_function.ends_with(')')) return {};
  const std::string_view library =
      native_function.substr(open + 2, native_function.size() - open - 3);
  return library.find_first_of("()") == std::string_view::npos ? library : std::string_view();
}

/// GPU work may start after the step that launched it.
std::string start_in(const DetailsStep& step) {
  const std::string title(step_title(step.name));
  if (step.dur_ns > 0 && step.offset_ns >= step.dur_ns)
    return fmt::format("{} after {}, which launched it",
                       format_duration(step.offset_ns - step.dur_ns), title);
  return fmt::format("in {} {} {}", title, step.offset_ns < 0 ? "−" : "+",
                     format_duration(std::abs(step.offset_ns)));
}

class TextBuilder {
 public:
  TextBuilder(const Snapshot& snapshot, const DetailsModel& model)
      : snapshot_(snapshot), model_(model) {}

  DetailsText run() {
    if (!model_.found) return {"No such event", "", {}, ""};
    text_.title = title();
    text_.subtitle = subtitle();
    if (model_.name != model_.short_name) text_.full_title = model_.name;
    add_facts();
    add_loader_batch();
    add_levels();
    add_full_name();
    add_arguments();
    add_missing();
    std::erase_if(text_.sections, [](const DetailSection& s) { return s.lines.empty(); });
    return std::move(text_);
  }

 private:
  /// PyTorch names all records of memory "[memory]".
  [[nodiscard]] std::string title() const {
    if (!model_.allocation || model_.name != "[memory]") return model_.short_name;
    return model_.allocation->bytes < 0 ? "Freed memory" : "Allocated memory";
  }

  [[nodiscard]] std::string subtitle() const {
    std::string out = model_.category.empty() ? std::string("event") : model_.category;
    // A snapshot has no categories; those are the reader's.
    if (model_.kind == CategoryKind::CpuInstant && is_memory_snapshot(snapshot_))
      out = model_.allocation ? "memory event" : "mark";
    if (model_.kind == CategoryKind::Kernel) out = "kernel";  // older files write "Kernel"
    if (model_.same_name && model_.same_name->count > 1) {
      out += fmt::format(" {} of {} with this name", count_text(model_.same_name->ordinal),
                         count_text(model_.same_name->count));
    }
    return out + " · " + model_.lane;
  }

  void add_facts() {
    text_.section("");
    if (model_.has_duration())
      text_.time_line("Duration", format_duration(model_.dur_ns), model_.dur_ns);
    add_self_time();
    const std::string start =
        model_.step ? start_in(*model_.step) : format_exact_time(model_.from_start_ns);
    text_.time_line(model_.instant ? "Time" : "Start", start, model_.start_ns);
    if (model_.kind == CategoryKind::NativeFrame) add_native_function();
    if (model_.allocation) add_allocation(*model_.allocation);
    if (model_.args) add_arguments_said(known_arguments(*model_.args));
    if (model_.copy) add_arguments_said(copy_facts(*model_.copy));
    if (model_.collective) add_arguments_said(collective_facts(*model_.collective));
    add_same_name();
  }

  /// Of an operator as the table of operators has it; else, as runtime calls are nested events too,
  /// the same name would have two values.
  void add_self_time() {
    const bool as_operator = model_.self_cpu_ns.has_value();
    const std::optional<Ns> self_ns = as_operator ? model_.self_cpu_ns : model_.self_ns;
    // Of native code, also where it calls nothing: that is what one looks for.
    const bool says_nothing = self_ns == model_.dur_ns && model_.kind != CategoryKind::NativeFrame;
    if (!self_ns || says_nothing) return;
    text_.time_line(as_operator ? "Self CPU" : "Self", format_duration(*self_ns), *self_ns);
  }

  void add_arguments_said(const std::vector<ArgumentFact>& facts) {
    for (const ArgumentFact& fact : facts) {
      text_.line(fact.title, fact.value, DetailStyle::Code);
      shown_.insert(fact.keys.begin(), fact.keys.end());
    }
  }

  void add_native_function() {
    const std::string_view library = library_of(model_.name);
    text_.line("Code", std::string("native function"));
    if (!library.empty()) text_.line("Library", std::string(library), DetailStyle::Code);
  }

  void add_allocation(const DetailsAllocation& a) {
    text_.line("Device", memory_device_title(snapshot_, a.device_type, a.device_id));
    const std::string bytes = format_bytes(std::abs(a.bytes));
    text_.line(a.bytes < 0 ? "Freed" : "Allocated", bytes, DetailStyle::Code).exact =
        fmt::format("{} bytes", a.bytes);
    text_.line(a.has_totals ? "Total allocated" : "Allocated since start",
               format_bytes(a.allocated_bytes), DetailStyle::Code);
    if (a.has_totals && a.reserved_bytes != 0)
      text_.line("Reserved", format_bytes(a.reserved_bytes), DetailStyle::Code);
    if (a.address != 0) text_.line("Address", fmt::format("{:#x}", a.address), DetailStyle::Code);
    for (const char* key :
         {"Device Type", "Device Id", "Bytes", "Total Allocated", "Total Reserved", "Addr"}) {
      shown_.insert(key);
    }
  }

  void add_same_name() {
    if (!model_.same_name || model_.same_name->count < 2 || !model_.has_duration()) return;
    const DetailsSameName& same = *model_.same_name;
    text_.line("Median · 95th percentile",
               format_duration(same.p50_ns) + " · " + format_duration(same.p95_ns),
               DetailStyle::Code);
    text_.line("By duration",
               fmt::format("{} of {}", longest_words(same.rank), count_text(same.count)),
               DetailStyle::Code);
  }

  void add_loader_batch() {
    if (model_.loader_batch.empty()) return;
    text_.section("DATA LOADER");
    text_.line("", model_.loader_batch, DetailStyle::Faint);
  }

  void add_levels() {
    ChainWriter levels(snapshot_, model_, text_);
    levels.add_block();
    levels.add_launch();
    levels.add_graph();
    levels.add_triton();
    levels.add_inputs();
    levels.add_work();
    levels.add_operators();
    levels.add_modules();
    levels.add_python();
    if (!model_.python.empty()) shown_.insert("Call stack");
    levels.add_twin();
    levels.add_surroundings();
    levels.add_memory();
    levels.add_flows();
  }

  void add_full_name() {
    if (model_.name == model_.short_name) return;
    text_.section("FULL NAME");
    // Templates of kernels may have names of many thousands of characters.
    constexpr std::size_t kMostBytes = 1U << 14;
    const bool is_mangled = model_.name.starts_with("_Z");
    const auto readable = is_mangled ? demangled(model_.name, kMostBytes) : std::nullopt;
    DetailLine& line = text_.line("", readable.value_or(model_.name), DetailStyle::Code);
    if (readable) line.exact = model_.name;
  }

  void add_arguments() {
    if (!model_.args || model_.args->object() == nullptr) return;
    text_.section("ARGUMENTS");
    add_keys_of_levels();
    for (const auto& [key, value] : *model_.args->object()) {
      if (shown_.contains(key)) continue;
      text_.line(key, value.to_text(true), DetailStyle::Code);
    }
  }

  /// Arguments shown in sections of their own are not repeated in the list of arguments.
  void add_keys_of_levels() {
    if (!model_.ops.empty() && model_.ops.front().event == model_.event) {
      shown_.insert({"Input Dims", "Input dims", "Input type", "Input Strides", "Concrete Inputs"});
    }
    shown_.insert(std::string(kCapturedAs));
    // When it was queued, by the GPU's clock: normally 0, because CUPTI was not asked for it.
    const JsonValue* queued = model_.args->find("queued");
    if (queued != nullptr && queued->as_int(1) == 0) shown_.insert("queued");
    if (!model_.triton || model_.kind != CategoryKind::CpuOp) return;
    shown_.insert("kernel_file");
    for (const ArgumentFact& fact : triton_facts(*model_.triton)) {
      shown_.insert(fact.keys.begin(), fact.keys.end());
    }
  }

  void add_missing() {
    text_.section("MISSING");
    for (const DetailsMissing& missing : model_.missing) {
      text_.line(missing.level, missing.why, DetailStyle::Faint);
    }
  }

  const Snapshot& snapshot_;
  const DetailsModel& model_;
  DetailsText text_;
  std::set<std::string, std::less<>> shown_;  // keys of arguments that already have a line
};

}  // namespace

DetailLine& DetailsText::line(std::string key, std::string value, DetailStyle style, EventId link) {
  auto& lines = sections.back().lines;
  lines.push_back({std::move(key), std::move(value), style, link, {}, {}, {}});
  return lines.back();
}

void DetailsText::time_line(std::string key, std::string value, Ns exact_ns) {
  line(std::move(key), std::move(value), DetailStyle::Code).exact = format_exact_ns(exact_ns);
}

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

DetailSource source_of(const DetailsModel& model) {
  const auto place = [](const DetailsFrame& frame) { return DetailSource{frame.file, frame.line}; };
  if (!model.python.empty() && model.python.front().event == model.event)
    return place(model.python.front());
  const DetailsFrame* frame = frame_of_interest(model.python);
  return frame == nullptr ? DetailSource() : place(*frame);
}

}  // namespace lanescope
