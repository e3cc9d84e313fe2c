#include "app/panes/tables/data_rows.h"

#include <algorithm>
#include <utility>

#include "app/widgets/clipboard.h"
#include "app/widgets/table_layout.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

/// As a term of the filter and of the search.
std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

}  // namespace

void DataRows::take(std::shared_ptr<const DataTable> table, std::span<const std::size_t> chosen) {
  table_ = std::move(table);
  listed_.reset();
  followed_ = EventId::None;
  picks_.clear();
  is_tree_ = std::ranges::any_of(table_->rows, [](const DataRow& row) { return row.depth > 0; });
  choose(chosen);
}

void DataRows::choose(std::span<const std::size_t> chosen) {
  chosen_.assign(chosen.begin(), chosen.end());
  columns_ = DataCells::columns(*table_, chosen_);
}

DataRowsEvents DataRows::draw(const PaneFrame& frame, std::string_view title, Rect area,
                              const std::shared_ptr<const ListedRows>& listed, DataQuery& query) {
  listed_ = listed;
  query_ = &query;
  out_ = {};
  follow_selection(frame.view);
  handle_keys(frame.view);
  draw_rows(frame, title, area);
  query_ = nullptr;
  return std::exchange(out_, {});
}

void DataRows::draw_rows(const PaneFrame& frame, std::string_view title, Rect area) {
  DataCells cells(frame.ui, frame.palette, *table_, chosen_);
  TableContent content;
  content.columns = columns_;
  content.rows = listed_->rows.size();
  content.sort = shown_sort(*table_, *query_, chosen_);
  content.picked = [this](std::size_t at) { return picks_.has(listed_->rows[at]); };
  content.cell = [this, &cells](std::size_t at, std::size_t column) {
    TableCell cell = cells.cell(row_at(at), column, !query_->sort);
    if (column == 0) cell.fold = fold_of(listed_->rows[at]);
    return cell;
  };
  footer_.refresh(*frame.view.snapshot(),
                  {*table_, *listed_, picks_, frame.view.selection.primary()});
  content.footer = [this](std::size_t column) { return footer_.cell(column, chosen_); };
  content.footer_help = [this](std::size_t column) {
    return footer_.help(column, chosen_, *table_);
  };
  content.whole = [this, &frame](std::size_t at) {
    if (table_->note) return std::string();
    return std::string(frame.view.snapshot()->text(row_at(at).full_name));
  };
  const TableEvents events = draw_table(frame.ui, title, area, content, table_state_);
  if (events.sort) sort_by(*query_, *events.sort, *table_, chosen_);
  if (events.folded) toggle_fold(listed_->rows[*events.folded]);
  draw_menus(frame, title, content, events);
  if (events.double_clicked) {
    double_click(frame.view, listed_->rows[*events.double_clicked]);
  } else if (events.clicked) {
    click(frame.view, listed_->rows[*events.clicked]);
  }
  if (!events.hovered) return;
  if (table_->note && events.hovered->rested) show_note(frame.ui, *events.hovered);
  if (events.hovered->column > 0) show_parts(cells, *events.hovered);
}

/// `content` is what was drawn in this frame.
void DataRows::draw_menus(const PaneFrame& frame, std::string_view title,
                          const TableContent& content, const TableEvents& events) {
  if (events.right_clicked) {
    const TableSpot& spot = *events.right_clicked;
    menu_ = {listed_->rows[spot.row],
             spot.column == 0 ? std::nullopt : std::optional(chosen_[spot.column - 1])};
    if (!picks_.has(menu_.row)) picks_.pick(menu_.row);
    open_row_menu();
  }
  if (events.right_clicked_title) {
    menu_title_ = *events.right_clicked_title;
    open_title_menu();
  }
  const DataRow* row = menu_.row < table_->rows.size() ? &table_->rows[menu_.row] : nullptr;
  RowMenuContent of_row{*table_, folds(), is_folded(menu_.row), picks_.count()};
  of_row.has_events = row != nullptr && row->event != EventId::None;
  of_row.has_others = row != nullptr && row->in_other_run != EventId::None;
  if (of_two_runs_) of_row.side = frame.view.run.side;
  if (const auto action = draw_row_menu(frame.ui, menu_, of_row)) act(frame, *action);
  if (menu_title_ >= columns_.size()) menu_title_ = 0;
  const TitleMenuContent of_title{std::string(columns_[menu_title_].title), menu_title_ == 0,
                                  query_->sort.has_value()};
  if (const auto action = draw_title_menu(frame.ui, of_title))
    act(frame.ui, content, table_widths(frame.ui, title, table_state_), *action);
}

