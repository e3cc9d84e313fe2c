#include "app/panes/ranks/table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/panes/tables/data_cells.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kNamePx = 110;  // that the first column keeps
constexpr float kBarColumnPx = 140;

}  // namespace

RanksTable::RanksTable(std::string_view title, std::shared_ptr<const DataTable> table,
                       const std::function<void()>& wake)
    : title_(title), table_(std::move(table)), copy_(wake), orders_(wake, Urgency::Quick) {
  Order natural(table_->rows.size());
  std::iota(natural.begin(), natural.end(), 0U);
  order_ = std::make_shared<const Order>(std::move(natural));
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
  if (busy_) return;  // the old order stays until the new one is there
  order_ = answer.value;
  order_for_ = query_;
}

void RanksTable::choose_columns(float width_px) {
  if (width_px == columns_for_px_) return;
  columns_for_px_ = width_px;
  chosen_.clear();
  std::vector<std::size_t> usual;
  for (std::size_t i = 0; i < table_->columns.size(); ++i) {
    if (table_->columns[i].usual) usual.push_back(i);
  }
  columns_ = DataCells::columns(*table_, usual);
  // Those that do not fit are left out; narrower ones behind them may fit.
  float used_px = kNamePx;
  std::vector<TableColumn> fitting{columns_.front()};
  for (std::size_t i = 1; i < columns_.size(); ++i) {
    TableColumn column = columns_[i];
    if (table_->columns[usual[i - 1]].kind == DataKind::Bar) column.width_px = kBarColumnPx;
    if (used_px + column.width_px > width_px) continue;
    used_px += column.width_px;
    fitting.push_back(column);
    chosen_.push_back(usual[i - 1]);
  }
  columns_ = std::move(fitting);
}

/// A third click on a head goes back to the natural order.
void RanksTable::sort_by(const TableSort& sort) {
  const std::size_t column = sort.column == 0 ? 0 : chosen_[sort.column - 1] + 1;
  const bool usual_first = column != 0 && table_->columns[column - 1].kind != DataKind::Text;
  if (query_.sort == column && sort.falling == usual_first) {
    query_ = {};
    return;
  }
  query_.sort = column;
  query_.falling = sort.falling;
}

std::size_t RanksTable::sorted_column() const {
  if (!query_.sort) return columns_.size();
  if (*query_.sort == 0) return 0;
  const auto at = std::ranges::find(chosen_, *query_.sort - 1);
  return at == chosen_.end() ? columns_.size() : static_cast<std::size_t>(at - chosen_.begin()) + 1;
}

RanksTableEvents RanksTable::draw(const RanksFrame& frame, Rect area,
                                  std::optional<std::uint32_t> selected) {
  const Ui& ui = frame.ui;
  refresh_order();
  copy_.refresh(ui);
  RanksTableEvents out;
  if (table_->rows.empty()) {
    draw_text_fitted(*ImGui::GetWindowDrawList(), ui.face().ui,
                     {area.x0 + ui.px(14), area.y0 + ui.px(10)}, area.width() - ui.px(28),
                     ui.color().faint, table_->empty);
    return out;
  }
  choose_columns(area.width() / ui.style.scale);
  DataCells cells(ui, frame.palette, *table_, chosen_);
  const Order& order = *order_;
  TableContent content;
  content.columns = columns_;
  content.rows = order.size();
  content.sort = {sorted_column(), query_.falling};
  if (selected) {
    const auto at = std::ranges::find(order, *selected);
    if (at != order.end()) content.selected = static_cast<std::size_t>(at - order.begin());
  }
  if (selected != shown_selection_) state_.show_row = content.selected;
  shown_selection_ = selected;
  content.cell = [&](std::size_t at, std::size_t column) {
    return cells.cell(table_->rows[order[at]], column, false);
  };
  const TableEvents events = draw_table(ui, title_, area, content, state_);
  if (events.sort) sort_by(*events.sort);
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
  std::vector<std::size_t> columns(table_->columns.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  // Tables of a run name nothing of a trace.
  const std::shared_ptr<const Snapshot> none(std::shared_ptr<const Snapshot>(), &no_snapshot());
  return {none, table_, *order_, std::move(columns), format};
}

void RanksTable::copy(FileFormat format) {
  copy_.start(excerpt(format));
}

}  // namespace lanescope
