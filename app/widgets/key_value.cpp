#include "app/widgets/key_value.h"

#include <algorithm>
#include <string>

#include "app/widgets/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 20;

/// "train.py:41", as opposed to words.
bool is_place(std::string_view text) {
  return text.find(' ') == std::string_view::npos && text.find(':') != std::string_view::npos;
}

}  // namespace

Rect FactColumn::row(float height_px) {
  const Rect rect{x0_, y_, x1_, y_ + height_px};
  y_ += height_px;
  ++rows_;
  return rect;
}

Rect FactColumn::room(float height_px) {
  return row(ui_->px(height_px));
}

void FactColumn::title(std::string_view text, float reserved_px) {
  const Face& face = ui_->face().title;
  ImDrawList* list = ImGui::GetWindowDrawList();
  y_ += draw_text_wrapped(list, face, {x0_, y_}, width() - reserved_px, ui_->color().text, text);
  space(2);
}

void FactColumn::subtitle(std::string_view text) {
  const Face& face = ui_->face().small;
  y_ += draw_text_wrapped(ImGui::GetWindowDrawList(), face, {x0_, y_}, width(), ui_->color().dim,
                          text);
  space(8);
}

void FactColumn::section(std::string_view text) {
  space(14);
  const Rect rect = row(ui_->px(22));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, ui_->face().head,
            {rect.x0, centered_y(ui_->face().head, rect.y0, rect.y1 - ui_->px(3))},
            ui_->color().faint, text);
  list.AddRectFilled({rect.x0, rect.y1 - 1}, {rect.x1, rect.y1}, ui_->color().line);
  space(5);
}

void FactColumn::fact(std::string_view key, std::string_view value, std::string_view exact) {
  const Rect rect = row(ui_->px(kRowPx));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(rows_);
  const Press press = press_area(*ui_, key, rect);
  ImGui::PopID();
  const Face& face = ui_->face().mono;
  const float key_width = draw_text_fitted(list, ui_->face().ui,
                                           {rect.x0, centered_y(ui_->face().ui, rect.y0, rect.y1)},
                                           width() * 0.7F, ui_->color().dim, key);
  const float room_px = width() - key_width - ui_->px(12);
  draw_text_tail(list, face, rect.x1, centered_y(face, rect.y0, rect.y1), room_px,
                 press.hovered ? ui_->color().accent : ui_->color().text, value);
  const std::string_view whole = exact.empty() ? value : exact;
  if (press.clicked) ImGui::SetClipboardText(std::string(whole).c_str());
  const bool cut = text_width(face, value) > room_px;
  if (press.hovered && (cut || !exact.empty()) &&
      ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) {
    const TooltipLine lines[] = {{"", whole, 0, &face},
                                 {"", "click to copy", ui_->color().dim, &ui_->face().small}};
    draw_tooltip(*ui_, ImGui::GetIO().MousePos, lines);
  }
}

void FactColumn::code(std::string_view text) {
  const Face& face = ui_->face().mono;
  space(1);
  y_ += draw_text_wrapped(ImGui::GetWindowDrawList(), face, {x0_, y_}, width(), ui_->color().dim,
                          text);
  space(3);
}

bool FactColumn::link(std::string_view id, std::string_view text, std::string_view value,
                      bool faint) {
  const Rect rect = row(ui_->px(kRowPx));
  ImGui::PushID(rows_);
  const Press press = press_area(*ui_, id, rect);
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui_->face().ui;
  const Face& aside = is_place(value) ? ui_->face().mono : ui_->face().small;
  // A long place gives way to the name.
  const float wanted = text_width(face, text);
  const float value_px = value.empty() ? 0 : text_width(aside, value) + ui_->px(12);
  const float text_px = std::min(wanted, std::max(width() - value_px, width() * 0.5F));
  const ImU32 color = faint && !press.hovered ? ui_->color().faint : ui_->color().accent;
  const float y = centered_y(face, rect.y0, rect.y1);
  const float drawn = draw_text_fitted(list, face, {rect.x0, y}, text_px, color, text);
  if (press.hovered) {
    const float line_y = y + face.size_px - ui_->px(1);
    list.AddRectFilled({rect.x0, line_y}, {rect.x0 + drawn, line_y + 1}, color);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  draw_text_tail(list, aside, rect.x1, centered_y(aside, rect.y0, rect.y1),
                 width() - drawn - ui_->px(12), faint ? ui_->color().faint : ui_->color().dim,
                 value);
  const bool cut = wanted > text_px || drawn + value_px > width();
  if (press.hovered && cut && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) {
    const TooltipLine lines[] = {{"", text, 0, &face}, {"", value, ui_->color().dim, &aside}};
    draw_tooltip(*ui_, ImGui::GetIO().MousePos, lines);
  }
  return press.clicked;
}

void FactColumn::entry(std::string_view name, std::string_view place, bool faint) {
  const Rect rect = row(ui_->px(kRowPx));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui_->face().ui;
  const Face& mono = ui_->face().mono;
  const float name_room = place.empty() ? width() : width() * 0.55F;
  const float drawn =
      draw_text_fitted(list, face, {rect.x0, centered_y(face, rect.y0, rect.y1)}, name_room,
                       faint ? ui_->color().faint : ui_->color().text, name);
  draw_text_tail(list, mono, rect.x1, centered_y(mono, rect.y0, rect.y1),
                 width() - drawn - ui_->px(12), faint ? ui_->color().faint : ui_->color().dim,
                 place);
}

void FactColumn::text(std::string_view text) {
  y_ += draw_text_wrapped(ImGui::GetWindowDrawList(), ui_->face().ui, {x0_, y_}, width(),
                          ui_->color().text, text);
  space(4);
}

void FactColumn::note(std::string_view text) {
  y_ += draw_text_wrapped(ImGui::GetWindowDrawList(), ui_->face().small, {x0_, y_}, width(),
                          ui_->color().faint, text);
  space(4);
}

}  // namespace lanescope
