// Kernels by their time, GPU work by annotation, and what hardware counters say of kernels.
#include <array>

#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_kernels_pane(const TraceView& view) {
  using By = KernelGroupBy;
  constexpr std::array kWays{By::Name,   By::ShortName, By::Operator,
                             By::Stream, By::Role,      By::TensorCores};
  return make_data_pane(
      view, {"Kernels",
             {"By name", "By short name", "By operator", "By stream", "By role", "By tensor cores",
              "By annotation", "Counters"},
             [kWays](const DataInput& in, std::size_t way, const std::stop_token& stop) {
               if (way < kWays.size()) return kernels_table(in, kWays.at(way), stop);
               return way == kWays.size() ? annotations_table(in, stop) : counters_table(in, stop);
             }});
}

}  // namespace lanescope
