// Training steps and what their time goes into.
#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_steps_pane(const TraceView& view) {
  return make_data_pane(view, {"Steps",
                               {},
                               [](const DataInput& in, std::size_t /*way*/,
                                  const std::stop_token& stop) { return steps_table(in, stop); },
                               false});
}

}  // namespace lanescope
