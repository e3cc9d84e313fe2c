// Operators, with the numbers of key_averages().table().
#include <array>

#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_ops_pane(const TraceView& view) {
  using By = OpGroupBy;
  constexpr std::array kWays{By::Name,   By::Shape,  By::Type,  By::Stack,
                             By::Module, By::Thread, By::Phase, By::Step};
  return make_data_pane(
      view, {"Ops",
             {"By name", "By shape", "By dtype", "By stack", "By module", "By thread", "By phase",
              "By step"},
             [kWays](const DataInput& in, std::size_t way, const std::stop_token& stop) {
               return ops_table(in, kWays.at(way), stop);
             }});
}

}  // namespace lanescope
