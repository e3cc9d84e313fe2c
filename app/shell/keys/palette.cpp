#include "app/shell/keys/palette.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/shell/keys/commands.h"
#include "app/shell/keys/search_words.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/tabs.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text_field.h"
#include "core/base/clamped.h"
#include "core/view/navigation/fuzzy_match.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 28;
constexpr std::size_t kPage = 10;
constexpr int kNotNow = 1'000'000;  // sorts commands that cannot run last
constexpr int kRecentWorth = 2;     // score of a match per place in the list of recent commands

/// The title, with the matching letters in the accent color. Returns its right edge.
float draw_matched(const Ui& ui, ImDrawList& list, ImVec2 at, ImU32 color, std::string_view text,
                   const std::vector<std::uint32_t>& places) {
  const Face& face = ui.face().ui;
  const auto typed = [&](std::size_t byte) {
    return std::ranges::binary_search(places, static_cast<std::uint32_t>(byte));
  };
  const auto inside = [&](std::size_t byte) {
    return (static_cast<unsigned char>(text[byte]) & 0xC0U) == 0x80U;  // of a character
  };
  std::size_t begin = 0;
  while (begin < text.size()) {
    const bool on = typed(begin);
    std::size_t end = begin + 1;
    while (end < text.size() && (inside(end) || typed(end) == on)) ++end;
    const std::string_view part = text.substr(begin, end - begin);
    draw_text(list, face, at, on ? ui.color().accent : color, part);
    at.x += text_width(face, part);
    begin = end;
  }
  return at.x;
}

}  // namespace

void Palette::open(Kind kind, std::string filter) {
  open_ = take_focus_ = stale_ = true;
  kind_ = kind;
  filter_ = std::move(filter);
  typing_ = !filter_.empty();
  highlighted_ = 0;
  scroll_px_ = 0;
}

void Palette::add(Row row, std::string_view words) {
  const auto match = fuzzy_match(filter_, row.title);
  if (match) row.places = match->places;
  // Of other words whole ones only: a few letters in their order would be found in most.
  const auto other = begin_words(filter_, words) ? fuzzy_match(filter_, words) : std::nullopt;
  if (match || other) {
    row.score += std::max(match ? match->score : 0, other ? other->score : 0);
  } else {
    // The text next to a title matches too, but with a lower score.
    const auto around = fuzzy_match(filter_, row.title + " " + row.facts);
    if (!around) return;
    row.score += around->score / 4;
  }
  rows_.push_back(std::move(row));
}

void Palette::add_commands(const MainWindow& window) {
  const std::vector<std::string>& recent = window.settings().recent_commands;
  for (const Command& command : commands()) {
    if (command.id == "palette" || !is_offered(command, window)) continue;
    Row row;
    row.title = command.title;
    row.facts = group_word(command.group);
    if (command.checked != nullptr && command.checked(window)) row.facts += " · on";
    row.keys = chord_text(window.settings().keys.keys_of(command).first);
    row.enabled = command.enabled(window);
    row.choice.command = &command;
    const auto used = std::ranges::find(recent, command.id);
    const auto places_to_end = static_cast<int>(recent.end() - used);
    row.score = places_to_end * kRecentWorth - (row.enabled ? 0 : kNotNow);
    add(std::move(row), search_words(command.id));
  }
}

void Palette::add_tabs(const MainWindow& window) {
  for (const std::string_view title : tab_titles(window.workspace())) {
    Row row;
    row.title = title;
    row.facts = "Tab";
    row.choice.tab = title;
    add(std::move(row));
  }
}

void Palette::add_lanes(const MainWindow& window) {
  const OpenTrace* trace = window.workspace().trace();
  if (trace == nullptr) return;
  const TraceView& view = trace->view;
  for (const LaneGroup& group : view.lanes.tree().groups) {
    for (const Lane& lane : group.lanes) {
      Row row;
      row.title = lane.title;
      row.facts = group.title;
      if (!lane.facts.empty()) row.facts += (group.title.empty() ? "" : " · ") + lane.facts;
      row.keys = view.lanes.hidden(lane.key) || view.lanes.hidden(group.key) ? "hidden" : "";
      row.choice.lane = lane.key;
      add(std::move(row));
    }
  }
}

void Palette::refresh(const MainWindow& window) {
  const std::uint64_t generation = window.workspace().trace() != nullptr
                                       ? window.workspace().trace()->view.drawn_generation()
                                       : 0;
  if (!stale_ && generation == generation_) return;
  stale_ = false;
  generation_ = generation;
  rows_.clear();
  if (kind_ == Kind::Commands) {
    add_commands(window);
    add_tabs(window);
  } else {
    add_lanes(window);
  }
  std::ranges::stable_sort(rows_, std::greater<>(), &Row::score);
  highlighted_ = std::min(highlighted_, rows_.empty() ? 0 : rows_.size() - 1);
}

