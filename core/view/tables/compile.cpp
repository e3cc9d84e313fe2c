#include "core/analysis/kernels/compile.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

constexpr std::string_view kNothingCompiled =
    "No compiled code in this trace: no ranges called Torch-Compiled Region, no CUDA graph "
    "launches";

std::string_view part_title(CompiledPart part) {
  switch (part) {
    case CompiledPart::Region:
      return "compiled region";
    case CompiledPart::Function:
      return "compiled function";
    case CompiledPart::FxGraph:
      return "graph of Inductor";
    case CompiledPart::Guards:
      return "guards, cache lookup";
    case CompiledPart::Bytecode:
      return "bytecode";
    case CompiledPart::Prologue:
      return "runtime wrapper";
    case CompiledPart::None:
      break;
  }
  return "";
}

std::string name_of(const Snapshot& trace, EventId event) {
  const auto at = trace.find_slice(event);
  return at ? std::string(trace.text(at->chunk->name[at->slice])) : std::string();
}

DataRow host_row(const Snapshot& trace, StringId name, EventId event) {
  DataRow row;
  row.name = short_name(trace.text(name));
  row.full_name = name;
  row.event = event;
  row.role = ColorRole::CpuOp;
  row.shade = shade_of(trace.text(name));
  return row;
}

void list_parts(const Snapshot& trace, const CompileTable& compiled, DataTable& table) {
  table.name_title = "Compiled code";
  table.columns = {{"Part", DataKind::Text},     {"Calls", DataKind::Count},
                   {"CPU time", DataKind::Time}, {"Median", DataKind::Time},
                   {"Longest", DataKind::Time},  {"Kernels", DataKind::Count},
                   {"GPU time", DataKind::Time}};
  table.empty = compiled.graphs.launches == 0
                    ? std::string(kNothingCompiled)
                    : "CUDA graphs are launched, but no region of torch.compile is here";
  for (const CompiledRow& one : compiled.rows) {
    DataRow row = host_row(trace, one.name, one.longest);
    row.cells = {text_cell(std::string(part_title(one.part))),
                 count_cell(one.count),
                 time_cell(one.total_ns),
                 time_cell(one.median_ns),
                 time_cell(one.max_ns),
                 count_cell(one.kernels),
                 time_cell(one.gpu_ns)};
    table.rows.push_back(std::move(row));
  }
}

void list_breaks(const Snapshot& trace, const CompileTable& compiled, DataTable& table) {
  table.name_title = "Region that begins inside another";
  table.columns = {{"Inside of", DataKind::Text},
                   {"Times", DataKind::Count},
                   {"Python around it", DataKind::Text}};
  table.empty = compiled.rows.empty() ? std::string(kNothingCompiled)
                                      : "No graph break: no region begins inside another";
  for (const GraphBreak& one : compiled.breaks) {
    DataRow row = host_row(trace, one.inner, one.first);
    row.cells = {text_cell(std::string(trace.text(one.outer))), count_cell(one.count),
                 text_cell(name_of(trace, one.source))};
    row.tone = DataTone::Alert;
    table.rows.push_back(std::move(row));
  }
}

void list_recompiles(const Snapshot& trace, const CompileTable& compiled, DataTable& table) {
  table.name_title = "Region compiled anew";
  table.columns = {{"Sign of it", DataKind::Text}, {"Took", DataKind::Time}};
  table.empty = "No recompilation after the warm-up";
  if (compiled.rows.empty()) {
    table.empty = kNothingCompiled;
  } else if (!compiled.steps_known) {
    table.empty = "Only regions that take far longer than usual can be told, and there are none: " +
                  std::string(record_advice(trace, Recordable::Steps)) +
                  " to tell new ids from those of the warm-up";
  }
  for (const Recompile& one : compiled.recompiles) {
    const auto at = trace.find_slice(one.event);
    if (!at) continue;
    DataRow row = host_row(trace, at->chunk->name[at->slice], one.event);
    row.cells = {
        text_cell(one.sign == RecompileSign::NewId ? "a new id after the warm-up"
                                                   : "far longer than usual, launches nothing"),
        time_cell(at->chunk->dur_ns[at->slice])};
    row.tone = DataTone::Alert;
    table.rows.push_back(std::move(row));
  }
}

