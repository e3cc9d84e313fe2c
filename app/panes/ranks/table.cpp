#include "app/panes/ranks/table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/panes/tables/data_cells.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/facts.h"
#include "app/widgets/menu.h"
#include "core/view/ranks/tables.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

// Least width of the first column: short for ranks, but long names of files are all that tells
// traces apart.
constexpr float kLeastNamePx = 110, kMostNamePx = 220, kAroundNamePx = 28, kLetterPx = 6.4F;
constexpr float kBarColumnPx = 140;
constexpr float kMarginPx = 28;  // left and right of a table
constexpr float kLeastWordsPx = 150;
constexpr float kAroundWordsPx = 30;
constexpr float kSparePx = 60;  // of what the columns leave, for those that the user widens

constexpr float kLeastFactsPx = 60;
constexpr const char* kCopyMenu = "ranks.copy.menu";

float name_width_px(const DataTable& table) {
  std::size_t longest = 0;
  for (const DataRow& row : table.rows) longest = std::max(longest, row.name.size());
  return std::clamp(kAroundNamePx + kLetterPx * static_cast<float>(longest), kLeastNamePx,
                    kMostNamePx);
}

}  // namespace

RanksTable::RanksTable(std::string_view title, std::shared_ptr<const DataTable> table,
                       const std::function<void()>& wake)
    : title_(title), table_(std::move(table)), copy_(wake), orders_(wake, Urgency::Quick) {
  Order natural(table_->rows.size());
  std::iota(natural.begin(), natural.end(), 0U);
  words_ = counted(natural.size(), "row");
  sums_ = sums_of(*table_, natural);
  order_ = std::make_shared<const Order>(std::move(natural));
  choose_columns();
}

void RanksTable::refresh_order() {
  if (order_for_ == query_) {
    busy_ = false;
    return;
  }
  const auto answer =
      orders_.ask(query_, [table = table_, query = query_](const std::stop_token& stop) {
        return order_rows(no_snapshot(), *table, query, stop);
      });
  busy_ = !answer.current;
  if (busy_) return;  // keep the old order until the new one is ready
  order_ = answer.value;
  order_for_ = query_;
}

void RanksTable::choose_columns() {
  // A column without any value would only take room from others.
  for (std::size_t i = 0; i < table_->columns.size(); ++i) {
    if (table_->columns[i].usual && has_values(*table_, i)) chosen_.push_back(i);
  }
  columns_ = DataCells::columns(*table_, chosen_);
  columns_.front().width_px = name_width_px(*table_);
  columns_.front().keeps_end = true;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    if (table_->columns[chosen_[i]].kind == DataKind::Bar) columns_[i + 1].width_px = kBarColumnPx;
    const float words_px = kAroundWordsPx + kLetterPx * static_cast<float>(longest_text(i));
    if (table_->columns[chosen_[i]].kind != DataKind::Text || words_px <= most_words_px_) continue;
    most_words_px_ = words_px;
    words_column_ = i + 1;
  }
  if (words_column_ > 0) usual_words_px_ = columns_[words_column_].width_px;
}

std::size_t RanksTable::longest_text(std::size_t chosen) const {
  std::size_t longest = 0;
  for (const DataRow& row : table_->rows)
    longest = std::max(longest, row.cells[chosen_[chosen]].text.size());
  return longest;
}

/// The longest words of a table, such as the cause, have what the other columns leave.
void RanksTable::widen_longest_words(float width_px) {
  if (words_column_ == 0) return;
  float left_px = width_px - kMarginPx - kSparePx;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    left_px -= i == words_column_ ? 0 : columns_[i].width_px;
  columns_[words_column_].width_px =
      std::clamp(left_px, usual_words_px_, std::max(usual_words_px_, most_words_px_));
}

