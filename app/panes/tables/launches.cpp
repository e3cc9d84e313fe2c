// Launch calls against the wait of what they launched, and who waits longest.
#include <array>

#include "app/panes/tables/data_pane.h"
#include "app/panes/tables/launch_chart.h"

namespace lanescope {

std::unique_ptr<Pane> make_launches_pane(const TraceView& view) {
  using By = LaunchGroupBy;
  constexpr std::array kWays{By::Kernel, By::Operator, By::Call};
  return make_data_pane(
      view, {.title = "Launches",
             .ways = {"By kernel", "By operator", "By call"},
             .build =
                 [kWays](const DataInput& in, std::size_t way, const std::stop_token& stop) {
                   return launches_table(in, kWays.at(way), stop);
                 },
             .leaves_out_warm_up = true,
             .chart = [] { return std::make_unique<LaunchChart>(); }});
}

}  // namespace lanescope
