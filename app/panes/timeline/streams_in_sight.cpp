#include "app/panes/timeline/streams_in_sight.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr int kStreams = 2;

void bring_streams_in_sight(TraceLanes& lanes) {
  const LaneLayout& layout = lanes.layout();
  const float room_px = lanes.height_px() - layout.pinned_height_px;
  const LayoutItem *first = nullptr, *last = nullptr;
  int streams = 0;
  for (const LayoutItem& item : layout.items) {
    if (item.header || !is_stream(lanes.tree().at(item.lane).role)) continue;
    if (first == nullptr) first = &item;
    last = &item;
    if (++streams == kStreams) break;
  }
  if (first == nullptr || last->bottom_px() <= room_px) return;
  lanes.scroll_to(std::min(first->y_px, std::max(0.0F, layout.content_height_px - room_px)));
}

}  // namespace

void StreamsInSight::update(TraceView& view) {
  if (done_ || view.run.comparison != nullptr || !view.drawn()->complete || view.lanes.settling())
    return;
  done_ = true;
  if (view.selection.empty() && !view.lanes.scrolling() && view.lanes.scroll_px() == 0)
    bring_streams_in_sight(view.lanes);
}

}  // namespace lanescope
