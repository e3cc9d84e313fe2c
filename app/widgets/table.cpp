#include "app/widgets/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/widgets/draw/name_text.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/table_layout.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 26;
constexpr float kFooterPx = 26;
constexpr float kWheelRows = 3;
constexpr float kNumberGapPx = 6;  // at least, between the numbers of two columns
constexpr float kFoldPx = 16;      // of the arrow of a row with rows inside
constexpr float kSwatchPx = 9;     // the side of a colored square
constexpr float kAfterSwatchPx = 7;
constexpr float kIconPx = 22;  // including the gap after it

class TablePainter {
 public:
  TablePainter(const Ui& ui, Rect area, const TableContent& content, TableWidths& widths)
      : ui_(&ui),
        content_(&content),
        list_(ImGui::GetWindowDrawList()),
        area_(area),
        widths_(&widths),
        layout_(ui, area, content.columns, widths) {}

  void heads(std::string_view id, TableEvents& events) {
    const Rect head{area_.x0, area_.y0, area_.x1, area_.y0 + ui_->px(kHeadPx)};
    ImGui::PushID(id.data(), id.data() + id.size());
    draw_column_edges(*ui_, head, *content_, layout_, *widths_);
    for (std::size_t i = 0; i < layout_.shown(); ++i) head_of(i, head, events);
    missing(head);
    ImGui::PopID();
  }

  [[nodiscard]] float first_column_end() const { return layout_.edge(1); }
  /// nullopt to the right of the last column.
  [[nodiscard]] std::optional<TableSpot> spot(std::size_t row, Rect rect, float x) const {
    const auto column = layout_.column_at(x);
    if (!column) return std::nullopt;
    return TableSpot{row, *column, layout_.cell(*column, rect)};
  }

  /// Whether a row's first cell shows all of `whole`, so that a tooltip would only repeat it.
  [[nodiscard]] bool shows_all(std::size_t row, std::string_view whole) const {
    const TableCell first = content_->cell(row, 0);
    if (first.text != whole) return false;
    const Face& face = content_->columns[0].number ? ui_->face().mono : ui_->face().ui;
    float before = first.indent_px;
    if (first.fold != TableFold::None) before += kFoldPx;
    if (first.swatch != 0) before += kSwatchPx + kAfterSwatchPx;
    if (!first.icon.empty()) before += kIconPx;
    const float room = layout_.cell(0, area_).width() - ui_->px(before);
    const std::size_t lines = lines_in(ui_->px(content_->row_px), face);
    return lines == 1 ? text_width(face, whole) <= room
                      : draw_text_wrapped(nullptr, face, {}, room, 0, whole) <=
                            face.size_px * static_cast<float>(lines) + 1;
  }

  /// Whether the mouse is on a row's arrow.
  [[nodiscard]] bool on_arrow(std::size_t row, ImVec2 mouse) const {
    const TableCell first = content_->cell(row, 0);
    const float x0 = layout_.edge(0) + ui_->px(first.indent_px);
    return (first.fold == TableFold::Open || first.fold == TableFold::Closed) &&
           mouse.x >= x0 - ui_->px(4) && mouse.x < x0 + ui_->px(kFoldPx - 2);
  }

  void footer(Rect rect) {
    list_->AddRectFilled(rect.min(), {rect.x1, rect.y0 + 1}, ui_->color().line);
    ui_->mark("table.footer", rect);
    for (std::size_t i = 0; i < layout_.shown(); ++i) cell(i, content_->footer(i), rect);
    explain_footer(rect);
  }

