#include "app/shell/keys/key_list.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/shell/keys/commands.h"
#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 26;
constexpr const char* kMouseHead = "MOUSE AND HELD KEYS";

bool shown(std::string_view filter, std::string_view group, std::string_view what,
           std::string_view how) {
  return holds_ignoring_case(group, filter) || holds_ignoring_case(what, filter) ||
         holds_ignoring_case(how, filter);
}

/// The key pressed in this frame, with its modifiers.
std::optional<Chord> pressed_chord() {
  for (int i = ImGuiKey_NamedKey_BEGIN; i < ImGuiKey_NamedKey_END; ++i) {
    const auto key = static_cast<ImGuiKey>(i);
    if (!is_plain_key(key) || !ImGui::IsKeyPressed(key, false)) continue;
    return Chord{key, ImGui::GetIO().KeyMods, 0, false};
  }
  return std::nullopt;
}

float draw_head(const Ui& ui, Rect inner, float y, std::string_view title) {
  y += ui.px(12);
  draw_text(ui.face().head, {inner.x0, y}, ui.color().faint, title);
  y += ui.px(20);
  fill_rect({inner.x0, y - ui.px(3), inner.x1 - ui.px(8), y - ui.px(2)}, ui.color().line);
  return y;
}

}  // namespace

void KeyList::open() {
  open_ = true;
  take_focus_ = true;
  filter_.clear();
  waiting_for_ = warned_ = {};
  scroll_px_ = 0;
}

void KeyList::draw(const Ui& ui, KeyMap& keys, const SystemOffers& offers) {
  if (!open_) return;
  Dialog dialog(ui, "keys.dialog", {660, 640});
  if (!dialog.shown()) return;
  const bool waited = !waiting_for_.empty();
  take_keys(keys);
  draw_content(ui, dialog.area(), keys, offers);
  // An Esc that cancels waiting for keys must not close the dialog too.
  if (dialog.dismissed() && !(waited && ImGui::IsKeyPressed(ImGuiKey_Escape, false))) {
    open_ = false;
    dialog.close();
  }
}

void KeyList::take_keys(KeyMap& keys) {
  const Command* command = find_command(waiting_for_);
  if (command == nullptr) return;
  const auto chord = pressed_chord();
  if (!chord) return;
  waiting_for_ = {};
  if (chord->key == ImGuiKey_Escape) return;
  keys.set(*command, *chord);
  warned_ = command->id;
  warning_.clear();
  for (const std::string_view other : keys.also_does(*chord, *command)) {
    warning_ += warning_.empty() ? "also: " : ", ";
    warning_ += other;
  }
}

void KeyList::draw_content(const Ui& ui, Rect box, KeyMap& keys, const SystemOffers& offers) {
  Rect inner = box.inset(ui.px(20), ui.px(16));
  Rect head = inner.cut_top(ui.px(34));
  draw_text(ui.face().title, head.min(), ui.color().text, "Keys and mouse");
  draw_presets(ui, head, keys);
  text_field(ui, "keys.filter", inner.cut_top(ui.px(32)), filter_,
             "Filter; click a command to change its keys", icon::kSearch, take_focus_);
  take_focus_ = false;
  inner.cut_top(ui.px(8));
  if (ImGui::IsWindowHovered()) scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(60);
  scroll_px_ = scrollbar(ui, "keys.scroll", {inner.x0, inner.y0, inner.x1 + ui.px(12), inner.y1},
                         content_px_, scroll_px_);
  ImGui::PushClipRect(inner.min(), inner.max(), true);
  draw_rows(ui, inner, keys, offers);
  ImGui::PopClipRect();
}

