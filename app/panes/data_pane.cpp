#include "app/panes/data_pane.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/panes/trace_actions.h"
#include "app/widgets/button.h"
#include "app/widgets/icons.h"
#include "app/widgets/menu.h"
#include "app/widgets/table.h"
#include "app/widgets/text.h"
#include "app/widgets/text_field.h"
#include "core/view/background.h"
#include "core/view/event_ref.h"

namespace lanescope {
namespace {

constexpr float kBarPx = 32;
constexpr float kFilterPx = 200;
constexpr float kIndentPx = 14;

float width_of(DataKind kind) {
  switch (kind) {
    case DataKind::Text:
      return 150;
    case DataKind::Time:
    case DataKind::Bytes:
      return 96;
    case DataKind::Count:
    case DataKind::Share:
      break;
  }
  return 76;
}

struct BuildKey {
  std::uint64_t generation = 0;
  std::optional<TimeRange> range;
  std::size_t way = 0;
  friend bool operator==(const BuildKey&, const BuildKey&) = default;
};

struct OrderKey {
  std::shared_ptr<const DataTable> table;
  DataQuery query;
  friend bool operator==(const OrderKey&, const OrderKey&) = default;
};

using Order = std::vector<std::uint32_t>;

class DataPane final : public Pane {
 public:
  DataPane(const TraceView& view, DataPaneSpec spec)
      : spec_(std::move(spec)), built_(view.wake()), ordered_(view.wake()) {}

  [[nodiscard]] std::string_view title() const override { return spec_.title; }
  [[nodiscard]] std::string_view facts() const override {
    return shown_ ? std::string_view(shown_->facts) : "";
  }
  [[nodiscard]] bool busy() const override { return busy_; }

  void draw(const PaneFrame& frame, Rect area) override {
    ask(frame.view);
    const Ui& ui = frame.ui;
    draw_bar(frame, area.cut_top(ui.px(kBarPx)));
    if (!shown_) {
      note(ui, area, frame.view.snapshot()->settled ? "Counting…" : "Waiting for the load to end…");
    } else if (order_->empty()) {
      note(ui, area, query_.filter.empty() ? shown_->empty : "No name holds that");
    } else {
      draw_rows(frame, area);
    }
  }

 private:
  static void note(const Ui& ui, Rect area, std::string_view text) {
    draw_text_fitted(*ImGui::GetWindowDrawList(), ui.face().ui,
                     {area.x0 + ui.px(14), area.y0 + ui.px(10)}, area.width() - ui.px(28),
                     ui.color().faint, text);
  }

  void ask(TraceView& view) {
    const auto& snapshot = view.snapshot();
    busy_ = !snapshot->settled;
    if (busy_) return;
    const BuildKey key{view.generation(), view.selection.range(), way_};
    if (shown_ && shown_for_ == key && order_for_ == query_) return;
    const auto table = built_.ask(
        key, [snapshot, key, this, &session = view.session()](const std::stop_token& stop) {
          return build(*snapshot, key, session, stop);
        });
    busy_ = !table.current;
    if (busy_) return;  // the old rows stay until the new ones are there
    const auto order =
        ordered_.ask({table.value, query_},
                     [snapshot, rows = table.value, query = query_](const std::stop_token&) {
                       return order_rows(*snapshot, *rows, query);
                     });
    busy_ = !order.current;
    if (busy_) return;
    take(table.value, order.value);
    shown_for_ = key;
    order_for_ = query_;
  }

  /// On a worker: only what never changes of this pane.
  [[nodiscard]] DataTable build(const Snapshot& snapshot, const BuildKey& key,
                                const Session& session, const std::stop_token& stop) const {
    const ReadEvent read = [&session](EventId event) -> std::optional<JsonValue> {
      Result<JsonValue> value = session.event_json(event);
      if (!value.ok()) return std::nullopt;
      return std::move(value).value();
    };
    return spec_.build({snapshot, key.range ? range_window(*key.range) : whole_window(), read},
                       key.way, stop);
  }

  void take(const std::shared_ptr<const DataTable>& table,
            const std::shared_ptr<const Order>& order) {
    const bool other_columns =
        !shown_ || !std::ranges::equal(shown_->columns, table->columns, {}, &DataColumn::title,
                                       &DataColumn::title);
    shown_ = table;
    order_ = order;
    selected_for_ = EventId::None;
    if (!other_columns) {
      lay_out_columns();
      return;
    }
    chosen_.clear();
    for (std::size_t i = 0; i < table->columns.size(); ++i) {
      if (table->columns[i].usual) chosen_.push_back(i);
    }
    lay_out_columns();
  }

  void lay_out_columns() {
    columns_.assign(1, TableColumn{shown_->name_title, 0, false});
    for (const std::size_t i : chosen_) {
      const DataColumn& column = shown_->columns[i];
      const float title_px = 18 + 6.4F * static_cast<float>(column.title.size());
      columns_.push_back(
          {column.title, std::max(width_of(column.kind), title_px), column.kind != DataKind::Text});
    }
  }

