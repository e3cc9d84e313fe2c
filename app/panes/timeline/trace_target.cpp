#include "app/panes/timeline/trace_target.h"

#include "app/panes/pane/trace_actions.h"

namespace lanescope {

void TraceTarget::click(ImVec2 at, bool twice) {
  const EventId linked = link_ ? link_(at) : EventId::None;
  if (linked != EventId::None) return view_.go_to(linked);
  const std::optional<LaneHit> hit = find_(at);
  Selection& selection = view_.selection;
  const bool adds = ImGui::GetIO().KeyCtrl;
  if (hit) view_.hold_still();
  if (!hit) {
    if (!adds) selection.clear();
  } else if (hit->gap) {
    selection.select_gap(*hit->gap);
    if (twice) viewport.glide_to(hit->gap->range, 0.15);
  } else if (adds) {
    selection.toggle(hit->event);
  } else {
    selection.select(hit->event);
    if (hit->count > 1) view_.block = {hit->range, selection.picks()};
    if (twice && hit->count == 1) zoom_to_event(view_, hit->event);
    if (twice && hit->count > 1) viewport.glide_to(hit->range, 0.15);
  }
}

}  // namespace lanescope