void list_kernels(const Snapshot& trace, const CompileTable& compiled, DataTable& table) {
  table.name_title = "Kernels";
  table.columns = {{"Launched", DataKind::Count},
                   {"Per step", DataKind::Count},
                   {"GPU time", DataKind::Time},
                   {"Share", DataKind::Share}};
  table.empty = record_hint(trace, Recordable::GpuWork);
  const Ns all_ns = saturating_add(compiled.compiled.gpu_ns, compiled.eager.gpu_ns);
  if (compiled.compiled.kernels + compiled.eager.kernels + compiled.graphs.events == 0) return;
  const auto add = [&](std::string name, std::uint64_t kernels, Ns gpu_ns, std::uint32_t depth) {
    DataRow row;
    row.name = std::move(name);
    row.depth = depth;
    DataCell per_step;
    if (compiled.steps != 0) per_step = count_cell(kernels / compiled.steps);
    row.cells = {count_cell(kernels), per_step, time_cell(gpu_ns), share_cell(gpu_ns, all_ns)};
    if (kernels == 0) row.tone = DataTone::Dim;
    table.rows.push_back(std::move(row));
  };
  add("launched inside compiled code", compiled.compiled.kernels, compiled.compiled.gpu_ns, 0);
  add("launched elsewhere", compiled.eager.kernels, compiled.eager.gpu_ns, 0);
  constexpr std::array<std::string_view, kKernelOrigins> kOrigins{
      "Triton, generated by Inductor", "Triton, written by hand", "of libraries and PyTorch"};
  for (std::size_t i = 0; i < kKernelOrigins; ++i) {
    const OriginCount& origin = compiled.origins[i];
    add(std::string(kOrigins[i]), origin.kernels, origin.gpu_ns, 0);
  }
  add(fmt::format("GPU work replayed by {} CUDA graph launches",
                  format_count(static_cast<std::int64_t>(compiled.graphs.launches))),
      compiled.graphs.events, compiled.graphs.gpu_ns, 0);
}

std::string facts_of(const CompileTable& compiled) {
  const auto count = [](std::uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", format_count(static_cast<std::int64_t>(number)), what,
                       number == 1 ? "" : "s");
  };
  std::string facts;
  const auto add = [&facts](const std::string& more) {
    facts += (facts.empty() ? "" : " · ") + more;
  };
  if (!compiled.rows.empty()) {
    add(fmt::format("{} of {} in compiled code",
                    format_count(static_cast<std::int64_t>(compiled.compiled.kernels)),
                    count(compiled.compiled.kernels + compiled.eager.kernels, "kernel")));
    add(count(compiled.breaks.size(), "graph break"));
    add(count(compiled.recompiles.size(), "recompile"));
    Ns guards_ns = 0;
    for (const CompiledRow& row : compiled.rows) {
      if (row.part == CompiledPart::Guards) guards_ns = saturating_add(guards_ns, row.total_ns);
    }
    if (guards_ns != 0) add("guards " + format_duration(guards_ns));
  }
  if (compiled.graphs.launches != 0) {
    add(fmt::format("CUDA graphs launched {} times save {} launches",
                    format_count(static_cast<std::int64_t>(compiled.graphs.launches)),
                    format_count(static_cast<std::int64_t>(compiled.graphs.events -
                                                           compiled.graphs.launches))));
  }
  return facts;
}

}  // namespace

DataTable compile_table(const DataInput& in, CompileList list, const std::stop_token& /*stop*/) {
  const auto found_compiled = in.results.of<CompileTable>();
  const CompileTable& compiled = *found_compiled;
  DataTable table;
  switch (list) {
    case CompileList::Parts:
      list_parts(in.results.trace, compiled, table);
      break;
    case CompileList::Breaks:
      list_breaks(in.results.trace, compiled, table);
      break;
    case CompileList::Recompiles:
      list_recompiles(in.results.trace, compiled, table);
      break;
    case CompileList::Kernels:
      list_kernels(in.results.trace, compiled, table);
      break;
  }
  table.facts = facts_of(compiled);
  return table;
}

}  // namespace lanescope
