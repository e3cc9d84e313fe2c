#include "app/widgets/table_layout.h"

#include <algorithm>
#include <cmath>

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

/// Moves the left edge of a column as far as the columns on both sides allow. Widths at scale 1.
void move_edge(const Ui& ui, const TableContent& content, const TableLayout& layout,
               std::size_t column, float by, TableWidths& widths) {
  const std::size_t left = column - 1, narrowed = by < 0 ? left : column;
  const std::size_t widened = by < 0 ? column : left;
  const auto width = [&](std::size_t of) { return layout.width(of) / ui.px(1); };
  float way = std::abs(by);
  // The first column takes what remains; the layout keeps room for it.
  if (narrowed > 0) {
    const float spare = width(narrowed) - least_width(ui, content, narrowed);
    way = std::min(way, std::max(spare, 0.0F));
  }
  if (widened > 0) way = std::min(way, std::max(kMostColumnPx - width(widened), 0.0F));
  if (way == 0) return;
  const auto set = [&](std::size_t of, float to) {
    if (of > 0) widths[std::string(content.columns[of].title)] = to;
  };
  // Otherwise the other columns would widen again while this one is dragged.
  if (layout.narrowed()) {
    for (std::size_t of = 1; of < layout.shown(); ++of) set(of, width(of));
  }
  set(narrowed, width(narrowed) - way);
  set(widened, width(widened) + way);
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
  const float right = area.x1 - ui_->px(kPadPx) - spare_px;
  float others = 0;
  std::size_t shown = 1;
  for (; shown < columns_.size(); ++shown) {
    const float width = width_of(columns_[shown], widths);
    const float asked_px = columns_.front().width_px;
    const float usual_px = shown == 1 ? kLeastFirstPx : kMinFirstPx;
    if (right - left - others - width < ui_->px(asked_px > 0 ? asked_px : usual_px)) break;
    others += width;
  }
  shown_ = shown;
  const float share = given_up(right - left - others, widths);
  narrowed_ = share > 0;
  edges_[0] = left;
  edges_[shown] = right;
  for (std::size_t i = shown; i-- > 1;) {
    const float narrower = std::floor(spare_of(columns_[i], widths) * share);
    edges_[i] = edges_[i + 1] - width_of(columns_[i], widths) + narrower;
  }
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
  if (column == 0) return;
  const TableColumn& of = content.columns[column];
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
    const Rect grip{x - ui.px(4), head.y0, x + ui.px(4), head.y1};
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