  void explain_footer(Rect rect) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!content_->footer_help || !ImGui::IsWindowHovered() || !rect.contains(mouse)) return;
    const auto column = layout_.column_at(mouse.x);
    const std::string help = column ? content_->footer_help(*column) : std::string();
    if (help.empty()) return;
    const TooltipLine line = tooltip_sentence(help);
    draw_tooltip(*ui_, mouse, {&line, 1}, 0, rect);
  }

  void row(std::size_t row, Rect rect, bool hovered) {
    const bool lit = content_->selected == row || (content_->picked && content_->picked(row));
    if (lit || hovered) {
      const ImU32 fill = lit ? ui_->color().selected_row : ui_->color().hovered_row;
      const Rect box = rect.inset(ui_->px(8), 0);
      list_->AddRectFilled(box.min(), box.max(), fill, ui_->px(4));
    }
    for (std::size_t i = 0; i < layout_.shown(); ++i) cell(i, content_->cell(row, i), rect);
  }

 private:
  void head_of(std::size_t i, Rect head, TableEvents& events) {
    const TableColumn& column = content_->columns[i];
    const Rect rect = layout_.cell(i, head);
    const Press press = press_area(*ui_, column.title, rect);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tell(column);
    if (press.hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
      events.right_clicked_title = i;
    const bool sorted = column.sortable && content_->sort.column == i;
    if (press.clicked && column.sortable) {
      events.sort = TableSort{i, sorted ? !content_->sort.falling : column.number};
    }
    const ImU32 color =
        sorted || (press.hovered && column.sortable) ? ui_->color().dim : ui_->color().faint;
    const Face& face = ui_->face().head;
    const float y = centered_y(face, rect.y0, rect.y1);
    const float wide = std::min(text_width(face, column.title), rect.width());
    const float x = column.number ? rect.x1 - wide : rect.x0;
    draw_text_fitted(*list_, face, {x, y}, rect.width(), color, column.title);
    if (sorted)
      arrow(column.number ? x - ui_->px(9) : x + wide + ui_->px(9), (rect.y0 + rect.y1) / 2, color);
  }

  void tell(const TableColumn& column) const {
    if (column.help.empty()) return;
    const TooltipLine line = tooltip_sentence(column.help);
    draw_tooltip(*ui_, ImGui::GetIO().MousePos, {&line, 1});
  }

  /// How many columns did not fit; their titles are in the tooltip.
  void missing(Rect head) const {
    const std::size_t shown = layout_.shown();
    if (shown == content_->columns.size()) return;
    const std::string count = "+" + std::to_string(content_->columns.size() - shown);
    const Face& face = ui_->face().head;
    const Rect rect{layout_.edge(shown) + ui_->px(12), head.y0, head.x1, head.y1};
    draw_text(*list_, face, {rect.x0, centered_y(face, rect.y0, rect.y1)}, ui_->color().faint,
              count);
    press_area(*ui_, "table.missing", rect);
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) return;
    std::string titles = "No room for: ";
    for (std::size_t i = shown; i < content_->columns.size(); ++i)
      titles.append(i == shown ? "" : ", ").append(content_->columns[i].title);
    draw_hint(*ui_, rect, titles);
  }

  void arrow(float x, float y, ImU32 color) {
    const float r = ui_->px(3);
    const float tip = content_->sort.falling ? r : -r;
    list_->AddTriangleFilled({x - r, y - tip / 2}, {x + r, y - tip / 2}, {x, y + tip / 2 + tip / 4},
                             color);
  }

  void cell(std::size_t i, const TableCell& cell, Rect row_rect) {
    const TableColumn& column = content_->columns[i];
    Rect rect = layout_.cell(i, row_rect);
    rect.x0 = std::min(rect.x0 + ui_->px(cell.indent_px), rect.x1);
    if (cell.fold != TableFold::None) fold_arrow(cell.fold, rect);
    if (!cell.bar.empty()) {
      bar(cell, rect);
      return;
    }
    if (cell.share) thin_bar(*cell.share, cell.color != 0 ? cell.color : ui_->color().accent, rect);
    const Face& face = column.number ? ui_->face().mono : ui_->face().ui;
    const ImU32 usual = i == 0 || column.number ? ui_->color().text : ui_->color().dim;
    const ImU32 color = cell.color != 0 ? cell.color : usual;
    const float y = centered_y(face, rect.y0, rect.y1);
    if (cell.swatch != 0) {
      const float side = ui_->px(kSwatchPx);
      const float top = std::floor((rect.y0 + rect.y1 - side) / 2) + 1;  // as lowercase letters
      list_->AddRectFilled({rect.x0, top}, {rect.x0 + side, top + side}, cell.swatch, ui_->px(2));
      rect.x0 += side + ui_->px(kAfterSwatchPx);
    }
    if (!cell.icon.empty()) {
      const Face& icons = ui_->face().icon;
      draw_text(*list_, icons, {rect.x0, centered_y(icons, rect.y0, rect.y1)}, ui_->color().dim,
                cell.icon);
      rect.x0 += ui_->px(kIconPx);
    }
    if (column.number) {
      const float room = rect.width() - ui_->px(kNumberGapPx);
      draw_text_right_fitted(*list_, face, rect.x1, y, room, color, cell.text);
    } else if (i == 0 && lines_in(rect.height(), face) > 1) {
      wrapped(face, rect, color, cell.text);
    } else if (column.keeps_end) {
      draw_text_ends(*list_, face, {rect.x0, y}, rect.width(), color, cell.text);
    } else {
      draw_name_fitted(*list_, face, {rect.x0, y}, rect.width(), color, cell.text, cell.differs_at);
    }
  }

  /// How many lines of text a row has room for: more than one if it is higher than usual by whole
  /// lines.
  [[nodiscard]] std::size_t lines_in(float row_px, const Face& face) const {
    const float more_px = row_px - ui_->px(TableContent().row_px) + 0.5F;
    return 1 + static_cast<std::size_t>(std::max(more_px / face.size_px, 0.0F));
  }

  /// The first cell of a row of several lines goes on in the next one.
  void wrapped(const Face& face, Rect rect, ImU32 color, std::string_view text) const {
    const std::size_t lines = lines_in(rect.height(), face);
    const float height = draw_text_wrapped(nullptr, face, {}, rect.width(), 0, text, lines);
    const float y = std::floor((rect.y0 + rect.y1 - height) / 2);
    draw_text_wrapped(list_, face, {rect.x0, y}, rect.width(), color, text, lines);
  }

  /// Takes its place from the cell.
  void fold_arrow(TableFold fold, Rect& cell) const {
    const Rect at = cell.cut_left(std::min(ui_->px(kFoldPx), cell.width()));
    if (fold == TableFold::Leaf) return;
    const ImVec2 center{at.x0 + ui_->px(4), std::floor((at.y0 + at.y1) / 2)};
    draw_fold_arrow(*ui_, center, fold == TableFold::Closed, ui_->color().dim);
  }

  void bar(const TableCell& cell, Rect rect) {
    const Rect area = rect.inset(0, ui_->px(6));
    float share = 0;
    for (const TableBarPart& part : cell.bar) {
      const float x0 = area.x0 + area.width() * clamped(share, 0.0F, 1.0F);
      share += part.share;
      const float x1 = area.x0 + area.width() * clamped(share, 0.0F, 1.0F);
      if (x1 <= x0) continue;
      list_->AddRectFilled({x0, area.y0}, {x1, area.y1}, part.color);
      if (part.hatch != 0) paint_hatch(*ui_, *list_, {x0, area.y0, x1, area.y1}, part.hatch);
    }
    if (cell.bar_mark <= 0 || cell.bar_mark > 1) return;
    const float x = std::floor(area.x0 + area.width() * cell.bar_mark);
    list_->AddRectFilled({x, rect.y0 + ui_->px(3)}, {x + 1, rect.y1 - ui_->px(3)},
                         ui_->color().text);
  }

  void thin_bar(float share, ImU32 color, Rect rect) {
    const float full = rect.width() - ui_->px(14);
    const float wide = std::max(full * clamped(share, 0.0F, 1.0F), share > 0 ? 1.0F : 0.0F);
    const float y1 = rect.y1 - ui_->px(2);
    list_->AddRectFilled({rect.x1 - full, y1 - ui_->px(2)}, {rect.x1, y1},
                         faded(ui_->color().line, 0.6F));
    list_->AddRectFilled({rect.x1 - full, y1 - ui_->px(2)}, {rect.x1 - full + wide, y1},
                         faded(color, 0.8F));
  }

  const Ui* ui_;
  const TableContent* content_;
  ImDrawList* list_;
  Rect area_;
  TableWidths* widths_;
  TableLayout layout_;
};

