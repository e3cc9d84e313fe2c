#include "app/panes/timeline/lane_menu.h"

#include <string>

#include "app/panes/pane/trace_actions.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/menu.h"
#include "core/view/events/event_ref.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

/// An expression that finds events of exactly that name, as far as quotes allow.
std::string search_for(const std::string& name) {
  return name.find('"') == std::string::npos ? "\"" + name + "\"" : name;
}

}  // namespace

void draw_event_menu(const PaneFrame& frame, EventId event) {
  const auto key = event_key(*frame.view.drawn(), event);
  if (!key) return;
  const Ui& ui = frame.ui;
  menu_note(ui, short_name(key->name));
  if (menu_item(ui, "Zoom to event", "double-click")) zoom_to_event(frame.view, event);
  if (menu_item(ui, "Find all with this name", "")) frame.view.search.text = search_for(key->name);
  if (menu_item(ui, "Copy name", "")) copy_text(ui, key->name);
  menu_separator(ui);
}

void draw_lane_menu(const PaneFrame& frame, LaneRef ref) {
  const Ui& ui = frame.ui;
  LaneTreeState& lanes = frame.view.lanes;
  const LaneGroup& group = frame.view.tree().groups[ref.group];
  const Lane& lane = group.lanes[ref.lane];
  menu_note(ui, lane.title);
  if (menu_item(ui, "Pin to the top", frame.keys.keys_of("pin"), true, lanes.pinned(lane.key)))
    lanes.toggle_pinned(lane.key);
  if (menu_item(ui, "Fold to one row", "", lane.foldable, lanes.folded(lane.key)))
    lanes.toggle_folded(lane.key);
  if (menu_item(ui, "Hide lane", frame.keys.keys_of("hide"))) lanes.hide(lane.key);
  if (!group.title.empty() && menu_item(ui, "Hide all of " + group.title, ""))
    lanes.hide(group.key);
  menu_separator(ui);
  const bool hidden = !lanes.hidden_keys().empty();
  if (menu_item(ui, "Unhide last lane", frame.keys.keys_of("undo_hide"), hidden)) lanes.undo_hide();
  if (menu_item(ui, "Show all lanes", "", hidden)) lanes.show_all();
}

}  // namespace lanescope
