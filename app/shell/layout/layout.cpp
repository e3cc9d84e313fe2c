#include "app/shell/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/shell/layout/bottom_height.h"
#include "app/shell/layout/low_window.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kTopPx = 40;
constexpr float kTabsPx = 40, kLowTabsPx = 32;
constexpr float kStatusPx = 22;
constexpr float kMinLanesPx = 260;     // width
constexpr float kMinTimelinePx = 170;  // height
constexpr float kMinLabelsPx = 120;
constexpr float kMinDetailsPx = 220;
constexpr float kMinBottomPx = 90;
constexpr float kMostPx = 4000;
// Of a window higher than this, the bottom panes have half of what is more, until that is enough
// for a page of Overview, and for more rows of a table than its bars take; the lanes have the rest.
constexpr float kHighFromPx = 900, kHighShare = 0.5F, kMostUsualBottomPx = 290;
constexpr float kRunsHighFromPx = 800;  // the same with two runs
constexpr float kAllocationsShare = 0.5F;
constexpr float kNarrowPx = 1100;
constexpr double kDoubleClickS = 0.3;             // as ImGui has it
constexpr float kMostOverShare = 0.4F;            // of the width
constexpr float kOverviewPx = 54, kRulerPx = 24;  // which the details do not cover
constexpr float kLeastOverPx = 260;               // height of the details

void place_beside(Areas& areas, Rect& screen, const PaneSizes& sizes, const Style& style) {
  const float most = screen.width() - style.px(kMinLanesPx + kMinLabelsPx);
  const float width = std::min(style.px(sizes.details_px), most);
  if (width < style.px(kMinDetailsPx) * 0.8F) return;
  areas.details = screen.cut_right(width);
  areas.details_line = areas.details.cut_left(1);
}

/// Over the lanes, and over as much of the bottom pane as it takes to read them. Without lanes, or
/// if they would cover one of two runs, in the right part of the bottom pane.
void place_over(Areas& areas, const PaneSizes& sizes, const Style& style, bool low) {
  const float most = std::floor(areas.status.width() * kMostOverShare);
  const float width = std::min(style.px(sizes.details_px), most);
  if (areas.timeline.empty() || (sizes.runs_beside && !areas.bottom.empty())) {
    areas.details = areas.bottom.cut_right(width);
  } else {
    Rect under = areas.timeline;
    under.cut_top(style.px(low ? kRulerPx : kOverviewPx + kRulerPx));
    under.y1 = std::max(under.y1, std::min(under.y0 + style.px(kLeastOverPx), areas.status.y0));
    areas.details = under.cut_right(width);
  }
  areas.details_line = areas.details.cut_left(1);
}

/// Of a window that is higher by so much than one in which the lanes need the rest.
float usual_height(float more_px) {
  const float usual = PaneSizes().bottom_px;
  return clamped(usual + std::floor(more_px * kHighShare), usual, kMostUsualBottomPx);
}

}  // namespace

bool is_narrow(float width_px, const Style& style) {
  return width_px < style.px(kNarrowPx);
}

bool is_low(float height_px, const Style& style) {
  return height_px <
         style.px(kTopPx) + style.px(kMinTimelinePx) + style.px(kTabsPx) + style.px(kStatusPx);
}

float bottom_height(const PaneSizes& sizes, float screen_px, const Style& style) {
  const float usual = PaneSizes().bottom_px;
  if (sizes.bottom_px != usual) return sizes.bottom_px;
  return usual_height(screen_px / style.scale - kHighFromPx);
}

PaneSizes sizes_for_runs(const PaneSizes& sizes, float screen_px, const Style& style) {
  const float usual = PaneSizes().bottom_px;
  PaneSizes larger = sizes;
  if (sizes.bottom_px == usual)
    larger.bottom_px = usual_height(screen_px / style.scale - kRunsHighFromPx);
  return larger;
}

PaneSizes sizes_for_allocations(const PaneSizes& sizes, float screen_px, const Style& style) {
  if (sizes.bottom_px != PaneSizes().bottom_px) return sizes;
  PaneSizes larger = sizes;
  larger.bottom_px = std::max(bottom_height(sizes, screen_px, style),
                              std::floor(screen_px / style.scale * kAllocationsShare));
  return larger;
}

Areas share_out(Rect screen, const PaneSizes& sizes, const Style& style, float notice_px,
                DetailsPlace details) {
  Areas areas;
  const bool low = is_low(screen.height(), style);
  const float tabs_px = style.px(low ? kLowTabsPx : kTabsPx);
  const float bottom_px = style.px(bottom_height(sizes, screen.height(), style));
  areas.top = screen.cut_top(style.px(kTopPx));
  if (details == DetailsPlace::Beside) place_beside(areas, screen, sizes, style);
  areas.status = screen.cut_bottom(low ? 0 : style.px(kStatusPx));
  areas.notice = screen.cut_top(notice_px);
  // When folded, the tabs remain visible, to unfold it again.
  const float whole = screen.height() - tabs_px;
  const float usual = std::min(bottom_px - tabs_px, whole - style.px(kMinTimelinePx));
  const float pane = !sizes.bottom_shown ? 0 : sizes.bottom_maximized ? whole : usual;
  areas.bottom = screen.cut_bottom(std::max(pane, 0.0F));
  areas.tabs = screen.cut_bottom(tabs_px);
  areas.bottom_line = {areas.tabs.x0, areas.tabs.y0, areas.tabs.x1, areas.tabs.y0 + 1};
  areas.timeline = screen;
  if (details == DetailsPlace::Over) place_over(areas, sizes, style, low);
  const float most_labels =
      std::max(screen.width() - style.px(kMinLanesPx), style.px(kMinLabelsPx));
  areas.labels_px = std::min(style.px(sizes.labels_px), most_labels);
  return areas;
}

void drag_labels(PaneSizes& sizes, float delta_px, const Style& style) {
  sizes.labels_px = clamped(sizes.labels_px + delta_px / style.scale, kMinLabelsPx, kMostPx);
}

void drag_details(PaneSizes& sizes, float delta_px, const Style& style) {
  sizes.details_px = clamped(sizes.details_px - delta_px / style.scale, kMinDetailsPx, kMostPx);
}

void toggle_maximized(PaneSizes& sizes) {
  sizes.bottom_maximized = !(sizes.bottom_shown && sizes.bottom_maximized);
  sizes.bottom_shown = true;
}

void BottomDrag::follow(PaneSizes& sizes, const SplitterMove& move, const Style& style,
                        float room_px) {
  if (!move.held) return heights_.reset();
  const float room = room_px / style.scale;
  const float most = std::max(room - kMinTimelinePx, kMinBottomPx);
  if (!heights_)
    heights_ = {sizes.bottom_px, sizes.bottom_maximized ? room : std::min(sizes.bottom_px, most)};
  if (!move.moved) return;
  heights_->px -= move.delta_px / style.scale;
  sizes.bottom_maximized = heights_->px > room - kMinTimelinePx / 2;
  sizes.bottom_px =
      sizes.bottom_maximized ? heights_->before_px : clamped(heights_->px, kMinBottomPx, most);
}

void DetailsDrawer::follow(const Selected& selected, double now_s) {
  if (selected == selected_) return;
  selected_ = selected;
  if (!open_) opened_s_ = now_s;
  open_ = awaited_ = selected.pick != 0;
}

bool DetailsDrawer::take_settled(double now_s) {
  return takes_mouse(now_s) && std::exchange(awaited_, false);
}

bool DetailsDrawer::takes_mouse(double now_s) const {
  return now_s - opened_s_ > kDoubleClickS;
}

}  // namespace lanescope
