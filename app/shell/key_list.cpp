#include "app/shell/key_list.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/shell/commands.h"
#include "app/widgets/dialog.h"
#include "app/widgets/icons.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text.h"
#include "app/widgets/text_field.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 24;

struct KeyRow {
  std::string_view group;
  std::string what;
  std::string how;
};

std::string keys_of(const Command& command) {
  std::string keys = chord_text(command.keys);
  if (!command.other_keys.empty()) keys += "   or   " + chord_text(command.other_keys);
  return keys;
}

std::vector<KeyRow> all_rows() {
  std::vector<KeyRow> rows;
  for (const MouseHelp& help : mouse_help())
    rows.push_back({"MOUSE AND HELD KEYS", std::string(help.what), std::string(help.how)});
  for (const Command& command : commands()) {
    if (!command.keys.empty()) {
      rows.push_back({group_title(command.group), std::string(command.title), keys_of(command)});
    }
  }
  return rows;
}

bool contains_word(const KeyRow& row, const std::string& filter) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const std::string text = std::string(row.group) + " " + row.what + " " + row.how;
  return filter.empty() || !std::ranges::search(text, filter, [&](char a, char b) {
                              return lower(a) == lower(b);
                            }).empty();
}

}  // namespace

void KeyList::open() {
  open_ = true;
  take_focus_ = true;
  filter_.clear();
  scroll_px_ = 0;
}

void KeyList::draw(const Ui& ui) {
  if (!open_) return;
  Dialog dialog(ui, "keys.dialog", {640, 620});
  if (!dialog.shown()) return;
  draw_content(ui, dialog.area());
  if (dialog.dismissed()) {
    open_ = false;
    dialog.close();
  }
}

void KeyList::draw_content(const Ui& ui, Rect box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  Rect inner = box.inset(ui.px(20), ui.px(16));
  const Rect head = inner.cut_top(ui.px(34));
  draw_text(list, ui.face().title, head.min(), ui.color().text, "Keys and mouse");
  text_field(ui, "keys.filter", inner.cut_top(ui.px(32)), filter_, "Filter", icon::kSearch,
             take_focus_);
  take_focus_ = false;
  inner.cut_top(ui.px(8));
  if (ImGui::IsWindowHovered()) scroll_px_ -= ImGui::GetIO().MouseWheel * ui.px(60);
  scroll_px_ = scrollbar(ui, "keys.scroll", {inner.x0, inner.y0, inner.x1 + ui.px(12), inner.y1},
                         content_px_, scroll_px_);
  ImGui::PushClipRect(inner.min(), inner.max(), true);
  float y = inner.y0 - std::floor(scroll_px_);
  const float top = y;
  std::string_view group;
  for (const KeyRow& row : all_rows()) {
    if (!contains_word(row, filter_)) continue;
    if (row.group != group) {
      group = row.group;
      y += ui.px(12);
      draw_text(list, ui.face().head, {inner.x0, y}, ui.color().faint, group);
      y += ui.px(20);
      list.AddRectFilled({inner.x0, y - ui.px(3)}, {inner.x1 - ui.px(8), y - ui.px(2)},
                         ui.color().line);
    }
    const float line_y = centered_y(ui.face().ui, y, y + ui.px(kRowPx));
    draw_text(list, ui.face().ui, {inner.x0, line_y}, ui.color().text, row.what);
    draw_text_right(list, ui.face().ui, inner.x1 - ui.px(10), line_y, ui.color().dim, row.how);
    y += ui.px(kRowPx);
  }
  content_px_ = y - top + ui.px(8);
  ImGui::PopClipRect();
}

}  // namespace lanescope