void Palette::handle_keys(float view_px, float row_px) {
  const std::size_t before = highlighted_;
  const std::size_t last = rows_.empty() ? 0 : rows_.size() - 1;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
  if (pressed(ImGuiKey_DownArrow)) highlighted_ = highlighted_ < last ? highlighted_ + 1 : 0;
  if (pressed(ImGuiKey_UpArrow)) highlighted_ = highlighted_ > 0 ? highlighted_ - 1 : last;
  if (pressed(ImGuiKey_PageDown)) highlighted_ = std::min(highlighted_ + kPage, last);
  if (pressed(ImGuiKey_PageUp)) highlighted_ -= std::min(highlighted_, kPage);
  if (highlighted_ == before) return;
  const float top = static_cast<float>(highlighted_) * row_px;
  scroll_px_ = clamped(scroll_px_, std::max(0.0F, top + row_px - view_px), top);
}

std::optional<Palette::Choice> Palette::draw(const Ui& ui, const MainWindow& window) {
  if (!open_) return std::nullopt;
  refresh(window);
  Dialog dialog(ui, "palette.dialog", {620, 440});
  if (!dialog.shown()) return std::nullopt;
  std::optional<Choice> chosen = draw_content(ui, dialog.area());
  if (chosen || dialog.dismissed()) {
    open_ = false;
    dialog.close();
  }
  return chosen;
}

std::optional<Palette::Choice> Palette::draw_content(const Ui& ui, Rect box) {
  Rect inner = box.inset(ui.px(12), ui.px(12));
  const char* hint = kind_ == Kind::Commands ? "Run a command" : "Go to a lane";
  const Rect field = inner.cut_top(ui.px(34));
  inner.cut_top(ui.px(8));
  // A field that gets the focus selects its text, and the next letter would replace it.
  FieldCompletion begun{.text = filter_};
  const FieldEvents events = text_field(ui, "palette.filter", field, filter_, hint,
                                        kind_ == Kind::Commands ? icon::kCommand : icon::kSearch,
                                        take_focus_, 0, typing_ ? &begun : nullptr);
  take_focus_ = false;
  typing_ = typing_ && !events.active;
  if (events.changed) {
    if (kind_ == Kind::Lanes && filter_.starts_with(">")) {
      kind_ = Kind::Commands;
      filter_.erase(0, 1);
    }
    stale_ = true;
    highlighted_ = 0;
    scroll_px_ = 0;
  }
  handle_keys(inner.height(), ui.px(kRowPx));
  if (events.entered) {
    take_focus_ = true;  // stays open if it has no effect
    if (!stale_ && highlighted_ < rows_.size() && rows_[highlighted_].enabled)
      return rows_[highlighted_].choice;
  }
  return draw_rows(ui, inner);
}

std::optional<Palette::Choice> Palette::draw_rows(const Ui& ui, Rect area) {
  if (rows_.empty()) {
    draw_text(ui.face().ui, {area.x0 + ui.px(12), area.y0 + ui.px(8)}, ui.color().dim,
              kind_ == Kind::Commands ? "No matching command" : "No matching lane");
    return std::nullopt;
  }
  const float row_px = ui.px(kRowPx);
  const float content_px = static_cast<float>(rows_.size()) * row_px;
  if (ImGui::IsWindowHovered()) scroll_px_ -= ImGui::GetIO().MouseWheel * row_px * 3;
  scroll_px_ = scrollbar(ui, "palette.scroll", {area.x0, area.y0, area.x1 + ui.px(10), area.y1},
                         content_px, scroll_px_);
  const bool moved = ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
  std::optional<Choice> chosen;
  ImGui::PushClipRect(area.min(), area.max(), true);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const float y = area.y0 + static_cast<float>(i) * row_px - std::floor(scroll_px_);
    if (y + row_px <= area.y0 || y >= area.y1) continue;
    const Row& row = rows_[i];
    const Rect rect{area.x0, y, area.x1 - ui.px(6), y + row_px};
    const Rect seen{rect.x0, std::max(rect.y0, area.y0), rect.x1, std::min(rect.y1, area.y1)};
    const std::string_view id =
        row.choice.command != nullptr ? row.choice.command->id : row.choice.lane;
    const Press press = press_area(ui, {"palette.row.", id}, seen);
    if (press.hovered && moved) highlighted_ = i;
    if (press.clicked && row.enabled) chosen = row.choice;
    draw_row(ui, rect, row, i == highlighted_);
  }
  ImGui::PopClipRect();
  return chosen;
}

void Palette::draw_row(const Ui& ui, Rect rect, const Row& row, bool highlighted) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  if (highlighted) list.AddRectFilled(rect.min(), rect.max(), c.selected_row, ui.px(4));
  const Face& small = ui.face().small;
  const float right = rect.x1 - ui.px(12);
  const float small_y = centered_y(small, rect);
  draw_text_right(list, small, right, small_y, row.enabled ? c.dim : c.faint, row.keys);
  const float end = draw_matched(ui, list, {rect.x0 + ui.px(12), centered_y(ui.face().ui, rect)},
                                 row.enabled ? c.text : c.faint, row.title, row.places);
  const float x = end + ui.px(10);
  const float room = right - text_width(small, row.keys) - ui.px(16) - x;
  if (room > 0) draw_text_fitted(list, small, {x, small_y}, room, c.faint, row.facts);
}

}  // namespace lanescope
