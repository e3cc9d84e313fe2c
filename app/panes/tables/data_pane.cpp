#include "app/panes/tables/data_pane.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/panes/pane/trace_actions.h"
#include "app/panes/tables/data_bar.h"
#include "app/panes/tables/data_build.h"
#include "app/panes/tables/data_cells.h"
#include "app/panes/tables/row_picks.h"
#include "app/panes/tables/table_copy.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/splitter.h"
#include "app/widgets/table.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/base/threads/start_thread.h"
#include "core/view/results/background.h"

namespace lanescope {
namespace {

constexpr float kBarPx = 32;
constexpr float kUsualChartShare = 0.56F;  // of the width
constexpr float kLeastChartPx = 260, kLeastTablePx = 320, kNarrowTablePx = 100;
/// Most events to skip in search of the next one of a row.
constexpr int kMostInstances = 10'000;

class DataPane final : public Pane {
 public:
  DataPane(const TraceView& view, DataPaneSpec spec)
      : spec_(std::make_shared<const DataPaneSpec>(std::move(spec))),
        copy_(view.wake()),
        built_(view.wake()),
        ordered_(view.wake(), Urgency::Quick) {
    if (spec_->chart) chart_ = spec_->chart();
  }

  [[nodiscard]] std::string_view title() const override { return spec_->title; }
  [[nodiscard]] std::string_view facts() const override {
    return shown_ ? std::string_view(shown_->facts) : "";
  }
  [[nodiscard]] bool busy() const override { return busy_ || copy_.busy(); }
  [[nodiscard]] bool takes_arrows() const override {
    return has_keys_ && shown_ && !listed_->rows.empty();
  }
  void take_arrows() override { has_keys_ = true; }

  [[nodiscard]] std::optional<PaneFile> file(const TraceView& view,
                                             FileFormat format) const override {
    if (!shown_ || (format != FileFormat::Csv && format != FileFormat::Markdown))
      return std::nullopt;
    return PaneFile{std::string(spec_->title), [snapshot = view.snapshot(), table = shown_,
                                                listed = listed_, columns = chosen_, format] {
                      return excerpt_text({snapshot, table, listed->rows, columns, format});
                    }};
  }

  void draw(const PaneFrame& frame, Rect area) override {
    ask(frame.view);
    const Ui& ui = frame.ui;
    const bool room = area.width() >= ui.px(kLeastChartPx + kNarrowTablePx);
    if (chart_ && shown_ && shown_->picture && room) draw_chart(frame, area);
    const Rect bar = area.cut_top(ui.px(kBarPx));
    draw_bar(frame, bar);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      has_keys_ = ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos);
    }
    if (!shown_) {
      note(ui, area, waiting_words(frame.view));
    } else if (listed_->rows.empty()) {
      note(ui, area, shown_->rows.empty() ? shown_->empty : listed_->note);
    } else {
      follow_selection(frame.view);
      handle_keys(frame.view);
      draw_rows(frame, area);
    }
    copy_.refresh(ui);
  }