/// The row that keyboard navigation starts from: the highlighted one, however it was selected.
std::optional<std::size_t> row_of_keys(const TableContent& content, const TableState& state) {
  if (content.selected) return content.selected;
  const auto last = state.key_row && *state.key_row < content.rows ? state.key_row : std::nullopt;
  if (!content.picked || (last && content.picked(*last))) return last;
  for (std::size_t row = 0; row < content.rows; ++row) {
    if (content.picked(row)) return row;
  }
  return last;
}

/// Arrow keys act as a click, Enter as a double click.
void walk_rows(const RowKeys& keys, const TableContent& content, TableState& state,
               TableEvents& events) {
  if (content.own_keys || (keys.by == 0 && !keys.enter)) return;
  state.key_row = row_of_keys(content, state);
  if (keys.enter && state.key_row) events.double_clicked = state.key_row;
  if (keys.by == 0) return;
  const bool back = keys.by < 0;
  if (!state.key_row) {
    state.key_row = 0;
  } else if (back ? *state.key_row > 0 : *state.key_row + 1 < content.rows) {
    *state.key_row += back ? -1 : 1;
  }
  events.clicked = state.show_row = state.key_row;
}

}  // namespace

TableWidths& table_widths(const Ui& ui, std::string_view id, TableState& state) {
  return ui.tables == nullptr ? state.widths : ui.tables->of(id).widths;
}

