#include "app/shell/files/view_picture.h"

#include "app/workspace/traces/load_state.h"

namespace lanescope {
namespace {

Rgb rgb_of(ImU32 color) {
  return {static_cast<std::uint8_t>(color >> IM_COL32_R_SHIFT),
          static_cast<std::uint8_t>(color >> IM_COL32_G_SHIFT),
          static_cast<std::uint8_t>(color >> IM_COL32_B_SHIFT)};
}

/// The same results that the lanes on the screen have requested.
FoundLanes found_lanes(TraceView& view) {
  FoundLanes found;
  for (const LayoutItem& item : view.lanes.layout().items) {
    const Lane* lane = item.header ? nullptr : &view.lanes.tree().at(item.lane);
    if (lane == nullptr) continue;
    if (lane->kind == LaneKind::Idle) found.ask_idle(view.insights);
    if (lane->kind == LaneKind::LoaderBatches) found.ask_loader(view.insights);
    if (lane->kind == LaneKind::MemoryByCategory) found.ask_memory(view.insights);
    if (lane->kind == LaneKind::Metrics)
      found.ask_metric(view.insights, static_cast<DeviceMetric>(lane->index));
  }
  found.path = view.path.lane;
  return found;
}

}  // namespace

SvgTimeline view_picture(OpenTrace& trace, const Style& style, ThemeKind theme) {
  TraceView& view = trace.view;
  const Rect lanes = trace.panes->timeline.lanes_area();
  SvgTimeline picture;
  picture.snapshot = view.drawn();
  picture.title = session_name(view.session());
  picture.tree = view.lanes.tree();
  picture.layout = view.lanes.layout();
  picture.viewport = view.viewport;
  picture.scroll_px = view.lanes.scroll_px();
  picture.labels_px = trace.panes->timeline.labels_px();
  picture.height_px = lanes.height();
  picture.scale = style.scale;
  picture.selected = view.selection.events();
  picture.range = view.selection.range();
  picture.found = found_lanes(view);
  picture.theme = theme;
  const Colors& c = style.color;
  picture.color = {rgb_of(c.background), rgb_of(c.panel),  rgb_of(c.raised),
                   rgb_of(c.line),       rgb_of(c.text),   rgb_of(c.dim),
                   rgb_of(c.faint),      rgb_of(c.accent), rgb_of(c.selection)};
  return picture;
}

}  // namespace lanescope
