#include "app/widgets/table_layout.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 14;
constexpr float kMinFirstPx = 220;
constexpr float kLeastFirstPx = 110;  // leaves room for at least one number next to the names
constexpr float kWordsGapPx = 18, kFirstGapPx = 12;
constexpr float kNumberGapPx = 8;  // left of the longest number of a column
constexpr float kArrowPx = 16;     // of the column that the rows are sorted by
/// At the end of the titles, for the number of columns that did not fit.
constexpr float kMissingPx = 26;
constexpr std::size_t kMostFitted = 4000;  // rows
constexpr float kGripPx = 4;               // on both sides of an edge
/// Of the table, for the names: so much may keep further columns out.
constexpr float kNamesShare = 0.45F;

void show_grip(Rect line, const Ui& ui) {
  const Rect part = line.inset(0, ui.px(6));
  ImGui::GetWindowDrawList()->AddRectFilled(part.min(), part.max(), ui.color().accent);
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
}

float title_width(const Ui& ui, const TableColumn& column) {
  return text_width(ui.face().head, column.title);
}

/// Of the values of a column, its sum included.
float longest_width(const Ui& ui, const TableContent& content, std::size_t column) {
  const Face& face = content.columns[column].number ? ui.face().mono : ui.face().ui;
  const auto width = [&](const TableCell& cell) {
    return text_width(face, cell.text) + ui.px(cell.swatch != 0 ? 16 : 0);
  };
  float longest = content.footer ? width(content.footer(column)) : 0;
  for (std::size_t row = 0; row < std::min(content.rows, kMostFitted); ++row)
    longest = std::max(longest, width(content.cell(row, column)));
  return longest;
}

/// The width that a drag leaves a column, at scale 1. A number that is cut is another number; words
/// may be cut, their title not.
float least_width(const Ui& ui, const TableContent& content, std::size_t column) {
  const TableColumn& of = content.columns[column];
  const bool sorted = of.sortable && content.sort.column == column;
  float wide = title_width(ui, of) + ui.px(sorted ? kArrowPx : 0);
  if (of.number) wide = std::max(wide, longest_width(ui, content, column));
  const float gap_px = of.number ? kNumberGapPx : kWordsGapPx;
  return std::clamp((wide + 1) / ui.px(1) + gap_px, kLeastColumnPx, kMostColumnPx);
}

/// What the columns that are drawn have, at scale 1.
std::vector<float> widths_at_scale_1(const Ui& ui, const TableLayout& layout) {
  std::vector<float> widths;
  for (std::size_t i = 0; i < layout.shown(); ++i) widths.push_back(layout.width(i) / ui.px(1));
  return widths;
}

/// Takes up to `way` from the columns from `column` on, the nearest first, and then from those that
/// leave the table, the last first; `column` itself stays. Returns how much there was.
float take_from_right(const Ui& ui, const TableContent& content, std::size_t column, float way,
                      std::vector<float>& widths) {
  float lacking = way;
  for (std::size_t i = column; i < widths.size() && lacking > 0; ++i) {
    const float spare = std::max(widths[i] - least_width(ui, content, i), 0.0F);
    const float part = std::min(spare, lacking);
    widths[i] -= part;
    lacking -= part;
  }
  // The layout omits the columns at the end for which there is no room.
  for (std::size_t last = widths.size() - 1; last > column && lacking > 0; --last)
    lacking -= widths[last];
  return way - std::max(lacking, 0.0F);
}

/// Moves the left edge of a column: to the right, as far as the columns there can make room, to the
/// left, as far as the column there can. Widths at scale 1. All columns keep their widths from then
/// on, the first one included, as otherwise the room that one gives up would let another one in.
void move_edge(const Ui& ui, const TableContent& content, const TableLayout& layout,
               std::size_t column, float by, TableWidths& remembered) {
  std::vector<float> widths = widths_at_scale_1(ui, layout);
  const std::size_t left = column - 1, widened = by < 0 ? column : left;
  float way = std::abs(by);
  if (widened > 0) way = std::min(way, std::max(kMostColumnPx - widths[widened], 0.0F));
  if (by < 0) {
    const float least = left == 0 ? kLeastFirstPx : least_width(ui, content, left);
    way = std::min(way, std::max(widths[left] - least, 0.0F));
    widths[left] -= way;
  } else {
    const float blank = std::min(layout.blank_px() / ui.px(1), way);
    way = blank + take_from_right(ui, content, column, way - blank, widths);
  }
  if (way == 0) return;
  widths[widened] += way;
  for (std::size_t i = 0; i < widths.size(); ++i)
    remembered[std::string(content.columns[i].title)] = widths[i];
}

/// Where a drag takes hold of an edge: on both sides of the line that is shown, and up to the title
/// on its right, which looks like the edge if it is left-aligned.
Rect grip_of(const Ui& ui, const TableLayout& layout, std::size_t edge, float line_x, Rect head) {
  const float title_x = edge < layout.shown() ? layout.cell(edge, head).x0 : line_x;
  return {line_x - ui.px(kGripPx), head.y0, std::max(line_x, title_x) + ui.px(kGripPx), head.y1};
}

}  // namespace

TableLayout::TableLayout(const Ui& ui, Rect area, std::span<const TableColumn> columns,
                         const TableWidths& widths)
    : ui_(&ui), columns_(columns.first(std::min(columns.size(), kMostColumns))) {
  lay_out(area, widths, 0);
  if (shown_ < columns.size()) lay_out(area, widths, ui.px(kMissingPx));
}

