#include "app/widgets/key_value.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "app/widgets/clipboard.h"
#include "app/widgets/draw/name_text.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 20;

/// As of an argument or a kernel. Those that are alike often differ at their ends.
bool is_identifier(std::string_view text) {
  return text.find(' ') == std::string_view::npos;
}

/// Cut in the middle if it is an identifier, else at the end. Returns the width drawn.
float draw_name(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                std::string_view text) {
  return is_identifier(text) ? draw_text_ends(list, face, at, width, color, text)
                             : draw_text_fitted(list, face, at, width, color, text);
}

/// "train.py:41", as opposed to words.
bool is_place(std::string_view text) {
  return is_identifier(text) && text.find(':') != std::string_view::npos;
}

/// The tooltip: what was cut of the key or the value, and what it is. Empty texts are left out.
void explain_fact(const Ui& ui, std::string_view key, std::string_view help,
                  std::string_view whole) {
  std::array<TooltipLine, 4> lines;
  std::size_t count = 0;
  if (!key.empty()) lines[count++] = {"", key, 0, &ui.face().ui};
  if (!help.empty()) lines[count++] = tooltip_sentence(help);
  if (!whole.empty()) lines[count++] = {"", whole, 0, &ui.face().mono};
  if (count == 0) return;
  lines[count++] = {"", "click to copy", ui.color().dim, &ui.face().small};
  draw_tooltip(ui, ImGui::GetIO().MousePos, {lines.data(), count});
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

Press FactColumn::pressed(std::string_view id, Rect rect) {
  ImGui::PushID(rows_++);
  const Press press = press_area(*ui_, id, rect);
  ImGui::PopID();
  return press;
}

/// As for links under the mouse.
void FactColumn::underline(float x0, float x1, float text_y, ImU32 color) {
  const float y = text_y + ui_->face().ui.size_px - ui_->px(1);
  ImGui::GetWindowDrawList()->AddRectFilled({x0, y}, {x1, y + 1}, color);
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

/// Clicking the rectangle copies `whole`; hovering shows it if `hint` is set.
void FactColumn::copy_on_click(std::string_view id, Rect rect, std::string_view whole,
                               const Face& face, bool hint) {
  const Press press = pressed(id, rect);
  if (press.clicked) copy_text(*ui_, std::string(whole));
  if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!press.hovered || !ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) return;
  const TooltipLine lines[] = {{"", whole, 0, &face},
                               {"", "click to copy", ui_->color().dim, &ui_->face().small}};
  const std::span<const TooltipLine> all(lines);
  draw_tooltip(*ui_, ImGui::GetIO().MousePos, hint ? all : all.subspan(1), 0, rect);
}

void FactColumn::title(std::string_view text, std::string_view whole, float reserved_px) {
  const Face& face = ui_->face().title;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float top = y_;
  y_ += draw_text_wrapped(list, face, {x0_, y_}, width() - reserved_px, ui_->color().text, text);
  copy_on_click("details.title", {x0_, top, x1_ - reserved_px, y_}, whole.empty() ? text : whole,
                ui_->face().mono, !whole.empty());
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

void FactColumn::fact(std::string_view key, std::string_view value, std::string_view exact,
                      std::string_view help) {
  const Rect rect = row(ui_->px(kRowPx));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Press press = pressed(key, rect);
  const Face& face = ui_->face().mono;
  const Face& words = ui_->face().ui;
  const float value_px = text_width(face, value);
  // A name that a short value leaves room for is not cut to make place for a longer one.
  const float key_room_px = std::max(width() * 0.7F, width() - std::ceil(value_px) - ui_->px(12));
  const bool key_is_cut = text_width(words, key) > key_room_px;
  const float key_width = draw_name(list, words, {rect.x0, centered_y(words, rect.y0, rect.y1)},
                                    key_room_px, ui_->color().dim, key);
  const float room_px = width() - key_width - ui_->px(12);
  const float y = centered_y(face, rect.y0, rect.y1);
  const ImU32 color = press.hovered ? ui_->color().accent : ui_->color().text;
  if (value_px <= room_px || is_place(value)) {
    draw_text_tail(list, face, rect.x1, y, room_px, color, value);  // the end of a path tells most
  } else {
    draw_text_fitted(list, face, {rect.x1 - room_px, y}, room_px, color, value);
  }
  const std::string_view whole = exact.empty() ? value : exact;
  if (press.clicked) copy_text(*ui_, std::string(whole));
  const bool more = value_px > room_px || !exact.empty();
  if (!press.hovered || !ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) return;
  explain_fact(*ui_, key_is_cut ? key : "", help, more ? whole : "");
}

void FactColumn::code(std::string_view text, std::string_view exact, bool faint) {
  const Face& face = faint ? ui_->face().small : ui_->face().mono;
  const ImU32 color = faint ? ui_->color().faint : ui_->color().dim;
  space(1);
  const float top = y_;
  y_ += draw_text_wrapped(ImGui::GetWindowDrawList(), face, {x0_, y_}, width(), color, text);
  copy_on_click("code", {x0_, top, x1_, y_}, exact.empty() ? text : exact, face, !exact.empty());
  space(3);
}

bool FactColumn::link(std::string_view id, std::string_view text, std::string_view value,
                      bool faint, std::size_t differs_at) {
  const Rect rect = row(ui_->px(kRowPx));
  const Press press = pressed(id, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui_->face().ui;
  const Face& aside = is_place(value) ? ui_->face().mono : ui_->face().small;
  // A long place is shortened in favor of the name.
  const float wanted = text_width(face, text);
  const float value_px = value.empty() ? 0 : text_width(aside, value) + ui_->px(12);
  const float text_px = std::min(wanted, std::max(width() - value_px, width() * 0.5F));
  const ImU32 color = faint && !press.hovered ? ui_->color().faint : ui_->color().accent;
  const float y = centered_y(face, rect.y0, rect.y1);
  const float drawn = differs_at == 0 ? draw_name(list, face, {rect.x0, y}, text_px, color, text)
                                      : draw_name_fitted(list, face, {rect.x0, y}, text_px, color,
                                                         text, differs_at);
  if (press.hovered) underline(rect.x0, rect.x0 + drawn, y, color);
  const float room = std::max(width() - drawn - ui_->px(12), 0.0F);
  const float aside_y = centered_y(aside, rect.y0, rect.y1);
  const ImU32 aside_color = faint ? ui_->color().faint : ui_->color().dim;
  if (is_place(value)) {
    draw_text_tail(list, aside, rect.x1, aside_y, room, aside_color, value);
  } else {
    // Numbers are cut at the end, not at the start.
    const float aside_px = std::min(std::ceil(text_width(aside, value)), room);
    draw_text_fitted(list, aside, {rect.x1 - aside_px, aside_y}, aside_px, aside_color, value);
  }
  const bool cut = wanted > text_px || drawn + value_px > width();
  if (press.hovered && cut && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) {
    const TooltipLine lines[] = {{"", text, 0, &face}, {"", value, ui_->color().dim, &aside}};
    draw_tooltip(*ui_, ImGui::GetIO().MousePos, lines);
  }
  return press.clicked;
}

FactColumn::FrameClick FactColumn::frame(std::string_view name, std::string_view place,
                                         bool faint) {
  const Rect rect = row(ui_->px(kRowPx));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui_->face().ui;
  const Face& mono = ui_->face().mono;
  const Colors& c = ui_->color();
  const float gap = ui_->px(12);
  const float name_px = place.empty() ? width() : std::min(text_width(face, name), width() * 0.55F);
  const float split = std::min(rect.x1, rect.x0 + name_px + gap / 2);
  ImGui::PushID(rows_);
  const Press left = press_area(*ui_, name, {rect.x0, rect.y0, split, rect.y1});
  const bool left_rests = ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort);
  Press right;
  bool right_rests = false;
  if (!place.empty()) {
    right = press_area(*ui_, place, {split, rect.y0, rect.x1, rect.y1});
    right_rests = ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort);
  }
  ImGui::PopID();
  const ImU32 name_color = left.hovered ? c.accent : faint ? c.faint : c.text;
  const ImU32 place_color = right.hovered || !faint ? c.accent : c.faint;
  const float drawn = draw_text_fitted(list, face, {rect.x0, centered_y(face, rect.y0, rect.y1)},
                                       name_px, name_color, name);
  draw_text_tail(list, mono, rect.x1, centered_y(mono, rect.y0, rect.y1), width() - drawn - gap,
                 place_color, place);
  if (left.hovered || right.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (left_rests || right_rests) {
    const TooltipLine lines[] = {
        {"", name, 0, &face},
        {"", place, c.dim, &mono},
        {"", left_rests ? "click to go there" : "click to open in the editor", c.dim,
         &ui_->face().small}};
    draw_tooltip(*ui_, ImGui::GetIO().MousePos, lines);
  }
  if (left.clicked) return FrameClick::Name;
  return right.clicked ? FrameClick::Place : FrameClick::None;
}

void FactColumn::path_begin() {
  path_x_ = x0_;
}

bool FactColumn::path_part(std::string_view text) {
  constexpr std::string_view kBetween = "›";
  const Face& face = ui_->face().ui;
  const float gap = ui_->px(5);
  const float wide = std::min(text_width(face, text), width());
  const float between = text_width(face, kBetween);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (path_x_ > x0_) {
    draw_text(list, face, {path_x_ + gap, centered_y(face, y_, y_ + ui_->px(kRowPx))},
              ui_->color().faint, kBetween);
    path_x_ += between + 2 * gap;
    if (path_x_ + wide > x1_) {
      y_ += ui_->px(kRowPx);
      path_x_ = x0_;
    }
  }
  const Rect rect{path_x_, y_, path_x_ + wide, y_ + ui_->px(kRowPx)};
  const Press press = pressed(text, rect);
  const float y = centered_y(face, rect.y0, rect.y1);
  draw_text_fitted(list, face, {rect.x0, y}, wide + 1, ui_->color().accent, text);
  if (press.hovered) underline(rect.x0, rect.x1, y, ui_->color().accent);
  path_x_ = rect.x1;
  return press.clicked;
}

void FactColumn::path_end() {
  y_ += ui_->px(kRowPx);
}

void FactColumn::text(std::string_view text) {
  y_ += draw_sentence(ImGui::GetWindowDrawList(), *ui_, ui_->face().ui, {x0_, y_}, width(),
                      ui_->color().text, text);
  space(4);
}

void FactColumn::note(std::string_view text) {
  y_ += draw_sentence(ImGui::GetWindowDrawList(), *ui_, ui_->face().small, {x0_, y_}, width(),
                      ui_->color().faint, text);
  space(4);
}

}  // namespace lanescope