void KeyList::draw_presets(const Ui& ui, Rect row, KeyMap& keys) {
  float x = row.x1;
  for (int i = kKeyPresets - 1; i >= 0; --i) {
    const auto preset = static_cast<KeyPreset>(i);
    const std::string_view title = preset_title(preset);
    const float width = text_button_width(ui, title);
    const Rect rect{x - width, row.y0 - ui.px(4), x, row.y0 + ui.px(22)};
    const bool on = keys.preset == preset && keys.changed.empty();
    if (text_button(ui, {"keys.preset.", title}, rect, title, on)) {
      keys.use(preset);
      warned_ = waiting_for_ = {};
    }
    x = rect.x0 - ui.px(2);
  }
}

void KeyList::draw_rows(const Ui& ui, Rect area, KeyMap& keys, const SystemOffers& offers) {
  const float top = area.y0 - std::floor(scroll_px_);
  float y = top;
  std::string_view group;
  for (const Command& command : commands()) {
    if (!offers.has(command.need)) continue;
    const std::string_view title = group_title(command.group);
    const std::string how = keys_text(keys.keys_of(command));
    if (!shown(filter_, title, command.title, how)) continue;
    if (title != group) y = draw_head(ui, area, y, title);
    group = title;
    y = draw_command(ui, {area.x0, y, area.x1 - ui.px(8), y + ui.px(kRowPx)}, area, command, keys);
  }
  bool headed = false;
  for (const MouseHelp& help : mouse_help()) {
    if (!shown(filter_, kMouseHead, help.what, help.how_with(keys))) continue;
    if (!headed) y = draw_head(ui, area, y, kMouseHead);
    headed = true;
    const float line_y = centered_y(ui.face().ui, y, y + ui.px(kRowPx));
    draw_text(ui.face().ui, {area.x0, line_y}, ui.color().text, help.what);
    draw_text_right(ui.face().ui, area.x1 - ui.px(34), line_y, ui.color().dim, help.how_with(keys));
    y += ui.px(kRowPx);
  }
  content_px_ = y - top + ui.px(8);
}

float KeyList::draw_command(const Ui& ui, Rect row, Rect area, const Command& command,
                            KeyMap& keys) {
  if (row.y1 <= area.y0 || row.y0 >= area.y1) return row.y1;
  const Colors& c = ui.color();
  const Face& face = ui.face().ui;
  const bool waits = waiting_for_ == command.id;
  const bool changed = keys.is_changed(command);
  const Rect side{row.x1 - ui.px(24), row.y0 + ui.px(1), row.x1, row.y1 - ui.px(1)};
  const Rect seen{row.x0 - ui.px(6), std::max(row.y0, area.y0), side.x0, std::min(row.y1, area.y1)};
  const Press press = press_area(ui, {"keys.row.", command.id}, seen);
  if (waits || press.hovered) {
    fill_rect({row.x0 - ui.px(6), row.y0, row.x1, row.y1}, waits ? c.selected_row : c.hovered_row,
              ui.px(4));
  }
  if (press.clicked) waiting_for_ = waits ? std::string_view() : command.id;
  if (changed && side.y0 >= area.y0 &&
      icon_button(ui, {"keys.reset.", command.id}, side, icon::kClose, "Reset to preset")) {
    keys.reset(command);
    if (warned_ == command.id) warned_ = {};
  }
  const float y = centered_y(face, row);
  draw_text(face, {row.x0, y}, c.text, command.title);
  const std::string how = waits ? "Press keys; Esc cancels" : keys_text(keys.keys_of(command));
  const float right = side.x0 - ui.px(2);
  draw_text_right(face, right, y, waits || changed ? c.accent : c.dim, how);
  if (warned_ != command.id || warning_.empty() || waits) return row.y1;
  const float begin = row.x0 + text_width(face, command.title) + ui.px(12);
  const float room = right - text_width(face, how) - ui.px(12) - begin;
  draw_text_fitted(ui.face().small, {begin, centered_y(ui.face().small, row)}, room, c.warning,
                   warning_);
  ui.mark("keys.warning", row);
  return row.y1;
}

}  // namespace lanescope
