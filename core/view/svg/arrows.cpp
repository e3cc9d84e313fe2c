#include "core/view/svg/arrows.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/base/clamped.h"
#include "core/view/timeline/arrow_shape.h"

namespace lanescope {
namespace {

constexpr float kLinePx = 1.5F, kDotPx = 2.5F, kHeadPx = 3.5F, kBendPx = 14;
constexpr double kFarPx = 1e5;  // farther ends are drawn as if they were here

/// nullopt if the lane is hidden or folded away.
std::optional<ArrowTouch> touch_of(const SvgTimeline& picture, SvgBox lanes, const ArrowEnd& end) {
  const auto ref = picture.tree.find(end.track);
  const LayoutItem* item = ref ? picture.layout.find(*ref) : nullptr;
  if (item == nullptr || item->header) return std::nullopt;
  const bool pinned = picture.layout.is_pinned(*item);
  const float first =
      pinned ? lanes.y0
             : lanes.y0 + picture.layout.pinned_height_px - std::floor(picture.scroll_px);
  const float top = first + item->y_px + picture.layout.row_y_px(*item, end.row);
  const double x = clamped(picture.viewport.x_of(end.time_ns), -kFarPx, kFarPx);
  return ArrowTouch{lanes.x0 + static_cast<float>(x), top, top + picture.layout.metrics.slice_px};
}

void draw_arrow(const SvgTimeline& picture, const ArrowShape& arrow, float strength,
                SvgWriter& out) {
  const std::string color = hex(picture.color.selection);
  const auto& [from, from_bend, to_bend, to, direction] = arrow;
  out.path(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from.x, from.y,
                       from_bend.x, from_bend.y, to_bend.x, to_bend.y, to.x, to.y),
           fmt::format(R"(fill="none" stroke="{}" stroke-opacity="{}" stroke-width="{:.1f}")",
                       color, strength, kLinePx * picture.scale));
  const float dot = kDotPx * picture.scale, head = kHeadPx * picture.scale;
  out.path(fmt::format("M{0:.1f} {1:.1f}a{2:.1f} {2:.1f} 0 1 0 {3:.1f} 0a{2:.1f} {2:.1f} 0 1 0 "
                       "-{3:.1f} 0zM{4:.1f} {5:.1f}h{6:.1f}L{7:.1f} {8:.1f}z",
                       from.x - dot, from.y, dot, 2 * dot, to.x - head,
                       to.y - direction * head * 1.6F, 2 * head, to.x, to.y),
           fmt::format(R"(fill="{}" fill-opacity="{}")", color, strength));
}

}  // namespace

void draw_svg_arrows(const SvgTimeline& picture, SvgBox lanes, SvgWriter& out) {
  if (picture.selected.empty()) return;
  const auto arrows = flow_arrows(*picture.snapshot, picture.selected.back());
  if (arrows.empty()) return;
  out.raw(
      fmt::format("<clipPath id=\"lanes\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                  "height=\"{:.1f}\"/></clipPath>\n<g clip-path=\"url(#lanes)\">\n",
                  lanes.x0, lanes.y0, lanes.x1 - lanes.x0, lanes.y1 - lanes.y0));
  const float strength = arrow_strength(arrows.size());
  for (const FlowArrow& arrow : arrows) {
    const auto from = touch_of(picture, lanes, arrow.from);
    const auto to = touch_of(picture, lanes, arrow.to);
    if (from && to)
      draw_arrow(picture, arrow_shape(*from, *to, kBendPx * picture.scale), strength, out);
  }
  out.raw("</g>\n");
}

}  // namespace lanescope
