// The panes that are a single table, in the order of their tabs.
#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/panes/tables/data_pane.h"
#include "app/panes/tables/launch_chart.h"

namespace lanescope {
namespace {

using Build = decltype(DataPaneSpec::build);
using OneWay = std::function<DataTable(const DataInput& in, const std::stop_token& stop)>;

Build in_one_way(DataTable (*table)(const DataInput& in, const std::stop_token& stop)) {
  return [table](const DataInput& in, std::size_t /*way*/, const std::stop_token& stop) {
    return table(in, stop);
  };
}

/// In the order of the labels.
template <typename Way>
Build in_ways(DataTable (*table)(const DataInput& in, Way way, const std::stop_token& stop),
              std::vector<Way> ways) {
  return [table, ways = std::move(ways)](const DataInput& in, std::size_t way,
                                         const std::stop_token& stop) {
    return table(in, ways.at(way), stop);
  };
}

/// Rows of both have short names, those of the first with the part that tells instances apart.
constexpr std::string_view kByNameHint =
    "One row per kernel: template instances with the same short name stay apart";
constexpr std::string_view kByShortNameHint =
    "One row per short name: template instances that share it are added up";

}  // namespace

/// With the columns of key_averages().table().
std::unique_ptr<Pane> make_ops_pane(const TraceView& view) {
  using By = OpGroupBy;
  return make_data_pane(view, {"Ops",
                               {"By name", "By shape", "By dtype", "By stack", "By module",
                                "By thread", "By phase", "By step"},
                               in_ways(&ops_table, {By::Name, By::Shape, By::Type, By::Stack,
                                                    By::Module, By::Thread, By::Phase, By::Step})});
}

/// Kernels by time, GPU work by annotation, collectives, copies, and the hardware counters of
/// kernels.
std::unique_ptr<Pane> make_kernels_pane(const TraceView& view) {
  using By = KernelGroupBy;
  const auto kernels_by = [](By by) {
    return [by](const DataInput& in, const std::stop_token& stop) {
      return kernels_table(in, by, stop);
    };
  };
  std::vector<OneWay> ways{
      kernels_by(By::Name),   kernels_by(By::ShortName), kernels_by(By::Operator),
      kernels_by(By::Stream), kernels_by(By::Role),      kernels_by(By::TensorCores),
      &annotations_table,     &collectives_table,        &copies_table,
      &counters_table};
  return make_data_pane(
      view, {.title = "Kernels",
             .ways = {"By name", "By short name", "By operator", "By stream", "By role",
                      "By tensor cores", "By annotation", "Collectives", "Copies", "Counters"},
             .build = [ways = std::move(ways)](
                          const DataInput& in, std::size_t way,
                          const std::stop_token& stop) { return ways.at(way)(in, stop); },
             .way_hints = {kByNameHint, kByShortNameHint}});
}

/// Training steps and how their time is spent.
std::unique_ptr<Pane> make_steps_pane(const TraceView& view) {
  return make_data_pane(view, {"Steps", {}, in_one_way(&steps_table), false});
}

/// The network's modules, forward and backward, and which classes of modules cost the most.
std::unique_ptr<Pane> make_modules_pane(const TraceView& view) {
  constexpr std::array kOrders{ModuleOrder::Model, ModuleOrder::Time};
  return make_data_pane(
      view, {"Modules",
             {"Model order", "By time", "By class"},
             [kOrders](const DataInput& in, std::size_t way, const std::stop_token& stop) {
               return way < kOrders.size() ? modules_table(in, kOrders.at(way), stop)
                                           : module_classes_table(in, stop);
             }});
}

/// The parts of the critical path.
std::unique_ptr<Pane> make_critical_path_pane(const TraceView& view) {
  return make_data_pane(view, {"Critical path",
                               {"By name", "By class"},
                               in_ways(&path_table, {PathRows::Name, PathRows::Class})});
}

/// What sampled host threads did with their time, only for traces that have samples.
std::unique_ptr<Pane> make_host_time_pane(const TraceView& view) {
  using Rows = HostRows;
  return make_data_pane(
      view, {.title = "Host time",
             .ways = {"By function", "By line", "By thread", "By native function"},
             .build = in_ways(&host_time_table,
                              {Rows::Function, Rows::Line, Rows::Thread, Rows::NativeFunction}),
             .applies = &has_host_samples});
}

/// Launch calls, the delay of the launched work, and the longest delays.
std::unique_ptr<Pane> make_launches_pane(const TraceView& view) {
  using By = LaunchGroupBy;
  return make_data_pane(view,
                        {.title = "Launches",
                         .ways = {"By kernel", "By operator", "By call"},
                         .build = in_ways(&launches_table, {By::Kernel, By::Operator, By::Call}),
                         .chart = [] { return std::make_unique<LaunchChart>(); }});
}

/// Operators below the limits of the GPU's arithmetic throughput and memory bandwidth.
std::unique_ptr<Pane> make_roofline_pane(const TraceView& view) {
  return make_data_pane(view, {.title = "Roofline",
                               .ways = {},
                               .build = in_one_way(&roofline_table),
                               .chart = make_roofline_chart});
}

/// Kernels that repeat in the same order: candidates for fusion or for a CUDA graph.
std::unique_ptr<Pane> make_sequences_pane(const TraceView& view) {
  using Kind = SequenceKind;
  return make_data_pane(
      view, {"Sequences",
             {"Repeated kernels", "Operators", "Short kernels in a row"},
             in_ways(&sequences_table, {Kind::Repeats, Kind::Operators, Kind::FusionHints})});
}

/// What torch.compile and CUDA graphs did: compiled code, graph breaks, recompiles, kernels by
/// origin.
std::unique_ptr<Pane> make_compile_pane(const TraceView& view) {
  using List = CompileList;
  // Compilation happens during the warm-up steps.
  return make_data_pane(
      view, {"Compile",
             {"Compiled code", "Graph breaks", "Recompiles", "Kernels by origin"},
             in_ways(&compile_table, {List::Parts, List::Breaks, List::Recompiles, List::Kernels}),
             false});
}

}  // namespace lanescope
