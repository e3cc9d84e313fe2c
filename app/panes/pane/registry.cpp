// The panes at the bottom, one line each. To add a pane, define make_<name>_pane() in a new file
// and add its line here.
#include "app/panes/pane/pane.h"

namespace lanescope {

#define LANESCOPE_PANES(PANE) \
  PANE(overview)              \
  PANE(selection)             \
  PANE(ops)                   \
  PANE(kernels)               \
  PANE(flame)                 \
  PANE(memory)                \
  PANE(steps)                 \
  PANE(findings)              \
  PANE(modules)               \
  PANE(critical_path)         \
  PANE(host_time)             \
  PANE(launches)              \
  PANE(roofline)              \
  PANE(sequences)             \
  PANE(compile)               \
  PANE(compare)               \
  PANE(diff_flame)            \
  PANE(marks)                 \
  PANE(load_report)

#define LANESCOPE_DECLARE(name) std::unique_ptr<Pane> make_##name##_pane(const TraceView& view);
LANESCOPE_PANES(LANESCOPE_DECLARE)
#undef LANESCOPE_DECLARE

std::vector<std::unique_ptr<Pane>> make_bottom_panes(const TraceView& view) {
  std::vector<std::unique_ptr<Pane>> panes;
#define LANESCOPE_MAKE(name) panes.push_back(make_##name##_pane(view));
  LANESCOPE_PANES(LANESCOPE_MAKE)
#undef LANESCOPE_MAKE
  return panes;
}

}  // namespace lanescope