  void draw_bar(const PaneFrame& frame, Rect bar) {
    const Ui& ui = frame.ui;
    bar = bar.inset(ui.px(8), ui.px(3));
    for (std::size_t i = 0; spec_.ways.size() > 1 && i < spec_.ways.size(); ++i) {
      const Rect rect = bar.cut_left(text_button_width(ui, spec_.ways[i]));
      if (text_button(ui, {"way.", spec_.ways[i]}, rect, spec_.ways[i], way_ == i)) way_ = i;
      bar.cut_left(ui.px(2));
    }
    draw_menu_button(frame, bar, "Copy", "data.copy");
    draw_menu_button(frame, bar, "Columns", "data.columns");
    if (bar.width() < ui.px(kFilterPx / 2)) return;
    const Rect field = bar.cut_right(std::min(bar.width(), ui.px(kFilterPx)));
    text_field(ui, "data.filter", field, query_.filter, "Filter names", icon::kSearch, false);
    if (shown_) draw_copy_menu(frame);
    if (shown_) draw_column_menu(ui);
  }

  static void draw_menu_button(const PaneFrame& frame, Rect& bar, const char* label,
                               const char* menu) {
    const Rect rect = bar.cut_right(text_button_width(frame.ui, label));
    bar.cut_right(frame.ui.px(2));
    if (text_button(frame.ui, menu, rect, label)) {
      ImGui::SetNextWindowPos(ImVec2(rect.x0, rect.y1));
      ImGui::OpenPopup(menu);
    }
  }

  void draw_copy_menu(const PaneFrame& frame) {
    if (!begin_menu(frame.ui, "data.copy")) return;
    const Snapshot& snapshot = *frame.view.snapshot();
    if (menu_item(frame.ui, "As CSV", "")) {
      ImGui::SetClipboardText(table_csv(snapshot, *shown_, *order_, chosen_).c_str());
    }
    if (menu_item(frame.ui, "As Markdown", "")) {
      ImGui::SetClipboardText(table_markdown(*shown_, *order_, chosen_).c_str());
    }
    end_menu();
  }

  void draw_column_menu(const Ui& ui) {
    if (!begin_menu(ui, "data.columns")) return;
    for (std::size_t i = 0; i < shown_->columns.size(); ++i) {
      const auto at = std::ranges::lower_bound(chosen_, i);
      const bool on = at != chosen_.end() && *at == i;
      if (!menu_item(ui, shown_->columns[i].title, "", true, on)) continue;
      if (on) {
        chosen_.erase(at);
      } else {
        chosen_.insert(at, i);
      }
      lay_out_columns();
    }
    end_menu();
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    TableContent content;
    content.columns = columns_;
    content.rows = order_->size();
    content.sort = {sorted_column(), query_.falling};
    content.selected = selected_row(frame.view);
    content.cell = [this, &frame](std::size_t row, std::size_t column) {
      return cell(frame, shown_->rows[(*order_)[row]], column);
    };
    content.whole = [this, &frame](std::size_t row) {
      return std::string(frame.view.snapshot()->text(shown_->rows[(*order_)[row]].full_name));
    };
    const TableEvents events = draw_table(frame.ui, spec_.title, area, content, table_state_);
    if (events.sort) {
      query_.sort = events.sort->column == 0 ? 0 : chosen_[events.sort->column - 1] + 1;
      query_.falling = events.sort->falling;
    }
    if (events.double_clicked) {
      go_to_same_name(frame.view, Direction::Next);
    } else if (events.clicked && events.clicked != content.selected) {
      frame.view.go_to(shown_->rows[(*order_)[*events.clicked]].event);
    }
  }

  /// As the table counts columns; one that is not there while nothing shown is sorted by.
  [[nodiscard]] std::size_t sorted_column() const {
    if (!query_.sort) return columns_.size();
    if (*query_.sort == 0) return 0;
    const auto at = std::ranges::find(chosen_, *query_.sort - 1);
    return at == chosen_.end() ? columns_.size()
                               : static_cast<std::size_t>(at - chosen_.begin()) + 1;
  }

  [[nodiscard]] TableCell cell(const PaneFrame& frame, const DataRow& row,
                               std::size_t column) const {
    if (column > 0) return {row.cells[chosen_[column - 1]].text};
    TableCell cell{row.name};
    if (row.role) cell.swatch = frame.palette.fill_of(*row.role, row.shade);
    if (!query_.sort) cell.indent_px = kIndentPx * static_cast<float>(std::min(row.depth, 24U));
    return cell;
  }

  /// The row of the selected event, else of its name.
  std::optional<std::size_t> selected_row(const TraceView& view) {
    const EventId primary = view.selection.primary();
    if (primary == selected_for_) return selected_;
    selected_for_ = primary;
    selected_.reset();
    const auto key = event_key(*view.snapshot(), primary);
    if (!key) return selected_;
    for (std::size_t i = 0; i < order_->size(); ++i) {
      const DataRow& row = shown_->rows[(*order_)[i]];
      if (row.event == primary) return selected_ = i;
      if (!selected_ && view.snapshot()->text(row.full_name) == key->name) selected_ = i;
    }
    return selected_;
  }

  DataPaneSpec spec_;
  std::size_t way_ = 0;
  DataQuery query_;
  bool busy_ = false;
  TableState table_state_;
  std::shared_ptr<const DataTable> shown_;
  std::shared_ptr<const Order> order_;  // of shown_
  BuildKey shown_for_;
  DataQuery order_for_;
  std::vector<std::size_t> chosen_;  // columns of shown_, rising
  std::vector<TableColumn> columns_;
  EventId selected_for_ = EventId::None;
  std::optional<std::size_t> selected_;
  Background<BuildKey, DataTable> built_;
  Background<OrderKey, Order> ordered_;
};

}  // namespace

std::unique_ptr<Pane> make_data_pane(const TraceView& view, DataPaneSpec spec) {
  return std::make_unique<DataPane>(view, std::move(spec));
}

}  // namespace lanescope
