#include "app/cli/report/graph_counts.h"

namespace lanescope {

Json graph_counts_json(const GraphCounts& graphs) {
  if (graphs.kernels == 0) return nullptr;
  return {{"kernels", graphs.kernels},
          {"uncertain", graphs.uncertain},
          {"in_capture_trace", graphs.in_capture_trace},
          {"by_node_id", graphs.by_node_id},
          {"by_recorded_node", graphs.by_recorded_node}};
}

}  // namespace lanescope
