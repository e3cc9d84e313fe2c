#include "app/panes/lane_drag.h"

#include <cmath>

namespace lanescope {
namespace {

constexpr float kDragFromPx = 6;

}  // namespace

void LaneDrag::hold(const PaneFrame& frame, const LayoutItem& item) {
  if (!item_) item_ = item;
  const ImVec2 way = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (std::abs(way.y) >= frame.ui.px(kDragFromPx)) moving_ = true;
}

bool LaneDrag::among(const LayoutItem& item) const {
  if (item_->header) return true;
  return !item.header && item.lane.group == item_->lane.group;
}

std::vector<LaneDrag::Slot> LaneDrag::slots(const TraceView& view, const LaneStage& stage) const {
  std::vector<Slot> slots;
  for (const LayoutItem& item : view.layout().items) {
    if (!among(item)) continue;
    const LaneGroup& group = view.tree().groups[item.lane.group];
    const std::string& key = item_->header ? group.key : group.lanes[item.lane.lane].key;
    const Rect rect = stage.item_rect(item, false, 0, 0);
    if (!slots.empty() && slots.back().key == key) {
      slots.back().bottom = rect.y1;  // another lane of the same group
    } else {
      slots.push_back({key, rect.y0, rect.y1});
    }
  }
  return slots;
}

void LaneDrag::update(const PaneFrame& frame, const LaneStage& stage, Rect labels) {
  if (!item_) return;
  TraceView& view = frame.view;
  const bool known =
      item_->lane.group < view.tree().groups.size() &&
      (item_->header || item_->lane.lane < view.tree().groups[item_->lane.group].lanes.size());
  if (moving_ && known) {
    const float y = ImGui::GetIO().MousePos.y;
    const std::vector<Slot> places = slots(view, stage);
    std::size_t before = 0;
    while (before < places.size() && y > (places[before].top + places[before].bottom) / 2) ++before;
    if (!places.empty()) {
      const float line_y =
          std::floor(before < places.size() ? places[before].top : places.back().bottom);
      ImGui::GetWindowDrawList()->AddRectFilled({labels.x0, line_y - frame.ui.px(1)},
                                                {labels.x1, line_y + frame.ui.px(1)},
                                                frame.ui.color().accent);
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      std::vector<std::string> siblings;
      for (const Slot& place : places) siblings.push_back(place.key);
      const LaneGroup& group = view.tree().groups[item_->lane.group];
      const std::string& key = item_->header ? group.key : group.lanes[item_->lane.lane].key;
      const std::string next = before < places.size() ? places[before].key : "";
      if (key != next) view.lanes.move(item_->header ? "" : group.key, siblings, key, next);
    }
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    item_.reset();
    moving_ = false;
  }
}

}  // namespace lanescope