TableEvents draw_table(const Ui& ui, std::string_view id, Rect area, const TableContent& content,
                       TableState& state) {
  TableEvents events;
  TablePainter painter(ui, area, content, table_widths(ui, id, state));
  painter.heads(id, events);
  Rect body = area;
  body.cut_top(ui.px(kHeadPx));
  if (content.footer && body.height() > 3 * ui.px(kFooterPx))
    painter.footer(body.cut_bottom(ui.px(kFooterPx)));
  if (body.empty()) return events;
  const float row_px = ui.px(content.row_px);
  const float content_px = row_px * static_cast<float>(content.rows) + ui.px(6);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool over = ImGui::IsWindowHovered() && body.contains(mouse);
  if (over) state.scroll_px -= ImGui::GetIO().MouseWheel * row_px * kWheelRows;
  const Rect rows_area{body.x0, body.y0, body.x1 - ui.px(9), body.y1};
  const Press press = press_area(ui, id, rows_area);
  const bool rested = ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal);
  const RowKeys keys = content.rows == 0 || rows_area.empty() ? RowKeys() : take_row_keys();
  walk_rows(keys, content, state, events);
  std::optional<std::pair<std::size_t, Rect>> resting;  // a row that the mouse rests on
  if (state.show_row) {
    const float top = row_px * static_cast<float>(*state.show_row);
    state.scroll_px = std::max(state.scroll_px, top + row_px - body.height() + ui.px(6));
    state.scroll_px = std::min(state.scroll_px, top);
    state.show_row.reset();
  }
  state.scroll_px = scrollbar(ui, "scroll", body, content_px, state.scroll_px);
  ImGui::PushClipRect(body.min(), body.max(), true);
  const auto first = static_cast<std::size_t>(state.scroll_px / row_px);
  for (std::size_t row = first; row < content.rows; ++row) {
    const float y = body.y0 + static_cast<float>(row) * row_px - std::floor(state.scroll_px);
    if (y >= body.y1) break;
    const Rect rect{body.x0, y, body.x1, y + row_px};
    const bool hovered = press.hovered && !keys.mouse_rests && rect.contains(mouse);
    painter.row(row, rect, hovered);
    if (ui.marks != nullptr) ui.mark({"row.", content.cell(row, 0).text}, rect);
    if (hovered && rested && content.whole && mouse.x < painter.first_column_end())
      resting.emplace(row, rect);
    if (hovered) {
      events.hovered = painter.spot(row, rect, mouse.x);
      if (events.hovered) events.hovered->rested = rested;
    }
    const bool on_arrow = hovered && painter.on_arrow(row, mouse);
    if (hovered && press.clicked) (on_arrow ? events.folded : events.clicked) = row;
    if (hovered && press.double_clicked && !on_arrow) events.double_clicked = row;
    if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
      events.right_clicked = events.hovered;
  }
  ImGui::PopClipRect();
  if (resting) {
    const std::string text = content.whole(resting->first);
    TooltipLine line{"", text, 0, &ui.face().ui};
    line.name = true;  // one of thousands of characters would cover the window
    if (!text.empty() && !painter.shows_all(resting->first, text))
      draw_tooltip(ui, mouse, {&line, 1}, 0, resting->second);
  }
  return events;
}

}  // namespace lanescope
