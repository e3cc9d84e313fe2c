#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/recorder.h"
#include "core/analysis/host/site.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoGpuMemory =
    "devices: the trace has no [memory] records of a GPU; record with profile_memory=True";
constexpr const char* kNoTotals = "waste: the records have no totals (PyTorch before 1.10)";
constexpr const char* kNoAddresses = "churn: the records have no addresses (PyTorch before 1.10)";
constexpr const char* kNoCalls = "calls: the trace has no CUDA or HIP runtime calls";
constexpr const char* kNoSteps = "per step: no ProfilerStep ranges after warm-up";
constexpr const char* kNoSnapshot =
    "fragmentation: only memory snapshots contain blocks and segments "
    "(torch.cuda.memory._dump_snapshot)";

std::string no_gpu_memory(const Snapshot& trace) {
  return advises_profiler(trace) ? kNoGpuMemory : "devices: " + no_memory(trace);
}

Json waste_json(const Snapshot& trace, const std::optional<AllocatorWaste>& waste) {
  if (!waste) return nullptr;
  return {{"time_ns", JsonTimes(trace)(waste->time_ns)},
          {"allocated_bytes", waste->allocated},
          {"reserved_bytes", waste->reserved},
          {"wasted_bytes", saturating_sub(waste->reserved, waste->allocated)},
          {"waste_ratio", waste->ratio()},
          {"event_id", json_event(waste->event)}};
}

std::optional<double> per_step(const AllocatorTable& table, std::uint64_t count) {
  if (table.steps == 0) return std::nullopt;
  return static_cast<double>(count) / static_cast<double>(table.steps);
}

Json device_json(const Snapshot& trace, const AllocatorTable& table,
                 const AllocatorDevice& device) {
  const auto churn_json = [&](const AllocatorChurn& row) -> Json {
    return {{"op", json_text_or_null(trace, row.op)},
            {"block_bytes", row.bytes},
            {"pairs", row.pairs},
            {"pairs_per_step", json_or_null(per_step(table, row.pairs))},
            {"event_id", json_event(row.first)}};
  };
  const auto known = [&](Json value) { return device.has_addresses ? std::move(value) : Json(); };
  return {{"device_type", device.device_type},
          {"device_id", device.device_id},
          {"at_allocated_peak", waste_json(trace, device.at_allocated_peak)},
          {"at_reserved_peak", waste_json(trace, device.at_reserved_peak)},
          {"churn_pairs", known(device.churn_pairs)},
          {"churn", known(json_list(device.churn, churn_json))},
          {"fragmentation", nullptr}};
}

RowColumns<AllocatorCall> call_columns(const Snapshot& trace) {
  using enum ValueKind;
  const auto source = [&](const AllocatorCall& call) { return slice_name(trace, call.source); };
  return {// text, JSON
          {{"", "call", "call"}, Name, &AllocatorCall::call},
          {{"", "operator", "op"}, NameOrNone, &AllocatorCall::op},
          {{"", "", "source"}, NameOrNone, source},
          {{"", "calls", "count"}, Count, &AllocatorCall::count},
          {{"", "total", "total_ns"}, Time, &AllocatorCall::total_ns},
          {{"", "longest", "max_ns"}, Time, &AllocatorCall::max_ns},
          {{"", "source"}, Name, source},
          {{"", "", "event_id"}, Event, &AllocatorCall::longest}};
}

Json calls_json(const Snapshot& trace, const AllocatorTable& table) {
  if (!table.has_calls) return nullptr;
  return {{"count", table.count},
          {"count_per_step", json_or_null(per_step(table, table.count))},
          {"total_ns", table.total_ns},
          {"warm_up", {{"count", table.warm_up_count}, {"total_ns", table.warm_up_ns}}},
          {"gpu_idle_ns", table.gpu_idle_ns},
          {"stream_ordered_count", table.stream_ordered_count},
          {"rows", rows_json(trace, call_columns(trace), table.calls)}};
}

