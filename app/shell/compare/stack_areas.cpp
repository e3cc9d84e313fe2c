#include "app/shell/compare/stack_areas.h"

#include <algorithm>
#include <cmath>

#include "app/panes/compare/delta_strip.h"

namespace lanescope {
namespace {

constexpr float kLinePx = 34, kHeadPx = 26;
constexpr float kOverviewFromPx = 250;  // least height of a stack with an overview
constexpr float kMostLabelsShare = 0.3F;
/// A ruler and a row of lanes: with less, something around the lanes is folded.
constexpr float kLeastLanesPx = 64;

/// What is left around the lanes.
struct StackExtras {
  bool strips = true, names = true;
};

StackAreas lay_out(Rect area, bool beside, float labels_px, const Style& style,
                   StackExtras extras) {
  StackAreas areas;
  areas.with_names = extras.names;
  areas.line = area.cut_top(style.px(kLinePx));
  const float strip_px = extras.strips ? delta_strip_height(style) : 0;
  const float head_px = extras.names ? style.px(kHeadPx) : 0;
  Rect a = area, b = area;
  if (beside) {
    a.x1 = std::floor((area.x0 + area.x1) / 2);
    b.x0 = a.x1 + 1;
  } else {
    // The strip belongs to A; the lanes of both are equally high.
    const float lanes_px = std::floor((area.height() - strip_px) / 2) - head_px;
    a.y1 = area.y0 + head_px + lanes_px + strip_px;
    b.y0 = a.y1;
    b.y1 = b.y0 + head_px + lanes_px;
  }
  areas.labels_px = stack_labels_px(area.width(), beside, labels_px);
  const auto share = [&](Rect stack, bool with_strip) {
    StackAreas::Stack parts;
    parts.head = extras.names ? stack.cut_top(head_px) : stack.cut_left(style.px(kHeadPx));
    if (with_strip) {
      parts.strip = stack.cut_bottom(strip_px);
      parts.strip_label = parts.strip.cut_left(areas.labels_px);
    }
    parts.lanes = stack;
    return parts;
  };
  areas.a = share(a, extras.strips);
  areas.b = share(b, extras.strips && beside);
  // The edge of the labels is where it is dragged.
  if (!extras.names) areas.labels_px -= style.px(kHeadPx);
  areas.with_overview = areas.a.lanes.height() >= style.px(kOverviewFromPx);
  return areas;
}

}  // namespace

float stack_labels_px(float width_px, bool beside, float labels_px) {
  return std::min(labels_px, std::floor((beside ? width_px / 2 : width_px) * kMostLabelsShare));
}

StackAreas share_out_stacks(Rect area, bool beside, float labels_px, const Style& style) {
  StackAreas areas;
  for (const StackExtras extras :
       {StackExtras{true, true}, StackExtras{false, true}, StackExtras{false, false}}) {
    areas = lay_out(area, beside, labels_px, style, extras);
    if (areas.a.lanes.height() >= style.px(kLeastLanesPx)) break;
  }
  return areas;
}

}  // namespace lanescope
