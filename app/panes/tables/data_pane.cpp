#include "app/panes/tables/data_pane.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/panes/pane/only_samples.h"
#include "app/panes/pane/pane_note.h"
#include "app/panes/pane/row_count.h"
#include "app/panes/pane/shared_choices.h"
#include "app/panes/tables/data_bar.h"
#include "app/panes/tables/data_build.h"
#include "app/panes/tables/data_rows.h"
#include "app/panes/tables/kept_sort.h"
#include "app/panes/tables/offered_ways.h"
#include "app/panes/tables/table_copy.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/splitter.h"
#include "core/base/clamped.h"
#include "core/base/threads/start_thread.h"
#include "core/view/overview/foreign_trace.h"
#include "core/view/results/background.h"

namespace lanescope {
namespace {

constexpr float kBarPx = 32;
constexpr float kUsualChartShare = 0.56F;  // of the width
constexpr float kLeastChartPx = 260, kLeastTablePx = 320, kNarrowTablePx = 100;

class DataPane final : public Pane, public RowCount, public SharedChoices {
 public:
  DataPane(const TraceView& view, DataPaneSpec spec)
      : spec_(std::make_shared<const DataPaneSpec>(std::move(spec))),
        ways_(*spec_),
        copy_(view.wake()),
        built_(view.wake()),
        ordered_(view.wake(), Urgency::Quick) {
    if (spec_->chart) chart_ = spec_->chart();
    // The largest differences are what a comparison is about.
    if (spec_->pair) rows_.tell_of_two_runs();
  }

  [[nodiscard]] std::string_view title() const override { return spec_->title; }
  [[nodiscard]] std::string_view facts() const override {
    return shown_ ? std::string_view(shown_->facts) : "";
  }
  /// Those without a rule of their own are about operators, steps and GPU work.
  [[nodiscard]] bool applies(const TraceView& view) const override {
    if (!Pane::applies(view)) return false;
    if (view.snapshot() == nullptr) return spec_->applies == nullptr;
    const Snapshot& trace = *view.snapshot();
    return spec_->applies ? spec_->applies(trace) : !is_foreign(trace) && !has_only_samples(view);
  }
  [[nodiscard]] bool busy() const override { return busy_ || copy_.busy(); }
  [[nodiscard]] bool takes_arrows() const override {
    return rows_.has_keys() && shown_ && !listed_->rows.empty();
  }
  void take_arrows() override { rows_.set_keys(true); }

  [[nodiscard]] std::optional<PaneFile> file(const TraceView& view,
                                             FileFormat format) const override {
    if (!shown_ || (format != FileFormat::Csv && format != FileFormat::Markdown))
      return std::nullopt;
    return PaneFile{std::string(spec_->title), [snapshot = view.snapshot(), table = shown_,
                                                listed = listed_, columns = chosen_, format] {
                      return excerpt_text({snapshot, table, listed->rows, columns, format});
                    }};
  }

  std::optional<std::size_t> count_rows(TraceView& view) override {
    ask(view);
    return shown_ ? std::optional(listed_->rows.size()) : std::nullopt;
  }

