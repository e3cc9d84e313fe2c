#include "core/view/memory/text.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/recorder.h"
#include "core/analysis/results.h"
#include "core/base/text/ascii_case.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

struct CategoryWords {
  std::string_view title, many;
  bool singular;  // "holds" rather than "hold"
  ColorRole role;
};
constexpr std::array<CategoryWords, kMemoryCategories> kWords = {{
    {"Parameter", "parameters", false, ColorRole::Gemm},
    {"Optimizer state", "optimizer state", true, ColorRole::Attention},
    {"Input", "inputs", false, ColorRole::DataLoading},
    {"Temporary", "temporary blocks", false, ColorRole::Annotation},
    {"Activation", "activations", false, ColorRole::CpuOp},
    {"Gradient", "gradients", false, ColorRole::Communication},
    {"Autograd detail", "autograd blocks", false, ColorRole::Copy},
    {"Unknown", "uncategorized blocks", false, ColorRole::Python},
}};

const CategoryWords& words_of(MemoryCategory category) {
  return kWords[static_cast<std::size_t>(category)];
}

}  // namespace

std::string_view memory_category_title(MemoryCategory category) {
  return words_of(category).title;
}

std::string memory_category_holds(MemoryCategory category) {
  const CategoryWords& words = words_of(category);
  return std::string(words.many) + (words.singular ? " holds" : " hold");
}

ColorRole memory_category_role(MemoryCategory category) {
  return words_of(category).role;
}

std::string growing_line_words(const GrowingLine& line) {
  const std::size_t slash = line.file.find_last_of("/\\");
  const std::string file = slash == std::string::npos ? line.file : line.file.substr(slash + 1);
  return fmt::format(
      "{} ({}:{}) never frees {} of its {} blocks, {}, allocated throughout the "
      "history",
      line.function, file, line.line, count_text(line.kept), count_text(line.allocations),
      format_bytes(line.kept_bytes));
}

std::string leak_sentence(std::span<const GrowingLine> lines) {
  if (lines.empty()) return {};
  std::string text = "Possible leak: " + growing_line_words(lines.front());
  if (lines.size() > 1)
    text += fmt::format("; {} more {} do the same", lines.size() - 1,
                        lines.size() == 2 ? "line" : "lines");
  return text;
}

std::string memory_facts(const Snapshot& snapshot, const MemoryDevice& device) {
  if (!device.peak_at_ns) return "no [memory] events in the range";
  std::string text = fmt::format(
      "peak {}{} at {}", format_bytes(device.peak_allocated),
      device.has_totals ? "" : " since trace start",
      format_time_point(saturating_sub(*device.peak_at_ns, snapshot.extent.begin_ns), 1000));
  if (device.reserved_at_peak > 0)
    text += " · " + format_bytes(device.reserved_at_peak) + " reserved at that point";
  if (device.has_totals && device.all_before_bytes() > 0)
    text += fmt::format(" · {} allocated {}", format_bytes(device.all_before_bytes()),
                        before_words(snapshot));
  return text;
}

std::string unlisted_memory(const Snapshot& snapshot, std::int64_t bytes) {
  if (is_memory_snapshot(snapshot))
    return format_bytes(bytes) + " more due to the allocator's rounding";
  return fmt::format("{} allocated {}", format_bytes(bytes), before_words(snapshot));
}

TimelinePeakText timeline_peak_insight(const AnalysisResults& in) {
  const auto table = in.of<MemoryTable>();
  if (!table->timeline) return {"No totals in the selected range"};
  const TimelinePeak& timeline = *table->timeline;
  const Ns at_ns = saturating_sub(timeline.peak_at_ns, in.trace.extent.begin_ns);
  std::string text =
      fmt::format("Peak {} at {}", format_bytes(timeline.peak), format_time_point(at_ns, 1000));
  char before = ':';
  for (const TimelineCategory& category : timeline.categories) {
    if (category.at_peak <= 0) continue;
    text += fmt::format("{} {} {}", std::exchange(before, ','),
                        lower_cased(in.trace.text(category.name)), format_bytes(category.at_peak));
  }
  return {text};
}

bool is_memory_timeline(const Snapshot& snapshot) {
  return snapshot.info.format == "memory-timeline" || snapshot.info.format == "raw-memory-timeline";
}

bool is_memory_file(const Snapshot& snapshot) {
  return is_memory_snapshot(snapshot) || is_memory_timeline(snapshot);
}

std::string_view missing_blocks(const DeviceBlocks& device) {
  if (device.list.has_addresses) return {};
  return "The records have no addresses (PyTorch before 1.10), so frees cannot be matched to "
         "allocations "
         "and no blocks can be drawn or listed as live";
}

std::string_view missing_memory(const Snapshot& snapshot) {
  if (is_memory_timeline(snapshot)) {
    return "This memory timeline contains totals by category, which the lanes show, but no single "
           "blocks. To see blocks, record a snapshot with torch.cuda.memory._dump_snapshot()";
  }
  if (is_memory_snapshot(snapshot)) return "The snapshot contains no allocations";
  if (is_recording(snapshot)) {
    return "Live recordings do not contain individual allocations. Use --memory for totals, or "
           "`lanescope attach --memory` for each one";
  }
  if (recorder_of(snapshot) == Recorder::TorchProfiler)
    return "The trace has no [memory] events; record with profile_memory=True";
  return record_hint(snapshot, Recordable::Allocations);
}

}  // namespace lanescope
