#include "core/view/tables/graph_note.h"

#include <cstdint>

#include <fmt/format.h>

#include "core/view/text/time_text.h"

namespace lanescope {

std::string graph_note(const GraphCounts& graphs) {
  if (graphs.kernels == 0) return "";
  const char* how = "by position in the captured graph";
  if (graphs.by_node_id == graphs.kernels) {
    how = "by node ID in the capture trace";
  } else if (graphs.in_capture_trace == graphs.kernels) {
    how = "by position in the capture trace";
  } else if (graphs.by_recorded_node == graphs.kernels) {
    how = "under the launch that created their node";
  } else if (graphs.by_recorded_node > 0 && graphs.in_capture_trace == 0) {
    how = "under the launch that created their node, or by position in the captured graph";
  } else if (graphs.in_capture_trace > 0) {
    how = "by node ID or position, some of them in the capture trace";
  }
  std::string note =
      fmt::format("{} of CUDA graphs {} counted {}", counted(graphs.kernels, "kernel"),
                  graphs.kernels == 1 ? "is" : "are", how);
  if (graphs.uncertain > 0) note += fmt::format(" ({} uncertain)", count_text(graphs.uncertain));
  return note;
}

}  // namespace lanescope