void DataRows::act(const PaneFrame& frame, RowAction action) {
  TraceView& view = frame.view;
  const DataRow& row = table_->rows[menu_.row];
  const std::string name(whole_name(*view.snapshot(), row));
  switch (action) {
    case RowAction::GoTo:
      return go_from(view, menu_.row, row.event);
    case RowAction::GoToOther:
      return go_to_other(view, menu_.row);
    case RowAction::Next:
      return go_to_next(view, menu_.row, Direction::Next);
    case RowAction::Previous:
      return go_to_next(view, menu_.row, Direction::Previous);
    case RowAction::FindAll:
      view.search.text = quoted(name);
      return;
    case RowAction::FilterTo:
      out_.filter = quoted(name);
      return;
    case RowAction::CopyName:
      return copy_text(frame.ui, name);
    case RowAction::CopyValue:
      return copy_text(frame.ui,
                       plain_value(table_->columns[*menu_.column], row.cells[*menu_.column]));
    case RowAction::CopyRows:
      out_.copy = picks_.listed(listed_->rows);
      return;
    case RowAction::ToggleFold:
      return toggle_fold(menu_.row);
    case RowAction::FoldAll:
      query_->folded = rows_that_fold(*table_);
      return;
    case RowAction::UnfoldAll:
      query_->folded.clear();
      return;
  }
}

void DataRows::act(const Ui& ui, const TableContent& content, TableWidths& widths,
                   TitleAction action) {
  switch (action) {
    case TitleAction::Ascending:
    case TitleAction::Descending:
      query_->sort = menu_title_ == 0 ? 0 : chosen_[menu_title_ - 1] + 1;
      query_->falling = action == TitleAction::Descending;
      return;
    case TitleAction::NaturalOrder:
      query_->sort.reset();
      query_->falling = DataQuery().falling;
      return;
    case TitleAction::Fit:
      return fit_column(ui, content, menu_title_, widths);
    case TitleAction::FitAll:
      for (std::size_t i = 0; i < columns_.size(); ++i) fit_column(ui, content, i, widths);
      return;
    case TitleAction::Reset:
      widths.clear();
      out_.reset = true;
      return;
    case TitleAction::Hide:
      out_.hide = chosen_[menu_title_ - 1];
      return;
  }
}

bool DataRows::folds() const {
  return is_tree_ && !query_->sort && query_->filter.empty();
}

bool DataRows::is_folded(std::uint32_t row) const {
  return std::ranges::binary_search(query_->folded, row);
}

TableFold DataRows::fold_of(std::uint32_t row) const {
  if (!folds()) return TableFold::None;
  if (!has_rows_inside(*table_, row)) return TableFold::Leaf;
  return is_folded(row) ? TableFold::Closed : TableFold::Open;
}

void DataRows::toggle_fold(std::uint32_t row) {
  const auto at = std::ranges::lower_bound(query_->folded, row);
  if (at != query_->folded.end() && *at == row) {
    query_->folded.erase(at);
  } else {
    query_->folded.insert(at, row);
  }
}

void DataRows::show_note(const Ui& ui, const TableSpot& spot) const {
  const std::size_t column = spot.column == 0 ? 0 : chosen_[spot.column - 1] + 1;
  const CellNote note = table_->note(listed_->rows[spot.row], column);
  if (note.text.empty()) return;
  std::vector<TooltipLine> lines{tooltip_sentence(note.text)};
  for (const auto& [label, text] : note.facts) {
    lines.push_back({label, text, 0, &ui.face().ui});
  }
  // As near to the row as it can be without covering it: farther up, it would cover the lanes that
  // the row is about.
  const ImVec2 from{ImGui::GetIO().MousePos.x, (spot.rect.y0 + spot.rect.y1) / 2};
  draw_tooltip(ui, from, lines, 0, spot.rect);
}

const DataRow& DataRows::row_at(std::size_t at) const {
  return table_->rows[listed_->rows[at]];
}

void DataRows::show_parts(const DataCells& cells, const TableSpot& spot) const {
  const std::size_t column = chosen_[spot.column - 1];
  if (table_->columns[column].kind == DataKind::Bar) cells.draw_parts(row_at(spot.row), spot);
}

}  // namespace lanescope
