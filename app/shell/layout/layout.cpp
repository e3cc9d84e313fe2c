#include "app/shell/layout/layout.h"

#include <algorithm>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kTopPx = 40;
constexpr float kTabsPx = 40;
constexpr float kStatusPx = 22;
constexpr float kMinLanesPx = 260;     // width
constexpr float kMinTimelinePx = 170;  // height
constexpr float kMinLabelsPx = 120;
constexpr float kMinDetailsPx = 220;
constexpr float kMinBottomPx = 90;
constexpr float kMostPx = 2000;

}  // namespace

Areas share_out(Rect screen, const PaneSizes& sizes, const Style& style, float notice_px) {
  Areas areas;
  areas.top = screen.cut_top(style.px(kTopPx));
  if (sizes.details_shown) {
    const float most = screen.width() - style.px(kMinLanesPx + kMinLabelsPx);
    const float width = std::min(style.px(sizes.details_px), most);
    if (width >= style.px(kMinDetailsPx) * 0.8F) {
      areas.details = screen.cut_right(width);
      areas.details_line = areas.details.cut_left(1);
    }
  }
  areas.status = screen.cut_bottom(style.px(kStatusPx));
  areas.notice = screen.cut_top(notice_px);
  // When folded, the tabs remain visible, to unfold it again.
  const float most = screen.height() - style.px(kMinTimelinePx) - style.px(kTabsPx);
  const float pane =
      sizes.bottom_shown ? std::min(style.px(sizes.bottom_px) - style.px(kTabsPx), most) : 0;
  areas.bottom = screen.cut_bottom(std::max(pane, 0.0F));
  areas.tabs = screen.cut_bottom(style.px(kTabsPx));
  areas.bottom_line = {areas.tabs.x0, areas.tabs.y0, areas.tabs.x1, areas.tabs.y0 + 1};
  areas.timeline = screen;
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

void drag_bottom(PaneSizes& sizes, float delta_px, const Style& style) {
  sizes.bottom_px = clamped(sizes.bottom_px - delta_px / style.scale, kMinBottomPx, kMostPx);
}

}  // namespace lanescope
