// Operators under the roofs of the GPU: what arithmetic and memory bandwidth allow them.
#include "app/panes/tables/data_pane.h"
#include "app/panes/tables/roofline_chart.h"

namespace lanescope {

std::unique_ptr<Pane> make_roofline_pane(const TraceView& view) {
  return make_data_pane(
      view, {.title = "Roofline",
             .ways = {},
             .build = [](const DataInput& in, std::size_t,
                         const std::stop_token& stop) { return roofline_table(in, stop); },
             .leaves_out_warm_up = true,
             .chart = [] { return std::make_unique<RooflineChart>(); }});
}

}  // namespace lanescope