float TableLayout::width_of(const TableColumn& column, const TableWidths& widths) const {
  const auto own = widths.find(column.title);
  return ui_->px(own == widths.end() ? column.width_px : own->second);
}

void TableLayout::lay_out(Rect area, const TableWidths& widths, float spare_px) {
  const float left = area.x0 + ui_->px(kPadPx);
  right_ = area.x1 - ui_->px(kPadPx) - spare_px;
  const auto own = widths.find(columns_.front().title);
  const bool chosen = own != widths.end();
  float others = 0, spare = 0;
  std::size_t shown = 1;
  for (; shown < columns_.size(); ++shown) {
    const float width = width_of(columns_[shown], widths);
    const float narrower = spare_of(columns_[shown], widths);
    const float first_px = right_ - left - others - width;
    const float least_px = shown == 1 ? ui_->px(kLeastFirstPx)
                           : chosen   ? ui_->px(own->second)
                                      : least_first_px();
    // Half a pixel, as the widths that a drag leaves are rounded.
    if (first_px < least_px - 0.5F) break;
    if (shown > 1 && !chosen && first_px + spare + narrower < names_px(right_ - left)) break;
    others += width;
    spare += narrower;
  }
  shown_ = shown;
  const float first_px = right_ - left - others;
  const float share = chosen ? 0 : given_up(first_px, widths);
  edges_[0] = left;
  edges_[shown] = right_;
  // What the user gave the names is kept beside columns that wait for room.
  if (chosen && shown > 1 && shown < columns_.size())
    edges_[shown] -= std::max(first_px - ui_->px(own->second), 0.0F);
  for (std::size_t i = shown; i-- > 1;) {
    const float narrower = std::floor(spare_of(columns_[i], widths) * share);
    edges_[i] = edges_[i + 1] - width_of(columns_[i], widths) + narrower;
  }
}

float TableLayout::least_first_px() const {
  const float asked_px = columns_.front().width_px;
  return ui_->px(asked_px > 0 ? asked_px : kMinFirstPx);
}

float TableLayout::names_px(float table_px) const {
  const TableColumn& names = columns_.front();
  if (names.width_px > 0 || names.needed_px <= 0) return 0;
  return std::min(ui_->px(names.needed_px + kFirstGapPx), table_px * kNamesShare);
}

float TableLayout::spare_of(const TableColumn& column, const TableWidths& widths) const {
  if (column.needed_px <= 0 || widths.find(column.title) != widths.end()) return 0;
  return ui_->px(std::max(column.width_px - column.needed_px, 0.0F));
}

float TableLayout::given_up(float first_px, const TableWidths& widths) const {
  const float lacking = ui_->px(columns_.front().needed_px + kFirstGapPx) - first_px;
  if (columns_.front().needed_px <= 0 || lacking <= 0) return 0;
  float spare = 0;
  for (std::size_t i = 1; i < shown_; ++i) spare += spare_of(columns_[i], widths);
  return spare <= 0 ? 0 : std::min(lacking / spare, 1.0F);
}

Rect TableLayout::cell(std::size_t column, Rect row) const {
  const bool words_behind_numbers = column > 0 && !columns_[column].number;
  const float x0 = edges_[column] + (words_behind_numbers ? ui_->px(kWordsGapPx) : 0);
  return {x0, row.y0, edges_[column + 1] - ui_->px(column == 0 ? kFirstGapPx : 0), row.y1};
}

std::optional<std::size_t> TableLayout::column_at(float x) const {
  for (std::size_t i = 0; i < shown_; ++i) {
    if (x < edges_[i + 1]) return i;
  }
  return std::nullopt;
}

void fit_column(const Ui& ui, const TableContent& content, std::size_t column,
                TableWidths& widths) {
  const TableColumn& of = content.columns[column];
  if (column == 0) {
    // It takes what remains again.
    if (const auto own = widths.find(of.title); own != widths.end()) widths.erase(own);
    return;
  }
  const float arrow = ui.px(of.sortable ? kArrowPx : 0);
  const float wide = std::max(title_width(ui, of) + arrow, longest_width(ui, content, column));
  const float at_scale_1 = (wide + 1) / ui.px(1) + kWordsGapPx;
  widths[std::string(of.title)] = std::clamp(at_scale_1, kLeastColumnPx, kMostColumnPx);
}

void draw_column_edges(const Ui& ui, Rect head, const TableContent& content,
                       const TableLayout& layout, TableWidths& widths) {
  const KeysPassBy mouse_only;  // the keyboard cannot drag
  for (std::size_t i = 1; i <= layout.shown(); ++i) {
    const std::size_t left = i - 1;
    const float x = std::floor(layout.edge(i) + ui.px(kWordsGapPx / 3));
    const Rect grip = grip_of(ui, layout, i, x, head);
    const Press press = press_area(ui, {"edge.", content.columns[left].title}, grip);
    if (press.hovered || press.held) show_grip({x, grip.y0, x + 1, grip.y1}, ui);
    const float by_px = press.held ? ImGui::GetIO().MouseDelta.x : 0;
    if (press.double_clicked) {
      if (left == 0) widths.clear();
      fit_column(ui, content, left, widths);
    } else if (by_px != 0 && i < layout.shown()) {
      move_edge(ui, content, layout, i, by_px / ui.px(1), widths);
    }
  }
}

}  // namespace lanescope
