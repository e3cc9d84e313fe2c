#include "app/panes/timeline/lane_drag.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/paint.h"

namespace lanescope {
namespace {

constexpr float kDragFromPx = 6;

}  // namespace

bool LaneDrag::alone(const LaneLayout& layout, const LayoutItem& item) {
  return std::ranges::count_if(layout.items, [&item](const LayoutItem& other) {
           return !other.header && other.lane.group == item.lane.group;
         }) == 1;
}

void LaneDrag::hold(const PaneFrame& frame, const LayoutItem& item) {
  if (!item_) {
    const LaneLayout& layout = frame.view.lanes.layout();
    item_ = item;
    pinned_ = layout.is_pinned(item);
    if (!pinned_ && alone(layout, item)) item_->header = true;
  }
  const ImVec2 way = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (std::abs(way.y) >= frame.ui.px(kDragFromPx)) moving_ = true;
}

bool LaneDrag::among(const LayoutItem& item) const {
  if (item_->header) return true;
  return !item.header && item.lane.group == item_->lane.group;
}

std::vector<LaneDrag::Slot> LaneDrag::slots(const TraceView& view, const LaneStage& stage) const {
  std::vector<Slot> slots;
  const LaneLayout& layout = view.lanes.layout();
  for (const LayoutItem& item : pinned_ ? layout.pinned : layout.items) {
    if (!pinned_ && !among(item)) continue;
    const LaneGroup& group = view.lanes.tree().groups[item.lane.group];
    const std::string& key = item_->header ? group.key : group.lanes[item.lane.lane].key;
    const Rect rect = stage.item_rect(item, pinned_, 0, 0);
    if (!slots.empty() && slots.back().key == key) {
      slots.back().bottom = rect.y1;  // another lane of the same group
    } else {
      slots.push_back({key, rect.y0, rect.y1});
    }
  }
  return slots;
}

std::size_t LaneDrag::gap_at(const std::vector<Slot>& slots, float y) {
  const auto below =
      std::ranges::find_if(slots, [y](const Slot& s) { return y <= (s.top + s.bottom) / 2; });
  return static_cast<std::size_t>(below - slots.begin());
}

void LaneDrag::draw_gap(const Ui& ui, const std::vector<Slot>& slots, std::size_t gap,
                        Rect labels) {
  const float y = std::floor(gap < slots.size() ? slots[gap].top : slots.back().bottom);
  fill_rect({labels.x0, y - ui.px(1), labels.x1, y + ui.px(1)}, ui.color().accent);
}

void LaneDrag::draw_held(const PaneFrame& frame, const LaneStage& stage, Rect labels) const {
  const Rect rect = stage.item_rect(*item_, pinned_, labels.x0, labels.x1);
  fill_rect(rect, frame.ui.color().range);
}

void LaneDrag::drop(TraceView& view, const std::vector<Slot>& slots, std::size_t gap) const {
  std::vector<std::string> siblings;
  for (const Slot& slot : slots) siblings.push_back(slot.key);
  const LaneGroup& group = view.lanes.tree().groups[item_->lane.group];
  const std::string& key = item_->header ? group.key : group.lanes[item_->lane.lane].key;
  const std::string before = gap < slots.size() ? slots[gap].key : "";
  if (pinned_) return view.lanes.move_pinned(key, before);
  view.lanes.move(item_->header ? "" : group.key, siblings, key, before);
}

bool LaneDrag::known(const LaneTree& tree) const {
  const LaneRef lane = item_->lane;
  return lane.group < tree.groups.size() &&
         (item_->header || lane.lane < tree.groups[lane.group].lanes.size());
}

void LaneDrag::update(const PaneFrame& frame, const LaneStage& stage, Rect labels) {
  if (!item_) return;
  const bool let_go = !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (moving_ && known(frame.view.lanes.tree())) {
    const std::vector<Slot> places = slots(frame.view, stage);
    if (!places.empty()) {
      const std::size_t gap = gap_at(places, ImGui::GetIO().MousePos.y);
      draw_held(frame, stage, labels);
      draw_gap(frame.ui, places, gap, labels);
      if (let_go) drop(frame.view, places, gap);
    }
  }
  if (!let_go) return;
  item_.reset();
  moving_ = false;
}

}  // namespace lanescope