  void take_choices(const Pane& of_other_run) override {
    const auto* const other = dynamic_cast<const DataPane*>(&of_other_run);
    if (other == nullptr) return;
    ways_ = other->ways_;
    bar_.way = other->bar_.way;
    bar_.brief = other->bar_.brief;
    bar_.filter = other->bar_.filter;
    kept_sort_ = other->kept_sort_;
    query_.sort = other->query_.sort;
    query_.falling = other->query_.falling;
  }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    choices_ = ui.tables == nullptr ? &own_choices_ : &ui.tables->of(spec_->title);
    ask(frame.view);
    if (shown_ && chosen_for_ != choices_->shown) refresh_columns();
    const bool room = area.width() >= ui.px(kLeastChartPx + kNarrowTablePx);
    if (chart_ && shown_ && shown_->picture && room) draw_chart(frame, area);
    if (has_use_for_bar()) draw_bar(frame, area.cut_top(ui.px(kBarPx)));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      rows_.set_keys(ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos));
    }
    if (!shown_) {
      note_for_rows(ui, area, waiting_words(frame.view));
    } else if (listed_->rows.empty()) {
      note_for_rows(ui, area, shown_->rows.empty() ? shown_->empty : listed_->note);
    } else {
      draw_rows(frame, area);
    }
    copy_.refresh(ui);
  }

 private:
  /// Without rows there is nothing to filter, to choose columns of or to copy, unless the bar may
  /// lead to other rows.
  [[nodiscard]] bool has_use_for_bar() const {
    return !shown_ || !shown_->rows.empty() || !spec_->ways.empty() || spec_->pair || has_warm_up_;
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
    ways_.refresh(view, *spec_, bar_.way);
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
    if (shown_ != table) query_.folded.clear();  // these are rows of the old table
    kept_sort_.carry_over(*table, query_);
    const auto order = ordered_.ask(
        {table, query_}, [snapshot, rows = table, query = query_](const std::stop_token& stop) {
          return list_data(*snapshot, *rows, query, stop);
        });
    busy_ = !order.current;
    if (busy_) return;
    take(built.value, order.value);
    has_warm_up_ = built.value->warm_up_steps != 0;
    shown_for_ = *key;
    order_for_ = query_;
  }

  /// nullopt if the comparison with the other run is not known yet.
  [[nodiscard]] std::optional<DataKey> wanted(const TraceView& view) const {
    DataKey key{view.generation(),
                view.insights.range(),
                ways_.way_at(bar_.way),
                view.insights.window(),
                view.thresholds,
                chart_ ? chart_->box() : std::nullopt,
                nullptr,
                bar_.brief};
    if (!spec_->pair) return key;
    key.range.reset();
    key.window = WindowKind::Whole;  // the compared steps are chosen elsewhere
    key.pair = spec_->pair(view, key.way);
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

  void take(const std::shared_ptr<const BuiltData>& built,
            const std::shared_ptr<const ListedRows>& listed) {
    const std::shared_ptr<const DataTable> table(built, &built->table);
    const bool other_table = shown_ != table;
    listed_ = listed;
    bar_.problem = listed->problem;
    if (!other_table) return;
    // Freeing a hundred thousand rows takes longer than a frame.
    free_elsewhere(std::exchange(shown_, table));
    vacant_ = built->vacant;
    choose_columns();
    rows_.take(shown_, chosen_);
  }

  void draw_bar(const PaneFrame& frame, Rect bar) {
    const DataTable* table = shown_.get();
    TraceView& view = frame.view;
    bar_.without_warm_up = shown_for_.window == WindowKind::Steps;
    const DataBarEvents events = bar_.draw(frame, bar,
                                           {ways_.names(), ways_.hints(), table, chosen_, vacant_,
                                            has_warm_up_, spec_->brief, spec_->brief_hint});
    if (bar_.without_warm_up != (shown_for_.window == WindowKind::Steps))
      view.window = bar_.without_warm_up ? WindowKind::Steps : WindowKind::Whole;
    if (events.column) toggle_column(*events.column);
    if (events.copy && shown_) copy(frame.view, listed_->rows, *events.copy);
    if (events.save) frame.view.requests.emplace_back(SaveTab{*events.save});
  }

  /// Those that the user wants to see, unless this trace has nothing for them, else the usual ones.
  void choose_columns() {
    chosen_for_ = choices_->shown;
    chosen_.clear();
    for (std::size_t i = 0; i < shown_->columns.size(); ++i) {
      const DataColumn& column = shown_->columns[i];
      const auto own = choices_->shown.find(column.title);
      const bool asked = own != choices_->shown.end() && own->second;
      const bool usual = own == choices_->shown.end() && column.usual;
      if (usual || (asked && !std::ranges::binary_search(vacant_, i))) chosen_.push_back(i);
    }
  }

  void refresh_columns() {
    choose_columns();
    rows_.choose(chosen_);
  }

  void toggle_column(std::size_t column) {
    const DataColumn& of = shown_->columns[column];
    const bool shows = !std::ranges::binary_search(chosen_, column);
    if (shows == of.usual) {
      choices_->shown.erase(of.title);
    } else {
      choices_->shown[of.title] = shows;
    }
    refresh_columns();
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    DataRowsEvents events = rows_.draw(frame, spec_->title, area, listed_, query_);
    if (events.hide) toggle_column(*events.hide);
    if (events.reset) choices_->shown.clear();
    if (events.filter) bar_.filter = *events.filter;
    if (events.copy) copy(frame.view, *std::move(events.copy), FileFormat::Csv);
  }

  void copy(const TraceView& view, std::vector<std::uint32_t> rows, FileFormat format) {
    copy_.start({view.snapshot(), shown_, std::move(rows), chosen_, format});
  }

  std::shared_ptr<const DataPaneSpec> spec_;
  std::unique_ptr<TableChart> chart_;  // null if there is none
  float chart_share_ = kUsualChartShare;
  OfferedWays ways_;
  DataBar bar_;  // its way is one of the names of ways_
  DataQuery query_;
  KeptSort kept_sort_;  // of query_
  bool busy_ = false;
  bool has_warm_up_ = false;  // the rows could exclude warm-up steps
  std::shared_ptr<const DataTable> shown_;
  std::shared_ptr<const ListedRows> listed_;  // rows of shown_
  DataKey shown_for_;
  DataQuery order_for_;
  std::vector<std::size_t> chosen_, vacant_;  // columns of shown_, ascending; see BuiltData
  decltype(TableChoices::shown) chosen_for_;  // what the user chose when these were taken
  TableChoices own_choices_;                  // where none are remembered
  TableChoices* choices_ = &own_choices_;     // of the last draw()
  DataRows rows_;                             // of shown_
  TableCopy copy_;
  Background<DataKey, BuiltData> built_;
  Background<DataOrder, ListedRows> ordered_;
};

}  // namespace

std::unique_ptr<Pane> make_data_pane(const TraceView& view, DataPaneSpec spec) {
  return std::make_unique<DataPane>(view, std::move(spec));
}

}  // namespace lanescope
