// What is in the selected time range, grouped by name; in the entire trace if no range is selected.
#include <array>

#include "app/panes/pane/column_help.h"
#include "app/panes/pane/pane.h"
#include "app/panes/pane/pane_note.h"
#include "app/panes/pane/trace_actions.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/table.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/range_stats.h"
#include "core/view/results/background.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

auto columns_with(const char* count) {
  return with_help("Selection",
                   std::array{TableColumn{"Name", 0, false}, TableColumn{"Role", 112, false},
                              TableColumn{count, 64, true}, TableColumn{"Total", 92, true},
                              TableColumn{"% of range", 76, true}, TableColumn{"Mean", 92, true},
                              TableColumn{"Longest", 92, true}});
}

const auto kColumns = columns_with("Calls");
const auto kSampledColumns = columns_with("Slices");
constexpr float kKindsPx = 30;
const std::string kAll = "All";

struct StatsKey {
  std::uint64_t generation = 0;
  TimeRange range;
  friend bool operator==(const StatsKey&, const StatsKey&) = default;
};

struct TableKey {
  StatsKey stats;
  RangeTableQuery query;
  friend bool operator==(const TableKey&, const TableKey&) = default;
};

/// The last line: the number of rows, and what adds up.
struct Sums {
  std::string rows, calls, total;
};

/// Only GPU work has a total: the other events contain each other.
Sums sums_of(const RangeStats& stats, std::optional<CategoryKind> kind) {
  std::size_t rows = 0;
  std::uint64_t calls = 0;
  Ns total_ns = 0;
  for (const NameStats& row : stats.names) {
    if (kind && row.kind != *kind) continue;
    ++rows;
    calls += row.count;
    total_ns = saturating_add(total_ns, row.total_ns);
  }
  const bool adds_up = kind && is_gpu_work(*kind);
  return {counted(rows, "row"), count_text(calls), adds_up ? format_duration(total_ns) : ""};
}

class SelectionPane final : public Pane {
 public:
  explicit SelectionPane(const TraceView& view) : stats_(view.wake()), table_(view.wake()) {}

  [[nodiscard]] std::string_view title() const override { return "Selection"; }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] std::string_view facts() const override {
    return shown_ ? std::string_view(shown_->facts) : "";
  }
  [[nodiscard]] bool busy() const override { return busy_; }

  void draw(const PaneFrame& frame, Rect area) override {
    ask(frame.view);
    if (!shown_) {
      note_for_rows(frame.ui, area, "Computing…");
      return;
    }
    draw_kinds(frame.ui, area.cut_top(frame.ui.px(kKindsPx)));
    if (shown_->rows.empty()) {
      note_for_rows(frame.ui, area,
                    "No events in this range; drag over the lanes to select another one");
      return;
    }
    draw_rows(frame, area);
  }

 private:
  void ask(TraceView& view) {
    const auto& snapshot = view.snapshot();
    const StatsKey key{view.generation(), view.selection.range().value_or(snapshot->extent)};
    if (!busy_ && shown_ && shown_for_ == TableKey{key, query_}) return;
    const auto stats = stats_.ask(key, [snapshot, range = key.range](const std::stop_token& stop) {
      return range_stats(*snapshot, range, {}, stop);
    });
    busy_ = !stats.current;
    if (busy_) return;  // keep the old rows until the new ones are ready
    if (!chosen_) query_.kind = usual_kind(*stats.value);
    const TableKey table_key{key, query_};
    const auto table = table_.ask(
        table_key, [snapshot, counted = stats.value, query = query_](const std::stop_token&) {
          return build_range_table(*snapshot, *counted, query);
        });
    busy_ = !table.current;
    if (busy_) return;
    if (shown_ != table.value) sums_ = sums_of(*stats.value, query_.kind);
    shown_ = table.value;
    shown_for_ = table_key;
  }

  void draw_kinds(const Ui& ui, Rect row) {
    float x = row.x0 + ui.px(8);
    const auto chip = [&](std::string_view title, const std::string& label,
                          std::optional<CategoryKind> kind) {
      const Rect rect{x, row.y0 + ui.px(3), x + text_button_width(ui, label), row.y0 + ui.px(27)};
      if (rect.x1 > row.x1) return;
      if (text_button(ui, {"kind.", title}, rect, label, query_.kind == kind)) {
        query_.kind = kind;
        chosen_ = true;
        table_state_.scroll_px = 0;
      }
      x = rect.x1 + ui.px(2);
    };
    chip("all", kAll, std::nullopt);
    for (const RangeKind& kind : shown_->kinds) chip(kind.title, kind.label, kind.kind);
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    TableContent content;
    content.columns = shown_->sampled ? kSampledColumns : kColumns;
    content.rows = shown_->rows.size();
    content.sort = {static_cast<std::size_t>(query_.sort), query_.falling};
    content.selected = selected_row(frame.view);
    content.cell = [this, &frame](std::size_t row, std::size_t column) {
      return cell(frame, row, column);
    };
    content.whole = [this, &frame](std::size_t row) {
      const auto key = event_key(*frame.view.snapshot(), shown_->rows[row].longest);
      return key ? key->name : std::string();
    };
    content.footer = [this](std::size_t column) { return sum(column); };
    const TableEvents events = draw_table(frame.ui, "selection.table", area, content, table_state_);
    if (events.sort) {
      query_.sort = static_cast<RangeColumn>(events.sort->column);
      query_.falling = events.sort->falling;
    }
    if (events.double_clicked) {
      zoom_to_event(frame.view, shown_->rows[*events.double_clicked].longest);
    }
    if (events.clicked) frame.view.go_to(shown_->rows[*events.clicked].longest);
  }

  [[nodiscard]] std::optional<std::size_t> selected_row(const TraceView& view) const {
    const EventId primary = view.selection.primary();
    if (primary == EventId::None) return std::nullopt;
    for (std::size_t i = 0; i < shown_->rows.size(); ++i) {
      if (shown_->rows[i].longest == primary) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] TableCell sum(std::size_t column) const {
    switch (static_cast<RangeColumn>(column)) {
      case RangeColumn::Name:
        return {sums_.rows};
      case RangeColumn::Calls:
        return {sums_.calls};
      case RangeColumn::Total:
        return {sums_.total};
      default:
        return {};
    }
  }

  [[nodiscard]] TableCell cell(const PaneFrame& frame, std::size_t index,
                               std::size_t column) const {
    const RangeTableRow& row = shown_->rows[index];
    switch (static_cast<RangeColumn>(column)) {
      case RangeColumn::Name:
        return {.text = row.name,
                .swatch = frame.palette.fill_of(row.color, row.shade),
                .differs_at = row.differs_at};
      case RangeColumn::Role:
        return {row.role};
      case RangeColumn::Calls:
        return {row.calls};
      case RangeColumn::Total:
        return {row.total};
      case RangeColumn::Share:
        return {row.share};
      case RangeColumn::Mean:
        return {row.mean};
      case RangeColumn::Max:
        return {row.max};
    }
    return {};
  }

  RangeTableQuery query_;
  bool chosen_ = false;  // the user has chosen the kind
  bool busy_ = false;
  TableState table_state_;
  std::shared_ptr<const RangeTable> shown_;
  Sums sums_;  // of shown_
  TableKey shown_for_;
  Background<StatsKey, RangeStats> stats_;
  Background<TableKey, RangeTable> table_;
};

}  // namespace

std::unique_ptr<Pane> make_selection_pane(const TraceView& view) {
  return std::make_unique<SelectionPane>(view);
}

}  // namespace lanescope
