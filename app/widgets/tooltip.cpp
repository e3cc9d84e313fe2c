#include "app/widgets/tooltip.h"

#include <algorithm>
#include <cfloat>

#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kMaxTextPx = 460;
constexpr std::size_t kMostNameLines = 3;
constexpr float kMousePx = 14;   // from the mouse
constexpr float kAboutPx = 4;    // from what it is about
constexpr float kSwatchPx = 16;  // including the gap after it
constexpr float kBesidePx = 8;   // from the panel that it is beside

/// See TooltipsBeside.
Rect kept_clear;
/// See TooltipsRightOf.
Rect kept_names;

/// Where a box has to begin.
float left_begin(const Ui& ui, ImVec2 mouse) {
  const float edge = ui.px(4);
  return mouse.x >= kept_names.x1 ? std::max(edge, kept_names.x1) : edge;
}

/// Where a box of this width has to end.
float right_end(const Ui& ui, ImVec2 mouse, float width) {
  const float edge = ui.px(4);
  const float before_panel = kept_clear.x0 - ui.px(kBesidePx);
  const bool beside = !kept_clear.empty() && mouse.x < kept_clear.x0 && width + edge < before_panel;
  return beside ? before_panel : ImGui::GetIO().DisplaySize.x - edge;
}

const Face& face_of(const Ui& ui, const TooltipLine& line) {
  return line.face != nullptr ? *line.face : ui.face().ui;
}

struct TooltipSize {
  float labels = 0, values = 0, headline = 0, headline_height = 0, row = 0, height = 0;
};

std::size_t most_lines(const TooltipLine& line) {
  return line.name ? kMostNameLines : 0;
}

/// Of a line without a label. Returns the height; only measures if `list` is null.
float draw_headline(const Ui& ui, const TooltipLine& line, ImDrawList* list, ImVec2 at,
                    ImU32 color) {
  const Face& face = face_of(ui, line);
  const float room = ui.px(kMaxTextPx);
  return line.sentence
             ? draw_sentence(list, ui, face, at, room, color, line.text)
             : draw_text_wrapped(list, face, at, room, color, line.text, most_lines(line));
}

float headline_width(const Ui& ui, const TooltipLine& line) {
  const Face& face = face_of(ui, line);
  const float wide =
      line.sentence ? sentence_width(ui, face, line.text) : widest_line(face, line.text);
  return std::min(wide, ui.px(kMaxTextPx));
}

TooltipSize measure(const Ui& ui, std::span<const TooltipLine> lines) {
  TooltipSize size;
  size.row = ui.px(19);
  for (const TooltipLine& line : lines) {
    if (line.label.empty()) {
      const float height = draw_headline(ui, line, nullptr, {}, 0);
      size.headline = std::max(size.headline, headline_width(ui, line));
      size.headline_height += height + ui.px(3);
      size.height += height + ui.px(3);
    } else {
      const float swatch = line.swatch != 0 ? ui.px(kSwatchPx) : 0;
      size.labels = std::max(size.labels, text_width(ui.face().ui, line.label) + swatch);
      size.values = std::max(size.values,
                             std::min(text_width(face_of(ui, line), line.text), ui.px(kMaxTextPx)));
      size.height += size.row;
    }
  }
  return size;
}

/// On the right of the mouse, else on its left, else, if that does not cover the mouse, where there
/// is room.
float box_x(const Ui& ui, ImVec2 mouse, float width, bool clear_of_mouse) {
  const float gap = ui.px(kMousePx), edge = ui.px(4);
  const float begin = left_begin(ui, mouse), end = right_end(ui, mouse, width);
  const float screen_end = ImGui::GetIO().DisplaySize.x - edge;
  const float right = mouse.x + gap, left = mouse.x - gap - width;
  if (right + width <= end) return right;
  if (left >= begin) return left;
  if (clear_of_mouse && end - width >= begin) return end - width;
  if (right + width <= screen_end) return right;
  if (clear_of_mouse && screen_end - width >= begin) return screen_end - width;
  return std::max(edge, left);
}

/// Next to the mouse, and clear of what it is about.
Rect place_box(const Ui& ui, ImVec2 mouse, Rect about, ImVec2 size) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float gap = ui.px(kMousePx), clear = ui.px(kAboutPx), edge = ui.px(4);
  if (about.empty()) about = {mouse.x, mouse.y, mouse.x, mouse.y};
  float y = std::max(mouse.y + gap, about.y1 + clear);
  if (y + size.y > screen.y - edge)
    y = std::max(edge, std::min(mouse.y - gap, about.y0 - clear) - size.y);
  y = std::floor(y);
  const bool clear_of_mouse = y > mouse.y || y + size.y < mouse.y;
  const float x = std::floor(box_x(ui, mouse, size.x, clear_of_mouse));
  return {x, y, x + size.x, y + size.y};
}

