// The bookmarks as a table: a click goes to one, buttons edit it.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/panes/pane/column_help.h"
#include "app/panes/pane/holds_events.h"
#include "app/panes/pane/mark_actions.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/table.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

const std::array kColumns = with_help(
    "Marks",
    std::array{TableColumn{"Name", 0, false, false}, TableColumn{"Start", 130, true, false},
               TableColumn{"Duration", 110, true, false}, TableColumn{"Note", 420, false, false}});
constexpr float kButtonsPx = 30;

class MarksPane final : public Pane {
 public:
  [[nodiscard]] std::string_view title() const override { return "Marks"; }
  [[nodiscard]] bool applies(const TraceView& view) const override {
    return holds_events(view) || !view.marks.all().marks.empty();
  }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] int badge(TraceView& view) const override {
    return static_cast<int>(view.marks.all().marks.size());
  }
  [[nodiscard]] bool badge_alerts() const override { return false; }
  [[nodiscard]] std::string_view facts() const override { return facts_; }

  void draw(const PaneFrame& frame, Rect area) override {
    refresh(frame.view);
    const Ui& ui = frame.ui;
    draw_buttons(frame, area.cut_top(ui.px(kButtonsPx)));
    if (!rows_.empty()) {
      draw_rows(frame, area);
      return;
    }
    draw_text(ui.face().ui, {area.x0 + ui.px(14), area.y0 + ui.px(10)}, ui.color().dim,
              "M marks the selected range; Shift+M adds a note to it. Marks are saved next to the "
              "trace.");
  }

 private:
  struct Row {
    bool view = false;  // one of the nine saved views, else a mark
    std::size_t index = 0;
    std::string name, at, length, note;
  };

  void refresh(const TraceView& view) {
    if (generation_ == view.generation() && marks_generation_ == view.marks.generation()) return;
    generation_ = view.generation();
    marks_generation_ = view.marks.generation();
    const Bookmarks& all = view.marks.all();
    const Ns origin_ns = view.snapshot()->extent.begin_ns;
    rows_.clear();
    const auto add = [&](bool is_view, std::size_t index, TimeRange range, std::string name) {
      const std::string length = range.empty() ? "" : format_duration(range.length_ns());
      rows_.push_back({is_view, index, std::move(name),
                       format_exact_time(saturating_sub(range.begin_ns, origin_ns)), length, ""});
    };
    for (std::size_t i = 0; i < all.marks.size(); ++i) {
      add(false, i, all.marks[i].range, all.marks[i].name);
      rows_.back().note = all.marks[i].note;
    }
    for (std::size_t i = 0; i < Bookmarks::kViews; ++i) {
      if (all.views.at(i)) add(true, i, *all.views.at(i), "View " + std::to_string(i + 1));
    }
    const std::size_t marks = all.marks.size();
    facts_ = marks == 0 ? "" : counted(marks, "mark");
  }

  static void draw_buttons(const PaneFrame& frame, Rect row) {
    const Ui& ui = frame.ui;
    const bool any = !frame.view.marks.all().marks.empty();
    const bool current = frame.view.marks.current().has_value();
    float x = row.x0 + ui.px(8);
    const auto button = [&](std::string_view id, std::string_view label) {
      const Rect rect{x, row.y0 + ui.px(3), x + text_button_width(ui, label), row.y0 + ui.px(27)};
      x = rect.x1 + ui.px(2);
      return rect.x1 <= row.x1 && text_button(ui, {"marks.", id}, rect, label);
    };
    if (button("add", "Add")) set_note(frame.view);
    if (any && button("previous", "Previous")) step_mark(frame.view, Direction::Previous);
    if (any && button("next", "Next")) step_mark(frame.view, Direction::Next);
    if (current && button("edit", "Edit")) edit_mark(frame.view);
    if (current && button("delete", "Delete")) delete_mark(frame.view);
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    TableContent content;
    content.columns = kColumns;
    content.rows = rows_.size();
    content.sort = {kColumns.size(), false};
    content.selected = frame.view.marks.current();
    const ImU32 color = frame.palette.fill_of(ColorRole::Annotation, 0);
    content.cell = [this, &frame, color](std::size_t index, std::size_t column) -> TableCell {
      const Row& row = rows_[index];
      const std::array<TableCell, kColumns.size()> cells{
          TableCell{row.name, 0, row.view ? frame.ui.color().line : color}, TableCell{row.at},
          TableCell{row.length}, TableCell{row.note}};
      return cells.at(column);
    };
    const TableEvents events = draw_table(frame.ui, "marks.table", area, content, table_);
    if (events.clicked) {
      const Row& row = rows_[*events.clicked];
      if (row.view) {
        go_to_view(frame.view, row.index);
      } else {
        go_to_mark(frame.view, row.index);
      }
    }
    if (events.double_clicked && !rows_[*events.double_clicked].view) edit_mark(frame.view);
  }

  std::vector<Row> rows_;
  std::string facts_;
  std::uint64_t generation_ = 0, marks_generation_ = ~std::uint64_t{0};
  TableState table_;
};

}  // namespace

std::unique_ptr<Pane> make_marks_pane(const TraceView& /*view*/) {
  return std::make_unique<MarksPane>();
}

}  // namespace lanescope
