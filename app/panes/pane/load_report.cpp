// The load report: what was loaded from the file, and what was not and why.
#include <algorithm>
#include <array>

#include "app/panes/pane/column_help.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/key_value.h"
#include "app/widgets/table.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

const std::array kColumns = with_help(
    "Report",
    std::array{TableColumn{"Issue", 0, false, false}, TableColumn{"Kind", 170, false, false},
               TableColumn{"Count", 80, true, false}, TableColumn{"First offset", 130, true, false},
               TableColumn{"Example", 280, false, false}});
constexpr float kFactsPx = 300;

class LoadReportPane final : public Pane {
 public:
  [[nodiscard]] std::string_view title() const override { return "Load report"; }
  [[nodiscard]] bool applies(const TraceView& /*view*/) const override { return true; }
  [[nodiscard]] bool follows_window() const override { return false; }
  [[nodiscard]] int badge(TraceView& view) const override {
    const LoadReport& report = view.snapshot()->report;
    alerts_ = needs_a_look(report);
    return static_cast<int>(report.issues.size()) + (report.complete ? 0 : 1);
  }
  [[nodiscard]] bool badge_alerts() const override { return alerts_; }

  void draw(const PaneFrame& frame, Rect area) override {
    if (generation_ != frame.view.generation()) {
      generation_ = frame.view.generation();
      model_ = build_load_report(*frame.view.snapshot());
    }
    const Ui& ui = frame.ui;
    if (area.width() > ui.px(kFactsPx) * 2) draw_facts(ui, area.cut_right(ui.px(kFactsPx)));
    draw_headline(ui, area);
    if (!model_.rows.empty()) draw_rows(frame, area);
  }

 private:
  void draw_headline(const Ui& ui, Rect& area) const {
    const auto line = [&](std::string_view icon, ImU32 color, std::string_view text) {
      const Rect row = area.cut_top(ui.px(26));
      draw_text(ui.face().icon, {row.x0 + ui.px(14), centered_y(ui.face().icon, row)}, color, icon);
      draw_text_fitted(ui.face().ui, {row.x0 + ui.px(36), centered_y(ui.face().ui, row)},
                       row.width() - ui.px(50), ui.color().text, text);
    };
    area.cut_top(ui.px(2));
    const bool lossless =
        std::ranges::none_of(model_.rows, [](const LoadReportRow& row) { return row.lost; });
    line(lossless ? icon::kCheck : icon::kWarning, lossless ? ui.color().good : ui.color().warning,
         model_.headline);
    if (!model_.warning.empty()) line(icon::kWarning, ui.color().warning, model_.warning);
  }

  void draw_facts(const Ui& ui, Rect area) const {
    fill_rect({area.x0, area.y0, area.x0 + 1, area.y1 - ui.px(8)}, ui.color().line);
    ImGui::PushClipRect(area.min(), area.max(), true);
    FactColumn column(ui, area.inset(ui.px(16), ui.px(4)));
    for (const auto& [key, value] : model_.facts) column.fact(key, value, {});
    ImGui::PopClipRect();
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    TableContent content;
    content.columns = kColumns;
    content.rows = model_.rows.size();
    content.sort = {kColumns.size(), false};
    content.cell = [&](std::size_t index, std::size_t column) -> TableCell {
      const LoadReportRow& row = model_.rows[index];
      const Colors& color = frame.ui.color();
      const std::array<TableCell, kColumns.size()> cells{
          TableCell{row.what, 0, row.lost ? color.warning : color.faint}, TableCell{row.kind},
          TableCell{row.count}, TableCell{row.first}, TableCell{row.example}};
      return cells.at(column);
    };
    draw_table(frame.ui, "report.table", area, content, table_state_);
  }

  mutable bool alerts_ = true;  // of the badge that was asked for last
  LoadReportModel model_;
  std::uint64_t generation_ = 0;
  TableState table_state_;
};

}  // namespace

std::unique_ptr<Pane> make_load_report_pane(const TraceView& /*view*/) {
  return std::make_unique<LoadReportPane>();
}

}  // namespace lanescope
