#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/recorder.h"
#include "core/view/memory/text.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoAddresses =
    "the records have no addresses (PyTorch before 1.10): live blocks are unknown";
constexpr const char* kNoTotals =
    "the records have no totals (PyTorch before 1.10): allocated is counted from the start of the "
    "trace";
constexpr const char* kNoSteps = "fewer than two ProfilerStep ranges";
constexpr std::size_t kMostOps = 10;

/// From c10::DeviceType, for the types whose memory torch records.
std::string device_title(const Snapshot& trace, std::int64_t type, std::int64_t id) {
  if (is_host_memory(type)) return "CPU";
  if (type != 1) return fmt::format("device {} of type {}", id, type);
  return fmt::format("{} {}", may_lack_cuda(trace) ? "GPU" : "CUDA", id);
}

RowColumns<OpMemory> op_memory_columns(const MemoryDevice& device) {
  using enum ValueKind;
  const ColumnOptions alive{.given = device.has_addresses};
  return {
      // text, JSON
      {{"", "operator", "op"}, NameOrNone, &OpMemory::op, {.none = "(no operator)"}},
      {{"", "allocations", "allocations"}, Count, &OpMemory::allocations},
      {{"", "allocated", "allocated_bytes"}, Bytes, &OpMemory::bytes},
      {{"", "largest", "largest_bytes"}, Bytes, &OpMemory::largest},
      {{"", "at peak", "live_at_peak"}, Count, &OpMemory::live_at_peak, alive},
      {{"", std::string(kNoTitle), "live_at_peak_bytes"}, Bytes, &OpMemory::bytes_at_peak, alive}};
}

Json spikes_json(const Snapshot& trace, const MemoryDevice& device) {
  if (!device.spikes) return nullptr;
  return json_list(*device.spikes, [&](const MemorySpike& spike) -> Json {
    const auto op = trace.find_slice(spike.op);
    return {{"time_ns", JsonTimes(trace)(spike.time_ns)},
            {"allocated_bytes", spike.allocated},
            {"event_id", index_of(spike.event)},
            {"op", op ? json_text(trace, op->chunk->name[op->slice]) : Json()}};
  });
}

Reasons why(const MemoryDevice& device) {
  return {{!device.has_addresses, std::string("live, pairs: ") + kNoAddresses},
          {!device.has_totals, std::string("reserved, before: ") + kNoTotals},
          {!device.spikes, std::string("spikes: ") + kNoSteps}};
}

Json device_json(const Snapshot& trace, const MemoryDevice& device) {
  const auto total = [&](std::int64_t bytes) { return device.has_totals ? Json(bytes) : Json(); };
  const auto alive = [&](auto value) { return device.has_addresses ? Json(value) : Json(); };
  Json out = {
      {"device_type", device.device_type},
      {"device_id", device.device_id},
      {"events", device.records},
      {"allocations", device.allocations},
      {"frees", device.frees},
      {"allocated_bytes", device.allocated_bytes},
      {"freed_bytes", device.freed_bytes},
      {"pairs", alive(device.pairs)},
      {"unmatched_frees", alive(device.unmatched_frees)},
      {"unmatched_freed_bytes", alive(device.unmatched_freed_bytes)},
      {"open_at_end", alive(device.open_at_end)},
      {"open_at_end_bytes", alive(device.open_at_end_bytes)},
      {"before_bytes", total(device.before_bytes)},
      {"peak_at_ns", device.peak_at_ns ? Json(JsonTimes(trace)(*device.peak_at_ns)) : Json()},
      {"peak_allocated_bytes", device.peak_allocated},
      {"reserved_at_peak_bytes", total(device.reserved_at_peak)},
      {"peak_reserved_bytes", total(device.peak_reserved)},
      {"other_at_peak_bytes", alive(device.other_at_peak)},
      // The peak of each category; parameters are part of what was allocated before the trace.
      {"estimated_category_peaks_bytes",
       alive(json_by_name<MemoryCategory>(device.peak_categories, memory_category_name, 1))},
      {"ops", rows_json(trace, op_memory_columns(device), device.ops)},
      {"spikes", spikes_json(trace, device)}};
  return why(device).added_to(std::move(out));
}

Json timeline_json(const Snapshot& trace, const TimelinePeak& timeline) {
  return {{"points", timeline.points},
          {"peak_bytes", timeline.peak},
          {"peak_at_ns", JsonTimes(trace)(timeline.peak_at_ns)},
          {"categories", rows_json(trace, category_columns(timeline), timeline.categories)}};
}