/// Words beside the names have all that the names leave: why a file was not read.
void RanksTable::widen_words(float width_px) {
  if (columns_.size() != 2 || columns_.back().number) return widen_longest_words(width_px);
  const float left_px = width_px - kMarginPx - columns_.front().width_px;
  columns_.back().width_px = std::max(std::floor(left_px) - 1, kLeastWordsPx);
}

TableCell RanksTable::footer_cell(std::size_t column) const {
  return {column == 0 ? words_ : sums_[chosen_[column - 1]].text};
}

RanksTableEvents RanksTable::draw(const Ui& ui, const RolePalette& palette, Rect area,
                                  std::optional<std::uint32_t> selected,
                                  const std::function<void(std::uint32_t row)>& items) {
  refresh_order();
  copy_.refresh(ui);
  RanksTableEvents out;
  if (table_->rows.empty()) {
    draw_text_fitted(ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(10)},
                     area.width() - ui.px(28), ui.color().faint, table_->empty);
    return out;
  }
  widen_words(area.width() / ui.style.scale);
  DataCells cells(ui, palette, *table_, chosen_);
  const Order& order = *order_;
  TableContent content;
  content.columns = columns_;
  content.rows = order.size();
  content.sort = shown_sort(*table_, query_, chosen_);
  if (selected) {
    const auto at = std::ranges::find(order, *selected);
    if (at != order.end()) content.selected = static_cast<std::size_t>(at - order.begin());
  }
  if (selected != shown_selection_) state_.show_row = content.selected;
  shown_selection_ = selected;
  content.cell = [&](std::size_t at, std::size_t column) {
    return cells.cell(table_->rows[order[at]], column, false);
  };
  content.whole = [&](std::size_t at) { return table_->rows[order[at]].name; };
  content.footer = [this](std::size_t column) { return footer_cell(column); };
  const TableEvents events = draw_table(ui, title_, area, content, state_);
  if (events.sort) sort_by(query_, *events.sort, *table_, chosen_);
  if (events.right_clicked) open_menu(*events.right_clicked);
  draw_menu(ui, items);
  if (events.clicked) out.clicked = shown_selection_ = order[*events.clicked];
  if (events.double_clicked) out.double_clicked = order[*events.double_clicked];
  if (events.hovered && events.hovered->column > 0) {
    const std::size_t column = chosen_[events.hovered->column - 1];
    if (table_->columns[column].kind == DataKind::Bar)
      cells.draw_parts(table_->rows[order[events.hovered->row]], *events.hovered);
  }
  return out;
}

TableExcerpt RanksTable::excerpt(FileFormat format) const {
  return excerpt_of(*order_, format);
}

TableExcerpt RanksTable::excerpt_of(Order rows, FileFormat format) const {
  std::vector<std::size_t> columns(table_->columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  // Tables of a run contain no strings of a trace.
  const std::shared_ptr<const Snapshot> none(std::shared_ptr<const Snapshot>(), &no_snapshot());
  return {none, table_, std::move(rows), std::move(columns), format};
}

void RanksTable::copy(FileFormat format) {
  copy_.start(excerpt(format));
}

void RanksTable::draw_facts(const Ui& ui, Rect row, float from_x) {
  const Rect button = row.cut_right(ui.px(26));
  const float pad = (button.height() - ui.px(26)) / 2;
  if (icon_button(ui, "ranks.copy", button.inset(0, pad), icon::kCopy, "Copy the table"))
    ImGui::OpenPopup(kCopyMenu);
  if (begin_menu(ui, kCopyMenu)) {
    if (menu_item(ui, "Copy as CSV", "")) copy(FileFormat::Csv);
    if (menu_item(ui, "Copy as Markdown", "")) copy(FileFormat::Markdown);
    end_menu();
  }
  const Rect room{from_x + ui.px(20), row.y0, row.x1 - ui.px(8), row.y1};
  if (room.width() >= ui.px(kLeastFactsPx)) draw_right_facts(ui, room, table_->facts);
}

}  // namespace lanescope
