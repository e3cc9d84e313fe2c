// Operators, with the numbers of key_averages().table().
#include <array>

#include "app/panes/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_ops_pane(const TraceView& view) {
  constexpr std::array kWays{OpGroupBy::Name, OpGroupBy::Shape, OpGroupBy::Stack,
                             OpGroupBy::Module};
  return make_data_pane(
      view, {"Ops",
             {"By name", "By shape", "By stack", "By module"},
             [kWays](const DataInput& in, std::size_t way, const std::stop_token& stop) {
               return ops_table(in, kWays.at(way), stop);
             }});
}

}  // namespace lanescope
