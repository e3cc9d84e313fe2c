#include "app/shell/layout_memory.h"

#include <string>
#include <vector>

namespace lanescope {

void remember_layout(const OpenTrace& trace, Settings& settings) {
  settings.tab = trace.bottom[trace.tab]->title();
  const TraceView& view = trace.view;
  std::vector<std::string>& folded = settings.folded_lanes;
  const auto note = [&](const std::string& key) {
    std::erase(folded, key);
    if (view.lanes.folded(key)) folded.insert(folded.begin(), key);
  };
  for (const LaneGroup& group : view.tree().groups) {
    note(group.key);
    for (const Lane& lane : group.lanes) note(lane.key);
  }
  if (folded.size() > Settings::kMaxFolded) folded.resize(Settings::kMaxFolded);
}

void restore_layout(const Settings& settings, OpenTrace& trace) {
  for (const std::string& key : settings.folded_lanes) trace.view.lanes.set_folded(key, true);
  for (std::size_t i = 0; i < trace.bottom.size(); ++i) {
    if (trace.bottom[i]->title() == settings.tab) trace.tab = i;
  }
}

}  // namespace lanescope