std::string timeline_text(const Snapshot& trace, const TimelinePeak& timeline) {
  const std::string text =
      fmt::format("memory timeline: peak {} at {} ({})\n", format_bytes(timeline.peak),
                  format_duration(saturating_sub(timeline.peak_at_ns, trace.extent.begin_ns)),
                  counted(timeline.points, "point"));
  return text + rows_text(trace, category_columns(timeline), timeline.categories,
                          timeline.categories.size());
}

/// The number of records without a partner in the trace; empty if all have one.
std::string unpaired_text(const MemoryDevice& device) {
  if (!device.has_addresses) return "";
  std::string text;
  const auto add = [&text](std::uint64_t count, const char* one, std::int64_t bytes,
                           const char* what) {
    if (count == 0) return;
    text += fmt::format("{}{} ({} total) {}", text.empty() ? "  " : ", ", counted(count, one),
                        format_bytes(bytes), what);
  };
  add(device.unmatched_frees, "free", device.unmatched_freed_bytes,
      "without an allocation in the trace");
  add(device.open_at_end, "block", device.open_at_end_bytes, "not freed by the end");
  return text.empty() ? "" : text + "\n";
}

/// Memory from before the recording, which no record describes.
std::string before_text(const Snapshot& trace, const MemoryDevice& device) {
  if (!device.has_totals || device.all_before_bytes() == 0) return "";
  return fmt::format("  {} was allocated {}\n", format_bytes(device.all_before_bytes()),
                     before_words(trace));
}

std::string peak_text(const Snapshot& trace, const MemoryDevice& device) {
  if (!device.peak_at_ns) return "no records in the window";
  std::string text =
      fmt::format("{} at {}", format_bytes(device.peak_allocated),
                  format_duration(saturating_sub(*device.peak_at_ns, trace.extent.begin_ns)));
  if (device.has_totals && device.reserved_at_peak > 0) {
    text += fmt::format(", {} reserved at that point, {} at most",
                        format_bytes(device.reserved_at_peak), format_bytes(device.peak_reserved));
  }
  return text;
}

std::string device_text(const Snapshot& trace, const MemoryDevice& device) {
  std::string text = fmt::format(
      "{}: peak {}\n  {} ({} total), {} ({} total)\n",
      device_title(trace, device.device_type, device.device_id), peak_text(trace, device),
      counted(device.allocations - device.before_history_allocations, "allocation"),
      format_bytes(saturating_sub(device.allocated_bytes, device.before_history_allocated_bytes)),
      counted(device.frees, "free"), format_bytes(device.freed_bytes));
  text += before_text(trace, device) + unpaired_text(device);
  text += first_rows_text(trace, op_memory_columns(device), device.ops, kMostOps);
  if (device.spikes && !device.spikes->empty()) {
    text += fmt::format("{} above the usual peak of a step; see --json\n",
                        counted(device.spikes->size(), "spike"));
  }
  if (!device.has_addresses) text += std::string(kNoAddresses) + "\n";
  if (!device.has_totals) text += std::string(kNoTotals) + "\n";
  return text;
}

RowColumns<LeakSuspect> suspect_columns() {
  using enum ValueKind;
  return {{{"", "", "op"}, NameOrNone, &LeakSuspect::op},
          {{"", "", "bytes"}, Bytes, &LeakSuspect::bytes},
          {{"", "", "survivors"}, Count, &LeakSuspect::survivors},
          {{"", "", "steps"}, Count, &LeakSuspect::steps},
          {{"", "", "event_id"}, Event, &LeakSuspect::event}};
}

RowColumns<GrowingLine> line_columns() {
  using enum ValueKind;
  return {{{"", "", "function"}, Words, &GrowingLine::function},
          {{"", "", "file"}, Words, &GrowingLine::file},
          {{"", "", "line"}, Id, &GrowingLine::line},
          {{"", "", "allocations"}, Count, &GrowingLine::allocations},
          {{"", "", "kept"}, Count, &GrowingLine::kept},
          {{"", "", "kept_bytes"}, Bytes, &GrowingLine::kept_bytes},
          {{"", "", "event_id"}, Event, &GrowingLine::first_kept}};
}

/// Of a memory snapshot.
std::string lines_text(const Snapshot& trace, const LeakTable& result) {
  std::string text;
  for (const LeakDevice& device : result.devices) {
    const std::string title = device_title(trace, device.device_type, device.device_id);
    for (std::size_t i = 0; i < std::min(device.lines.size(), kMostOps); ++i)
      text += title + ": " + printable(growing_line_words(device.lines[i])) + "\n";
    if (device.lines.empty())
      text += title + ": no line keeps allocating memory that it never frees\n";
  }
  return text;
}

}  // namespace

