// The network's modules, forward and backward.
#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_modules_pane(const TraceView& view) {
  return make_data_pane(
      view,
      {"Modules", {}, [](const DataInput& in, std::size_t /*way*/, const std::stop_token& stop) {
         return modules_table(in, stop);
       }});
}

}  // namespace lanescope
