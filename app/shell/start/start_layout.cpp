#include "app/shell/start/start_layout.h"

#include <algorithm>

#include "app/widgets/button.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kWordsPx = 40, kButtonPx = 44, kHintPx = 40, kLinkPx = 30;
constexpr float kAroundLabelPx = 48;  // the icon before the label of a button, and its margins
constexpr float kHintGapPx = 16;

float wrapped_px(const Face& face, float width, std::string_view text) {
  return draw_text_wrapped(nullptr, face, {}, width, 0, text);
}

/// All of them, or an equal number in each row.
std::size_t most_side_by_side(const Ui& ui, float width, std::span<const std::string_view> labels) {
  float longest = 0;
  for (const std::string_view label : labels)
    longest = std::max(longest, text_width(ui.face().ui, label));
  const float least = longest + ui.px(kAroundLabelPx);
  std::size_t count = labels.size();
  while (count > 1) {
    const auto in_row = static_cast<float>(count);
    const bool fits = in_row * least + (in_row - 1) * ui.px(kStartGapPx) <= width;
    if (fits && labels.size() % count == 0) break;
    --count;
  }
  return std::max<std::size_t>(count, 1);
}

}  // namespace

StartLayout StartLayout::of(const Ui& ui, float width, const StartWords& words) {
  StartLayout out;
  const Face& face = ui.face().ui;
  const Face& small = ui.face().small;
  out.words_px = ui.px(kWordsPx) + wrapped_px(face, width, words.what_for) - face.size_px;
  out.side_by_side = most_side_by_side(ui, width, words.buttons);
  out.button_px = ui.px(kButtonPx);
  const auto rows = static_cast<float>(words.buttons.size() / out.side_by_side);
  out.buttons_px = rows * out.button_px + (rows - 1) * ui.px(kStartGapPx);
  const float link = words.link.empty() ? 0 : text_button_width(ui, words.link);
  out.link_below = link > 0 && text_width(small, words.hint) + ui.px(kHintGapPx) + link > width;
  const float hint_width = out.link_below || link == 0 ? width : width - link - ui.px(kHintGapPx);
  out.hint_px = ui.px(kHintPx) + wrapped_px(small, hint_width, words.hint) - small.size_px +
                (out.link_below ? ui.px(kLinkPx) : 0);
  return out;
}

float StartLayout::head_px(const Ui& ui) const {
  return ui.px(kStartNamePx) + words_px + buttons_px + hint_px;
}

}  // namespace lanescope