RowColumns<TimelineCategory> category_columns(const TimelinePeak& timeline) {
  using enum ValueKind;
  const auto share = [&](const TimelineCategory& row) {
    return share_of(row.at_peak, timeline.peak);
  };
  return {// text, JSON, page
          {{"", "category", "category", "category"}, Name, &TimelineCategory::name},
          {{"", "at peak", "at_peak_bytes", "at peak"}, Bytes, &TimelineCategory::at_peak},
          {{"", std::string(kNoTitle), "", "% of peak"}, Share, share},
          {{"", "own peak", "peak_bytes", "own peak"}, Bytes, &TimelineCategory::peak},
          {{"", "at", "peak_at_ns"}, Moment, &TimelineCategory::peak_at_ns}};
}

RowColumns<MemoryDevice> memory_peak_columns() {
  using enum ValueKind;
  const auto known = [](std::int64_t MemoryDevice::*bytes) {
    return [=](const MemoryDevice& device) {
      return device.has_totals ? cell_value(device.*bytes) : CellValue();
    };
  };
  return {{{"", "", "", "GPU"}, Id, &MemoryDevice::device_id},
          {{"", "", "", "peak allocated"}, Bytes, &MemoryDevice::peak_allocated},
          {{"", "", "", "reserved at that point"}, Bytes, known(&MemoryDevice::reserved_at_peak)},
          {{"", "", "", "peak reserved"}, Bytes, known(&MemoryDevice::peak_reserved)}};
}

Json to_json(const ReportInput& input, const MemoryTable& result) {
  Json out = {{"devices", json_list(result.devices, [&](const MemoryDevice& device) {
                 return device_json(input.trace, device);
               })}};
  if (result.timeline) out["timeline"] = timeline_json(input.trace, *result.timeline);
  if (result.devices.empty())
    out["why"] = std::string(result.timeline ? "devices: " : "") + no_memory(input.trace);
  return out;
}

std::string to_text(const ReportInput& input, const MemoryTable& result) {
  if (result.devices.empty() && !result.timeline) return "n/a: " + no_memory(input.trace) + "\n";
  std::string text = result.timeline ? timeline_text(input.trace, *result.timeline) : "";
  for (const MemoryDevice& device : result.devices) {
    text += (text.empty() ? "" : "\n") + device_text(input.trace, device);
  }
  return text;
}

Json to_json(const ReportInput& input, const LeakTable& result) {
  const auto device_json = [&](const LeakDevice& device) -> Json {
    const bool slope = device.step_end_bytes.size() > 1;
    return {{"device_type", device.device_type},
            {"device_id", device.device_id},
            {"grows", device.grows},
            {"bytes_per_step", slope ? Json(rounded_ns(device.bytes_per_step)) : Json()},
            {"step_end_bytes", device.step_end_bytes},
            {"suspects", rows_json(input.trace, suspect_columns(), device.suspects)},
            {"growing_lines", rows_json(input.trace, line_columns(), device.lines)}};
  };
  Json out = {{"steps", result.steps}, {"devices", json_list(result.devices, device_json)}};
  if (result.devices.empty()) {
    out["why"] = no_memory(input.trace);
  } else if (result.steps < 2) {
    out["why"] = std::string("bytes_per_step: ") + kNoSteps;
  }
  return out;
}

std::string to_text(const ReportInput& input, const LeakTable& result) {
  if (result.devices.empty()) return "n/a: " + no_memory(input.trace) + "\n";
  if (has_allocation_stacks(input.trace)) return lines_text(input.trace, result);
  if (result.steps < 2) return std::string("n/a: ") + kNoSteps + "\n";
  std::string text;
  for (const LeakDevice& device : result.devices) {
    text += fmt::format("{}: {} over {}, {} per step\n",
                        device_title(input.trace, device.device_type, device.device_id),
                        device.grows ? "grows" : "no steady growth", counted(result.steps, "step"),
                        format_bytes(rounded_ns(device.bytes_per_step)));
    for (std::size_t i = 0; i < std::min(device.suspects.size(), kMostOps); ++i) {
      const LeakSuspect& suspect = device.suspects[i];
      const std::string name = printable(input.trace.text(suspect.op), kReportNameWidth);
      text += fmt::format("  surviving: {} of {} each, allocated by {}, from {} of the steps\n",
                          counted(suspect.survivors, "block"), format_bytes(suspect.bytes),
                          name.empty() ? "no operator" : name, suspect.steps);
    }
  }
  return text;
}

}  // namespace lanescope
