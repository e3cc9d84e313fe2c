#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNotCompiled = "the window has no compiled regions and no CUDA graphs";
/// Graphs that are known by their launch calls alone; empty if there are none.
std::string hidden_text(const GraphReplays& graphs) {
  if (graphs.without_events == 0) return "";
  const bool one = graphs.without_events == 1;
  return fmt::format("{} {} no kernels in the trace",
                     counted(graphs.without_events, "graph launch", "graph launches"),
                     one ? "has" : "have");
}

std::string why_nothing(const GraphReplays& graphs) {
  if (graphs.without_events == 0) return kNotCompiled;
  return "the window has no compiled regions; " + hidden_text(graphs);
}

constexpr const char* kNoRegions =
    "regions, graph_breaks, recompiles: the window has no torch.compile regions";
constexpr const char* kNoGuards = "guards_ns: the trace does not mark guard checks";
constexpr const char* kNoSteps =
    "recompiles: without ProfilerStep ranges, warm-up cannot be told apart from later steps";

Json count_json(const CompileTable& table, const OriginCount& count) {
  const bool steps = table.steps != 0;
  return {{"kernels", count.kernels},
          {"kernels_per_step",
           steps ? Json(static_cast<double>(count.kernels) / static_cast<double>(table.steps))
                 : Json()},
          {"gpu_ns", count.gpu_ns}};
}

/// Older versions do not mark guard checks.
std::optional<Ns> guards_ns(const CompileTable& table) {
  std::optional<Ns> total_ns;
  for (const CompiledRow& row : table.rows) {
    if (row.part != CompiledPart::Guards) continue;
    total_ns = saturating_add(total_ns.value_or(0), row.total_ns);
  }
  return total_ns;
}

bool has_regions(const CompileTable& table) {
  return !table.rows.empty();
}

Reasons why(const CompileTable& table) {
  const bool regions = has_regions(table);
  return {{!regions, table.graphs.launches == 0 ? why_nothing(table.graphs) : kNoRegions},
          {regions && !table.steps_known, kNoSteps},
          {regions && !guards_ns(table), kNoGuards}};
}

std::string guards_text(const CompileTable& table) {
  const auto total_ns = guards_ns(table);
  return total_ns ? format_duration(*total_ns) : "n/a";
}

std::string graphs_text(const GraphReplays& graphs) {
  std::string text;
  if (graphs.launches != 0) {
    text = fmt::format("{} ran {} taking {}, idle inside {}\n",
                       counted(graphs.launches, "graph launch", "graph launches"),
                       counted(graphs.events, "GPU event"), format_duration(graphs.gpu_ns),
                       format_duration(graphs.idle_ns));
  }
  if (graphs.without_events != 0) text += hidden_text(graphs) + "\n";
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const CompileTable& result) {
  const bool regions = has_regions(result);
  const auto origin = [&](KernelOrigin of) {
    return count_json(result, result.origins[static_cast<std::size_t>(of)]);
  };
  const GraphReplays& graphs = result.graphs;
  return why(result).added_to(
      {{"steps", result.steps},
       {"regions", regions ? rows_json(input.trace, compiled_columns(), result.rows) : Json()},
       {"compiled_graphs", regions ? Json(result.fx_graphs) : Json()},
       {"graph_breaks",
        regions ? rows_json(input.trace, graph_break_columns(input.trace), result.breaks) : Json()},
       {"recompiles",
        regions ? rows_json(input.trace, recompile_columns(input.trace), result.recompiles)
                : Json()},
       {"guards_ns", json_or_null(guards_ns(result))},
       {"inside", count_json(result, result.compiled)},
       {"eager", count_json(result, result.eager)},
       {"origins",
        {{"inductor", origin(KernelOrigin::Inductor)},
         {"user_triton", origin(KernelOrigin::UserTriton)},
         {"library", origin(KernelOrigin::Library)}}},
       {"cuda_graphs",
        {{"launches", graphs.launches},
         {"gpu_events", graphs.events},
         {"launches_saved", graphs.events - graphs.launches},
         {"gpu_ns", graphs.gpu_ns},
         {"idle_inside_ns", graphs.idle_ns}}}});
}

std::string to_text(const ReportInput& input, const CompileTable& result) {
  if (!has_regions(result)) {
    return result.graphs.launches == 0 ? "n/a: " + why_nothing(result.graphs) + "\n"
                                       : graphs_text(result.graphs);
  }
  std::string text =
      fmt::format("{} of {} from compiled code; {}, {}, guards took {}\n",
                  format_count(result.compiled.kernels),
                  counted(result.compiled.kernels + result.eager.kernels, "kernel"),
                  counted(result.breaks.size(), "graph break"),
                  counted(result.recompiles.size(), "recompile"), guards_text(result));
  return text + first_rows_text(input.trace, compiled_columns(), result.rows) +
         graphs_text(result.graphs);
}

}  // namespace lanescope