Json flushes_json(const Snapshot& trace, const AllocatorTable& table) {
  if (!table.has_calls) return nullptr;
  return json_list(table.flushes, [&](const CacheFlush& flush) -> Json {
    return {{"time_ns", JsonTimes(trace)(flush.time_ns)},
            {"op", json_slice_name(trace, flush.op)},
            {"frees", flush.frees},
            {"first_free_event_id", json_event(flush.first_free)},
            {"malloc_event_id", json_event(flush.malloc)}};
  });
}

Reasons why(const Snapshot& trace, const AllocatorTable& table) {
  return {{table.devices.empty(), no_gpu_memory(trace)},
          {!std::ranges::all_of(
               table.devices,
               [](const AllocatorDevice& device) { return device.at_allocated_peak.has_value(); }),
           kNoTotals},
          {!std::ranges::all_of(table.devices, &AllocatorDevice::has_addresses), kNoAddresses},
          {!table.has_calls, kNoCalls},
          {table.steps == 0, kNoSteps},
          {true, kNoSnapshot}};
}

std::string device_text(const ReportInput& input, const AllocatorDevice& device) {
  std::string text;
  const auto waste = [&](const char* when, const std::optional<AllocatorWaste>& at) {
    if (!at) return;
    text += fmt::format("GPU {}: {:.1f} % of {} reserved is unused at the peak of {} memory\n",
                        device.device_id, 100 * at->ratio(), format_bytes(at->reserved), when);
  };
  waste("allocated", device.at_allocated_peak);
  waste("reserved", device.at_reserved_peak);
  if (device.churn_pairs == 0) return text;
  const AllocatorChurn& most = device.churn.front();
  const std::string op = printable(input.trace.text(most.op), kReportNameWidth);
  return text + fmt::format("GPU {}: {} freed within {}, chiefly {} × {}, allocated by {}\n",
                            device.device_id, counted(device.churn_pairs, "block"),
                            format_duration(input.window.thresholds->churn_lifetime_ns),
                            count_text(most.pairs), format_bytes(most.bytes),
                            op.empty() ? "no operator" : op);
}

/// Empty if it is not known which library the program uses.
std::string_view call_names(const Snapshot& trace) {
  if (!may_lack_cuda(trace)) return "cudaMalloc, cudaFree";
  return recorder_of(trace) == Recorder::Jax ? "" : "hipMalloc, hipFree";
}

std::string calls_text(const ReportInput& input, const AllocatorTable& table) {
  if (!table.has_calls) return std::string("calls n/a: the trace has no runtime calls\n");
  const std::string_view names = call_names(input.trace);
  if (table.count == 0 && table.warm_up_count == 0)
    return names.empty() ? "no allocator calls\n" : fmt::format("no allocator calls ({})\n", names);
  std::string text = fmt::format("allocator calls{}: {} took {}",
                                 names.empty() ? "" : fmt::format(" ({} …)", names),
                                 format_count(table.count), format_duration(table.total_ns));
  // Without steps, and in a window without warm-up, there is nothing to tell apart.
  if (table.warm_up_count != 0) {
    text += fmt::format(" after warm-up, {} took {} during it", format_count(table.warm_up_count),
                        format_duration(table.warm_up_ns));
  }
  text += "\n";
  if (table.calls.empty()) return text;
  text += first_rows_text(input.trace, call_columns(input.trace), table.calls);
  if (!table.flushes.empty()) {
    text += fmt::format("the cache was emptied {}; see --json\n",
                        counted(table.flushes.size(), "time"));
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const AllocatorTable& result) {
  Json out = {{"steps", result.steps},
              {"churn_lifetime_ns", input.window.thresholds->churn_lifetime_ns},
              {"devices", json_list(result.devices,
                                    [&](const AllocatorDevice& device) {
                                      return device_json(input.trace, result, device);
                                    })},
              {"calls", calls_json(input.trace, result)},
              {"cache_flushes", flushes_json(input.trace, result)}};
  return why(input.trace, result).added_to(std::move(out));
}

std::string to_text(const ReportInput& input, const AllocatorTable& result) {
  std::string text;
  for (const AllocatorDevice& device : result.devices) text += device_text(input, device);
  if (result.devices.empty()) text = "waste n/a: the trace has no [memory] records of a GPU\n";
  return text + calls_text(input, result);
}

}  // namespace lanescope
