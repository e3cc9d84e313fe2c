#include "app/shell/layout/split_lines.h"

#include "app/widgets/splitter.h"

namespace lanescope {

void drag_lines(const Ui& ui, const Areas& areas, PaneSizes& sizes) {
  const Rect labels_line{areas.timeline.x0 + areas.labels_px - 1, areas.timeline.y0,
                         areas.timeline.x0 + areas.labels_px, areas.timeline.y1};
  const SplitterMove labels = vertical_splitter(ui, "split.labels", labels_line);
  if (labels.moved) drag_labels(sizes, labels.delta_px, ui.style);
  if (labels.reset) sizes.labels_px = PaneSizes().labels_px;
  if (!areas.details.empty()) {
    const SplitterMove details = vertical_splitter(ui, "split.details", areas.details_line);
    if (details.moved) drag_details(sizes, details.delta_px, ui.style);
    if (details.reset) sizes.details_px = PaneSizes().details_px;
  }
  if (sizes.bottom_shown) {
    const SplitterMove bottom = horizontal_splitter(ui, "split.bottom", areas.bottom_line);
    if (bottom.moved) drag_bottom(sizes, bottom.delta_px, ui.style);
    if (bottom.reset) sizes.bottom_px = PaneSizes().bottom_px;
  }
}

}  // namespace lanescope
