#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/stacks.h"
#include "core/store/nesting_stack.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoTwins =
    "the trace has neither fwdbwd flows nor sequence numbers of autograd, which tell what the "
    "backward pass belongs to";
constexpr const char* kNoGpu = "the trace has no GPU events";

constexpr const char* kNoMemory =
    "the trace has no [memory] records; record with profile_memory=True";

std::string module_text(const Snapshot& trace, const ModuleTree& tree, const ModuleRow& row) {
  return std::string(module_title(tree.source, trace.text(row.name)));
}

std::string no_modules(const ReportInput& input) {
  return "the window has no nn.Module events, no ranges of record_function and no frames of "
         "forward(); " +
         std::string(modules_advice(input.trace, input.window));
}

/// What stands for modules, as in the JSON.
const char* source_name(StackKind source) {
  if (source == StackKind::Ranges) return "record_function";
  return source == StackKind::Forward ? "forward_frames" : "nn.Module";
}

Json row_json(const Snapshot& trace, const ModuleTree& tree, const ModuleRow& row) {
  const auto device = [&](Ns ns) { return tree.has_gpu_events ? Json(ns) : Json(); };
  const auto backward = [&](Ns ns) { return tree.has_twins ? Json(ns) : Json(); };
  const auto bytes = [&](std::int64_t sum) { return tree.has_memory_records ? Json(sum) : Json(); };
  const auto both = [&](Ns ns) { return tree.has_twins ? device(ns) : Json(); };
  return {
      {"name", module_text(trace, tree, row)},
      {"parent", row.parent == kNoParent ? Json() : Json(row.parent)},
      {"depth", row.depth},
      {"calls", row.calls},
      {"forward_cpu_ns", row.forward_cpu_ns},
      {"forward_self_cpu_ns", row.forward_self_cpu_ns},
      {"forward_device_ns", device(row.forward_device_ns)},
      {"forward_self_device_ns", device(row.forward_self_device_ns)},
      {"backward_cpu_ns", backward(row.backward_cpu_ns)},
      {"backward_self_cpu_ns", backward(row.backward_self_cpu_ns)},
      {"backward_device_ns", both(row.backward_device_ns)},
      {"backward_self_device_ns", both(row.backward_self_device_ns)},
      {"kernels", tree.has_gpu_events ? Json(row.kernels) : Json()},
      {"host_bytes", bytes(row.host_bytes)},
      {"device_bytes", bytes(row.device_bytes)},
      {"longest_event_id", row.longest == EventId::None ? Json() : Json(index_of(row.longest))}};
}

}  // namespace

Json to_json(const ReportInput& input, const ModuleTree& result) {
  Json rows = Json::array();
  for (const ModuleRow& row : result.rows) rows.push_back(row_json(input.trace, result, row));
  std::string why;
  if (result.rows.empty()) {
    why = no_modules(input);
  } else {
    if (!result.has_twins) why = std::string("backward columns: ") + kNoTwins;
    if (!result.has_gpu_events) {
      why += std::string(why.empty() ? "" : "; ") + "device columns: " + kNoGpu;
    }
  }
  if (!result.rows.empty() && !result.has_memory_records) {
    why += std::string(why.empty() ? "" : "; ") + "bytes: " + kNoMemory;
  }
  Json out = {{"source", source_name(result.source)}, {"rows", std::move(rows)}};
  if (!why.empty()) out["why"] = why;
  return out;
}

std::string to_text(const ReportInput& input, const ModuleTree& result) {
  if (result.rows.empty()) return "n/a: " + no_modules(input) + "\n";
  TextTable table({{"module", Align::Left},
                   {"calls"},
                   {"forward CPU"},
                   {"self"},
                   {"forward device"},
                   {"self"},
                   {"backward CPU"},
                   {"backward device"},
                   {"kernels"}});
  const auto device = [&](Ns ns) {
    return result.has_gpu_events ? format_duration(ns) : std::string("n/a");
  };
  for (std::size_t i = 0; i < std::min(result.rows.size(), kMostRows); ++i) {
    const ModuleRow& row = result.rows[i];
    const std::string indent(2 * std::min<std::size_t>(row.depth, kReportNameWidth / 4), ' ');
    table.add_row(
        {indent + printable(module_text(input.trace, result, row), kReportNameWidth),
         format_count(static_cast<std::int64_t>(row.calls)), format_duration(row.forward_cpu_ns),
         format_duration(row.forward_self_cpu_ns), device(row.forward_device_ns),
         device(row.forward_self_device_ns),
         result.has_twins ? format_duration(row.backward_cpu_ns) : "n/a",
         result.has_twins ? device(row.backward_device_ns) : "n/a",
         result.has_gpu_events ? format_count(static_cast<std::int64_t>(row.kernels)) : "n/a"});
  }
  std::string text = table.text() + more_rows(result.rows.size());
  if (!result.has_twins) text += std::string("backward: ") + kNoTwins + "\n";
  if (!result.has_gpu_events) text += std::string("device: ") + kNoGpu + "\n";
  return text;
}

}  // namespace lanescope
