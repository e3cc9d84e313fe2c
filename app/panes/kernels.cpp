// Kernels by their time.
#include "app/panes/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_kernels_pane(const TraceView& view) {
  return make_data_pane(
      view,
      {"Kernels", {}, [](const DataInput& in, std::size_t /*way*/, const std::stop_token& stop) {
         return kernels_table(in, stop);
       }});
}

}  // namespace lanescope
