// What the critical path is made of.
#include "app/panes/tables/data_pane.h"

namespace lanescope {

std::unique_ptr<Pane> make_critical_path_pane(const TraceView& view) {
  return make_data_pane(view,
                        {"Critical path",
                         {"By name", "By class"},
                         [](const DataInput& in, std::size_t way, const std::stop_token& stop) {
                           return path_table(in, way == 0 ? PathRows::Name : PathRows::Class, stop);
                         }});
}

}  // namespace lanescope
