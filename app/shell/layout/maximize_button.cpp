#include "app/shell/layout/maximize_button.h"

#include <cmath>
#include <string>
#include <string_view>

#include "app/widgets/button.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kHeightPx = 24, kGapPx = 12;

struct Wording {
  std::string_view mark, label, hint;
};
constexpr Wording kMaximize{"bottom.maximize", "Maximize", "Show the tab in place of the lanes"};
constexpr Wording kRestore{"bottom.restore", "Restore",
                           "Show the lanes again, as a double-click beside the tabs does"};

}  // namespace

void draw_maximize_button(const Ui& ui, const KeyTexts& keys, Rect& row, PaneSizes& sizes) {
  const Wording& words = sizes.bottom_maximized ? kRestore : kMaximize;
  Rect rect = row.cut_right(text_button_width(ui, words.label));
  row.cut_right(ui.px(kGapPx));
  const float y = std::floor((rect.y0 + rect.y1 - ui.px(kHeightPx)) / 2);
  rect = {rect.x0, y, rect.x1, y + ui.px(kHeightPx)};
  if (text_button(ui, words.mark, rect, words.label)) toggle_maximized(sizes);
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) return;
  const std::string key = keys.keys_of("maximize_bottom");
  std::string hint(words.hint);
  if (!key.empty()) hint += " (" + key + ")";
  draw_hint(ui, rect, hint);
}

}  // namespace lanescope
