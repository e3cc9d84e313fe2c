#include "app/shell/layout_memory.h"

#include <string>
#include <vector>

namespace lanescope {

namespace {

/// Moves a key to the front of a list, or takes it off.
void note(std::vector<std::string>& keys, const std::string& key, bool on) {
  std::erase(keys, key);
  if (on) keys.insert(keys.begin(), key);
  if (keys.size() > Settings::kMaxFolded) keys.resize(Settings::kMaxFolded);
}

}  // namespace

void remember_layout(const OpenTrace& trace, Settings& settings) {
  settings.tab = trace.tab_title();
  const TraceView& view = trace.view;
  const auto note_lane = [&](const std::string& key) {
    const bool folded = view.lanes.folded(key);
    note(settings.folded_lanes, key, folded);
    note(settings.unfolded_lanes, key, !folded && view.lanes.folded_at_first(key));
  };
  for (const LaneGroup& group : view.tree().groups) {
    note_lane(group.key);
    for (const Lane& lane : group.lanes) note_lane(lane.key);
  }
}

void restore_layout(const Settings& settings, OpenTrace& trace) {
  for (const std::string& key : settings.unfolded_lanes) trace.view.lanes.set_folded(key, false);
  for (const std::string& key : settings.folded_lanes) trace.view.lanes.set_folded(key, true);
  trace.show_tab(settings.tab);
}

}  // namespace lanescope
