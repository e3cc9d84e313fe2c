// What torch.compile and CUDA graphs did: compiled code, graph breaks, recompiles, whose kernels.
#include <array>

#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_compile_pane(const TraceView& view) {
  using List = CompileList;
  constexpr std::array kWays{List::Parts, List::Breaks, List::Recompiles, List::Kernels};
  return make_data_pane(
      view, {.title = "Compile",
             .ways = {"Compiled code", "Graph breaks", "Recompiles", "Kernels by origin"},
             .build =
                 [kWays](const DataInput& in, std::size_t way, const std::stop_token& stop) {
                   return compile_table(in, kWays.at(way), stop);
                 },
             // Compiling happens while a run warms up.
             .leaves_out_warm_up = false,
             .chart = {}});
}

}  // namespace lanescope