 private:
  static void note(const Ui& ui, Rect area, std::string_view text) {
    draw_text_fitted(ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(10)},
                     area.width() - ui.px(28), ui.color().faint, text);
  }

  [[nodiscard]] std::string_view waiting_words(const TraceView& view) const {
    return spec_->pair && view.snapshot()->complete ? "Comparing…" : view.waiting_words();
  }

  /// Cuts off the chart's area; the rest is for the table.
  void draw_chart(const PaneFrame& frame, Rect& area) {
    const Ui& ui = frame.ui;
    const float most = std::max(area.width() - ui.px(kLeastTablePx), ui.px(kLeastChartPx));
    const float width =
        clamped(std::floor(area.width() * chart_share_), ui.px(kLeastChartPx), most);
    const Rect line{area.x0 + width, area.y0, area.x0 + width + 1, area.y1};
    const SplitterMove move = vertical_splitter(ui, "data.split", line);
    if (move.moved) chart_share_ = (width + move.delta_px) / std::max(1.0F, area.width());
    if (move.reset) chart_share_ = kUsualChartShare;
    chart_->draw(frame, area.cut_left(width), shown_, listed_->rows);
    area.cut_left(1);
  }

  void ask(TraceView& view) {
    const auto& snapshot = view.snapshot();
    busy_ = !snapshot->complete;
    if (busy_) return;
    query_.filter = bar_.filter;
    const auto key = wanted(view);
    if (!key) return let_go(view);
    if (shown_ && shown_for_ == *key && order_for_ == query_) return;
    busy_ = true;
    const auto results = view.insights.results();
    if (!results || results->trace() != snapshot) return;
    const auto built =
        built_.ask(*key, [results, key = *key, spec = spec_](const std::stop_token& stop) {
          return build_data(*spec, *results, key, stop);
        });
    busy_ = !built.current;
    if (busy_) return;  // keep the old rows until the new ones are ready
    const std::shared_ptr<const DataTable> table(built.value, &built.value->table);
    const auto order =
        ordered_.ask({table, query_}, [snapshot, rows = table, query = query_,
                                       last = valid_filter_](const std::stop_token& stop) {
          return list_data(*snapshot, *rows, query, last, stop);
        });
    busy_ = !order.current;
    if (busy_) return;
    take(table, order.value);
    has_warm_up_ = built.value->warm_up_steps != 0;
    shown_for_ = *key;
    order_for_ = query_;
  }

  /// nullopt if the comparison with the other run is not known yet.
  [[nodiscard]] std::optional<DataKey> wanted(const TraceView& view) const {
    DataKey key{view.generation(), view.insights.range(),
                bar_.way,          view.insights.window(),
                view.thresholds,   chart_ ? chart_->box() : std::nullopt,
                nullptr,           bar_.brief};
    if (!spec_->pair) return key;
    key.range.reset();
    key.window = WindowKind::Whole;  // the compared steps are chosen elsewhere
    key.pair = spec_->pair(view, bar_.way);
    const bool of_this_run =
        key.pair && (view.run.side == RunSide::A ? key.pair->aligned->a : key.pair->aligned->b) ==
                        view.snapshot();
    return of_this_run ? std::optional(key) : std::nullopt;
  }

  /// A comparison must not keep the other run alive.
  void let_go(const TraceView& view) {
    busy_ = view.run.comparison != nullptr && view.run.comparison->busy();
    if (!shown_) return;
    shown_for_ = {};
    built_.ask({}, [](const std::stop_token&) { return BuiltData(); });
    ordered_.ask({}, [](const std::stop_token&) { return ListedRows(); });
    free_elsewhere(std::exchange(shown_, nullptr));
  }

  void take(const std::shared_ptr<const DataTable>& table,
            const std::shared_ptr<const ListedRows>& listed) {
    const bool other_table = shown_ != table;
    const bool other_columns =
        !shown_ || !std::ranges::equal(shown_->columns, table->columns, {}, &DataColumn::title,
                                       &DataColumn::title);
    if (other_columns) user_chose_ = false;
    listed_ = listed;
    bar_.problem = listed->problem;
    if (listed->problem.empty()) valid_filter_ = query_.filter;
    if (!other_table) return;
    // Freeing a hundred thousand rows takes longer than a frame.
    free_elsewhere(std::exchange(shown_, table));
    followed_ = EventId::None;
    picks_.clear();
    if (!user_chose_) {
      chosen_.clear();
      for (std::size_t i = 0; i < table->columns.size(); ++i) {
        if (table->columns[i].usual) chosen_.push_back(i);
      }
    }
    columns_ = DataCells::columns(*shown_, chosen_);
  }

  void draw_bar(const PaneFrame& frame, Rect bar) {
    const DataTable* table = shown_.get();
    TraceView& view = frame.view;
    bar_.without_warm_up = shown_for_.window == WindowKind::Steps;
    const DataBarEvents events = bar_.draw(
        frame, bar, {spec_->ways, table, chosen_, has_warm_up_, spec_->brief, spec_->brief_hint});
    if (bar_.without_warm_up != (shown_for_.window == WindowKind::Steps))
      view.window = bar_.without_warm_up ? WindowKind::Steps : WindowKind::Whole;
    if (events.column) toggle_column(*events.column);
    if (events.copy && shown_) copy(frame.view, listed_->rows, *events.copy);
    if (events.save) frame.view.requests.emplace_back(SaveTab{*events.save});
  }

  void toggle_column(std::size_t column) {
    user_chose_ = true;
    const auto at = std::ranges::lower_bound(chosen_, column);
    if (at != chosen_.end() && *at == column) {
      chosen_.erase(at);
    } else {
      chosen_.insert(at, column);
    }
    columns_ = DataCells::columns(*shown_, chosen_);
  }

  void copy(const TraceView& view, std::vector<std::uint32_t> rows, FileFormat format) {
    copy_.start({view.snapshot(), shown_, std::move(rows), chosen_, format});
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    DataCells cells(frame.ui, frame.palette, *shown_, chosen_);
    TableContent content;
    content.columns = columns_;
    content.rows = listed_->rows.size();
    content.sort = shown_sort(query_, chosen_);
    content.picked = [this](std::size_t at) { return picks_.has(listed_->rows[at]); };
    content.cell = [this, &cells](std::size_t at, std::size_t column) {
      return cells.cell(row_at(at), column, !query_.sort);
    };
    content.whole = [this, &frame](std::size_t at) {
      if (shown_->note) return std::string();
      return std::string(frame.view.snapshot()->text(row_at(at).full_name));
    };
    const TableEvents events = draw_table(frame.ui, spec_->title, area, content, table_state_);
    if (events.sort) sort_by(query_, *events.sort, *shown_, chosen_);
    if (events.double_clicked) {
      go_to_next(frame.view, listed_->rows[*events.double_clicked], Direction::Next);
    } else if (events.clicked) {
      click(frame.view, listed_->rows[*events.clicked]);
    }
    if (!events.hovered) return;
    if (shown_->note && events.hovered->rested) show_note(frame.ui, *events.hovered);
    if (events.hovered->column > 0) show_parts(cells, *events.hovered);
  }

  void show_note(const Ui& ui, const TableSpot& spot) const {
    const std::size_t column = spot.column == 0 ? 0 : chosen_[spot.column - 1] + 1;
    const CellNote note = shown_->note(listed_->rows[spot.row], column);
    if (note.text.empty()) return;
    std::vector<TooltipLine> lines{{"", note.text, 0, &ui.face().ui}};
    for (const auto& [label, text] : note.facts) {
      lines.push_back({label, text, 0, &ui.face().ui});
    }
    draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
  }

  [[nodiscard]] const DataRow& row_at(std::size_t at) const {
    return shown_->rows[listed_->rows[at]];
  }

  void show_parts(const DataCells& cells, const TableSpot& spot) const {
    const std::size_t column = chosen_[spot.column - 1];
    if (shown_->columns[column].kind == DataKind::Bar) cells.draw_parts(row_at(spot.row), spot);
  }

  void click(TraceView& view, std::uint32_t row) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl) return picks_.toggle(row);
    if (io.KeyShift) return picks_.extend(row, listed_->rows);
    const bool again = picks_.is_only(row) && counts_in(view, view.selection.primary(), row);
    go_from(view, row, again ? view.selection.primary() : shown_->rows[row].event);
  }

  void go_from(TraceView& view, std::uint32_t row, EventId event) {
    picks_.pick(row);
    const EventId other = shown_->rows[row].in_other_run;
    if (event == EventId::None && other != EventId::None) {
      view.requests.emplace_back(GoToRunEvent{other_side(view.run.side), other});
      return;
    }
    followed_ = event;
    view.go_to(event);
  }

  [[nodiscard]] bool counts_in(const TraceView& view, EventId event, std::uint32_t row) const {
    const std::vector<EventId>& places = shown_->rows[row].places;
    if (!places.empty()) return std::ranges::find(places, event) != places.end();
    return event != EventId::None && (event == shown_->rows[row].event ||
                                      row_of_event(*view.snapshot(), *shown_, event) == row);
  }

  /// Goes to the next event of the row, and after the last one to the row's own event. If there is
  /// only one, zooms to it.
  void go_to_next(TraceView& view, std::uint32_t row, Direction direction) {
    const EventId own = shown_->rows[row].event;
    const EventId from = view.selection.primary();
    EventId next = next_instance(view, row, from, direction);
    if (next == EventId::None) next = own;
    const bool single = next == from;
    go_from(view, row, next);
    if (single) zoom_to_event(view, next);
  }

  [[nodiscard]] EventId next_instance(const TraceView& view, std::uint32_t row, EventId from,
                                      Direction direction) const {
    if (!counts_in(view, from, row)) return EventId::None;
    const DataRow& of = shown_->rows[row];
    if (!of.places.empty()) return next_place(of, from, direction == Direction::Next);
    EventId next = from;
    for (int i = 0; next != EventId::None && i < kMostInstances; ++i) {
      next = neighbour_of_name(*view.snapshot(), next, direction);
      if (next != EventId::None && counts_in(view, next, row)) break;
    }
    return next;
  }

  void handle_keys(TraceView& view) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!listed_ || listed_->rows.empty()) return;
    if (!has_keys_ || io.NavVisible || io.WantTextInput || io.KeyAlt || io.KeySuper) return;
    const auto last = picks_.last();
    if (io.KeyCtrl) {
      if (last && ImGui::IsKeyPressed(ImGuiKey_C, false)) {
        copy(view, picks_.listed(listed_->rows), FileFormat::Csv);
      }
      return;
    }
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) step(view, 1);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) step(view, -1);
    if (last &&
        (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter))) {
      go_to_next(view, *last, io.KeyShift ? Direction::Previous : Direction::Next);
    }
  }

  void step(TraceView& view, std::ptrdiff_t by) {
    const auto last = picks_.last();
    const auto place = last ? place_in(listed_->rows, *last) : std::nullopt;
    const auto most = static_cast<std::ptrdiff_t>(listed_->rows.size()) - 1;
    const auto to =
        clamped<std::ptrdiff_t>(place ? static_cast<std::ptrdiff_t>(*place) + by : 0, 0, most);
    const std::uint32_t row = listed_->rows[static_cast<std::size_t>(to)];
    table_state_.show_row = static_cast<std::size_t>(to);
    go_from(view, row, shown_->rows[row].event);
  }

  /// Highlights and scrolls to the row of an event that was selected elsewhere.
  void follow_selection(const TraceView& view) {
    const EventId primary = view.selection.primary();
    if (primary == followed_) return;
    followed_ = primary;
    const auto row = row_of_event(*view.snapshot(), *shown_, primary);
    picks_.clear();
    if (!row) return;
    picks_.pick(*row);
    if (const auto place = place_in(listed_->rows, *row)) table_state_.show_row = *place;
  }

  std::shared_ptr<const DataPaneSpec> spec_;
  std::unique_ptr<TableChart> chart_;  // null if there is none
  float chart_share_ = kUsualChartShare;
  DataBar bar_;
  DataQuery query_;
  std::string valid_filter_;  // the last valid filter
  bool busy_ = false;
  bool has_warm_up_ = false;  // the rows could exclude warm-up steps
  bool has_keys_ = false;     // the last click was in the rows
  TableState table_state_;
  std::shared_ptr<const DataTable> shown_;
  std::shared_ptr<const ListedRows> listed_;  // rows of shown_
  DataKey shown_for_;
  DataQuery order_for_;
  std::vector<std::size_t> chosen_;  // columns of shown_, ascending
  bool user_chose_ = false;          // otherwise they are the usual ones
  std::vector<TableColumn> columns_;
  RowPicks picks_;                    // rows of shown_
  EventId followed_ = EventId::None;  // the selection that picks_ is about
  TableCopy copy_;
  Background<DataKey, BuiltData> built_;
  Background<DataOrder, ListedRows> ordered_;
};

}  // namespace

std::unique_ptr<Pane> make_data_pane(const TraceView& view, DataPaneSpec spec) {
  return std::make_unique<DataPane>(view, std::move(spec));
}

}  // namespace lanescope
