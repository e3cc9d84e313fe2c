#include "app/widgets/draw/progress_bar.h"

#include <algorithm>

#include "core/base/clamped.h"

namespace lanescope {

void draw_progress_bar(const Ui& ui, ImDrawList& list, Rect bar, float share) {
  const float rounding = bar.height() / 2;
  list.AddRectFilled(bar.min(), bar.max(), ui.color().line, rounding);
  const float width = clamped(share, 0.0F, 1.0F) * bar.width();
  if (width >= 1)
    list.AddRectFilled(bar.min(), {bar.x0 + width, bar.y1}, ui.color().accent, rounding);
}

}  // namespace lanescope
