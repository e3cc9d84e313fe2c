#include "core/view/flame/model.h"

#include "core/analysis/flame/export.h"

namespace lanescope {

FlameGraph build_flame_graph(const Snapshot& snapshot, const std::optional<TimeRange>& range,
                             const FlameQuery& query, const std::stop_token& stop) {
  const AnalysisWindow window = range ? range_window(*range) : whole_window();
  return {build_flame_tree(snapshot, window, query, stop), flame_sources(snapshot),
          step_ranges(snapshot)};
}

std::string flame_file_text(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            FlameFormat format) {
  if (format == FlameFormat::Collapsed) return collapsed_stacks(snapshot, tree);
  return speedscope_json(snapshot, tree, weight, snapshot.info.file);
}

}  // namespace lanescope
