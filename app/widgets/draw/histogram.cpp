#include "app/widgets/draw/histogram.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

void draw_histogram(const Ui& ui, ImDrawList& list, Rect area, std::span<const std::uint32_t> bins,
                    std::uint32_t own, ImU32 color) {
  if (bins.empty()) return;
  const float most = static_cast<float>(std::max(1U, *std::ranges::max_element(bins)));
  const float step = area.width() / static_cast<float>(bins.size());
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const float share = static_cast<float>(bins[i]) / most;
    // A bin that holds anything is seen.
    const float height = bins[i] == 0 ? 1 : std::max(ui.px(2), std::round(area.height() * share));
    const float x0 = std::round(area.x0 + step * static_cast<float>(i));
    const float x1 = std::round(area.x0 + step * static_cast<float>(i + 1)) - ui.px(1);
    const ImU32 fill = bins[i] == 0 ? ui.color().line : i == own ? ui.color().selection : color;
    list.AddRectFilled({x0, area.y1 - height}, {x1, area.y1}, fill);
  }
}

}  // namespace lanescope
