#include "app/panes/timeline/arrow_links.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/// Beside the arrow at the edge, and beside what must not be covered.
Rect place_link(const PaneFrame& frame, const LaneStage& stage, float arrow_x, bool below,
                ImVec2 size) {
  const Ui& ui = frame.ui;
  const Rect& lanes = stage.scrolled;
  const float right = lanes.x0 + static_cast<float>(frame.view.viewport.free_px()) - ui.px(6);
  const float x = std::floor(clamped(arrow_x + ui.px(6), lanes.x0 + ui.px(6), right - size.x));
  const float y = std::floor(below ? lanes.y1 - size.y - ui.px(5) : lanes.y0 + ui.px(5));
  Rect box{x, y, x + size.x, y + size.y};
  for (const Rect& words : stage.words) {
    if (!overlap(box, words)) continue;
    box.x0 = std::ceil(words.x1 + ui.px(6));
    box.x1 = box.x0 + size.x;
  }
  return box;
}

/// The lane of the selected event if that is in view: a name for it would only cover its neighbor.
TrackId seen_lane(TraceView& view, const LaneStage& stage) {
  const EventId event = view.selection.primary();
  if (event == EventId::None) return TrackId::None;
  const auto home = view.drawn()->find_slice(event);
  if (!home) return TrackId::None;
  const Ns begin_ns = home->chunk->range(home->slice).begin_ns;
  const auto anchor = lane_anchor(
      view, stage, {event, home->track->id, home->chunk->row_of(home->slice), begin_ns});
  if (!anchor) return TrackId::None;
  const bool seen =
      anchor->pinned || (anchor->top < stage.scrolled.y1 && anchor->bottom > stage.scrolled.y0);
  return seen ? home->track->id : TrackId::None;
}

}  // namespace

void ArrowLinks::note(const LaneStage& stage, const ArrowEnd& end, const LaneAnchor& anchor) {
  const bool below = anchor.top >= stage.scrolled.y1;
  if (anchor.pinned || (!below && anchor.bottom > stage.scrolled.y0)) return;
  const bool known = std::ranges::any_of(
      links_, [&](const Link& one) { return one.end.track == end.track || one.below == below; });
  if (!known) links_.push_back({end, anchor.x, below, {}});
}

void ArrowLinks::draw_link(const PaneFrame& frame, const LaneStage& stage, Link& link) {
  const auto ref = frame.view.lanes.tree().find(link.end.track);
  if (!ref) return;
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const std::string& title = frame.view.lanes.tree().at(*ref).title;
  link.box = place_link(frame, stage, link.x, link.below,
                        {text_width(face, title) + ui.px(26), face.size_px + ui.px(6)});
  const Rect& box = link.box;
  const bool hovered = ImGui::IsWindowHovered() && box.contains(ImGui::GetIO().MousePos);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  fill_rect(box, hovered ? ui.color().line : ui.color().raised, ui.px(4));
  const float middle = (box.y0 + box.y1) / 2, r = ui.px(3.5F), sign = link.below ? 1.0F : -1.0F;
  const float at = box.x0 + ui.px(11);
  ImGui::GetWindowDrawList()->AddTriangleFilled({at - r, middle - sign * r},
                                                {at + r, middle - sign * r},
                                                {at, middle + sign * r}, ui.color().selection);
  draw_text(face, {box.x0 + ui.px(19), centered_y(face, box)}, ui.color().text, title);
  ui.mark({"arrow.", title}, box);
}

void ArrowLinks::draw(const PaneFrame& frame, const LaneStage& stage) {
  const TrackId seen = seen_lane(frame.view, stage);
  std::erase_if(links_,
                [&](const Link& one) { return seen != TrackId::None && one.end.track == seen; });
  for (Link& link : links_) draw_link(frame, stage, link);
}

EventId ArrowLinks::at(ImVec2 at) const {
  const auto link =
      std::ranges::find_if(links_, [at](const Link& one) { return one.box.contains(at); });
  return link == links_.end() ? EventId::None : link->end.event;
}

}  // namespace lanescope