void draw_swatch(const Ui& ui, ImDrawList& list, ImVec2 at, float line_px, ImU32 color) {
  const float top = at.y + std::floor((line_px - ui.px(9)) / 2);
  list.AddRectFilled({at.x, top}, {at.x + ui.px(9), top + ui.px(9)}, color, ui.px(2));
}

}  // namespace

TooltipsBeside::TooltipsBeside(Rect panel) {
  kept_clear = panel;
}

TooltipsBeside::~TooltipsBeside() {
  kept_clear = {};
}

TooltipsRightOf::TooltipsRightOf(Rect names) {
  kept_names = names;
}

TooltipsRightOf::~TooltipsRightOf() {
  kept_names = {};
}

void draw_floating_box(const Ui& ui, ImDrawList& list, Rect box, float rounding) {
  const ImU32 shadow = faded(ui.color().shadow, 0.35F);
  for (int i = 3; i > 0; --i) {
    const float grow = ui.px(static_cast<float>(i) * 1.5F);
    list.AddRectFilled({box.x0 - grow, box.y0 - grow + ui.px(2)},
                       {box.x1 + grow, box.y1 + grow + ui.px(2)}, shadow, rounding + grow);
  }
  list.AddRectFilled(box.min(), box.max(), ui.color().raised, rounding);
  list.AddRect(box.min(), box.max(), ui.color().line, rounding);
}

void draw_tooltip(const Ui& ui, ImVec2 mouse, std::span<const TooltipLine> lines, ImU32 swatch,
                  Rect about) {
  const TooltipSize size = measure(ui, lines);
  const float pad_x = ui.px(12);
  const float pad_y = ui.px(9);
  const float swatch_width = swatch != 0 ? ui.px(kSwatchPx) : 0;
  const float columns = size.values > 0 ? size.labels + ui.px(18) + size.values : 0;
  const float width = std::max(size.headline + swatch_width, columns) + 2 * pad_x;
  const Rect box =
      place_box(ui, mouse, about, {std::ceil(width), std::ceil(size.height) + 2 * pad_y});
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  draw_floating_box(ui, list, box, ui.px(6));
  float y = box.y0 + pad_y;
  bool first = true;
  for (const TooltipLine& line : lines) {
    const ImU32 color = line.color != 0 ? line.color : ui.color().text;
    if (line.label.empty()) {
      const float indent = first ? swatch_width : 0;
      if (indent > 0) draw_swatch(ui, list, {box.x0 + pad_x, y}, face_of(ui, line).size_px, swatch);
      y += draw_headline(ui, line, &list, {box.x0 + pad_x + indent, y}, color);
      y += ui.px(3);
    } else {
      const float indent = line.swatch != 0 ? ui.px(kSwatchPx) : 0;
      if (indent > 0) draw_swatch(ui, list, {box.x0 + pad_x, y}, size.row, line.swatch);
      draw_text(list, ui.face().ui,
                {box.x0 + pad_x + indent, centered_y(ui.face().ui, y, y + size.row)},
                ui.color().dim, line.label);
      const float x = box.x0 + pad_x + size.labels + ui.px(18);
      draw_text_fitted(list, face_of(ui, line), {x, centered_y(face_of(ui, line), y, y + size.row)},
                       box.x1 - pad_x - x + 1, color, line.text);
      y += size.row;
    }
    first = false;
  }
}

void draw_hint(const Ui& ui, Rect thing, std::string_view text) {
  const Face& face = ui.face().small;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float one_line = std::ceil(sentence_width(ui, face, text));
  const float room = screen.x - ui.px(24);
  const bool wraps = one_line > room;
  const float width = std::min(one_line, room) + ui.px(16);
  const float line_px = wraps ? room : FLT_MAX;
  const float more = draw_sentence(nullptr, ui, face, {}, line_px, 0, text) - face.size_px;
  const float height = ui.px(24) + std::max(more, 0.0F);
  const float x =
      clamped(std::floor((thing.x0 + thing.x1 - width) / 2), ui.px(4), screen.x - width - ui.px(4));
  const bool below = thing.y1 + ui.px(6) + height < screen.y;
  const float y = below ? thing.y1 + ui.px(6) : thing.y0 - ui.px(6) - height;
  const Rect box{x, y, x + width, y + height};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  draw_floating_box(ui, list, box, ui.px(5));
  const ImVec2 at{x + ui.px(8), centered_y(face, box.y0, box.y0 + ui.px(24))};
  draw_sentence(&list, ui, face, at, line_px, ui.color().text, text);
}

}  // namespace lanescope
