// The load report: what was loaded from the file, and what was not and why.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panes/pane/column_help.h"
#include "app/panes/pane/pane.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/key_value.h"
#include "app/widgets/table.h"
#include "app/widgets/table_layout.h"
#include "core/view/overview/load_report_model.h"

namespace lanescope {
namespace {

const std::array kColumns = with_help(
    "Report",
    std::array{TableColumn{"Issue", 0, false, false}, TableColumn{"Kind", 170, false, false},
               TableColumn{"Count", 80, true, false}, TableColumn{"First offset", 130, true, false},
               TableColumn{"Example", 280, false, false}});
constexpr float kFactsPx = 300;
constexpr float kBesideTextPx = 28;  // of a column, the gap to its neighbor
constexpr float kLinePx = 26;
constexpr float kBesideSentencePx = 16;  // the square before it
constexpr std::size_t kMostLines = 6;    // of a sentence

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
    fit_columns(ui);
    if (area.width() > ui.px(kFactsPx) * 2) draw_facts(ui, area.cut_right(ui.px(kFactsPx)));
    draw_headline(ui, area);
    if (!model_.rows.empty()) draw_rows(frame, area);
  }

 private:
  [[nodiscard]] static std::array<std::string_view, kColumns.size()> texts_of(
      const LoadReportRow& row) {
    return {row.what, row.kind, row.count, row.first, row.example};
  }

  /// The sentences get what the other columns do not need.
  void fit_columns(const Ui& ui) {
    for (std::size_t i = 1; i < kColumns.size(); ++i) {
      const Face& face = kColumns[i].number ? ui.face().mono : ui.face().ui;
      float widest = text_width(ui.face().head, kColumns[i].title);
      for (const LoadReportRow& row : model_.rows)
        widest = std::max(widest, text_width(face, texts_of(row).at(i)));
      columns_[i].width_px =
          std::min(kColumns[i].width_px, std::ceil(widest / ui.style.scale) + kBesideTextPx);
    }
  }

  void draw_headline(const Ui& ui, Rect& area) const {
    const auto line = [&](std::string_view icon, ImU32 color, std::string_view text) {
      const Face& face = ui.face().ui;
      const float width = area.width() - ui.px(50);
      const Rect row = area.cut_top(ui.px(kLinePx));
      draw_text(ui.face().icon, {row.x0 + ui.px(14), centered_y(ui.face().icon, row)}, color, icon);
      const float height = draw_text_wrapped(ImGui::GetWindowDrawList(), face,
                                             {row.x0 + ui.px(36), centered_y(face, row)}, width,
                                             ui.color().text, text, kMostLines);
      area.cut_top(height - face.size_px);
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

  /// What the longest sentence needs below its first line, beside the other columns.
  float more_lines_px(const Ui& ui, Rect area) {
    const TableLayout layout(ui, area, columns_, table_widths(ui, "report.table", table_state_));
    const float width = layout.cell(0, area).width() - ui.px(kBesideSentencePx);
    const Face& face = ui.face().ui;
    float height = face.size_px;
    for (const LoadReportRow& row : model_.rows)
      height =
          std::max(height, draw_text_wrapped(nullptr, face, {}, width, 0, row.what, kMostLines));
    return height - face.size_px;
  }

  void draw_rows(const PaneFrame& frame, Rect area) {
    TableContent content;
    content.columns = columns_;
    content.rows = model_.rows.size();
    content.sort = {kColumns.size(), false};
    content.cell = [&](std::size_t index, std::size_t column) -> TableCell {
      const LoadReportRow& row = model_.rows[index];
      const Colors& color = frame.ui.color();
      TableCell cell{texts_of(row).at(column)};
      if (column == 0) cell.swatch = row.lost ? color.warning : color.faint;
      return cell;
    };
    content.whole = [&](std::size_t index) { return model_.rows[index].what; };
    content.row_px += more_lines_px(frame.ui, area) / frame.ui.style.scale;
    draw_table(frame.ui, "report.table", area, content, table_state_);
  }

  mutable bool alerts_ = true;  // of the badge that was asked for last
  std::array<TableColumn, kColumns.size()> columns_ = kColumns;
  LoadReportModel model_;
  std::uint64_t generation_ = 0;
  TableState table_state_;
};

}  // namespace

std::unique_ptr<Pane> make_load_report_pane(const TraceView& /*view*/) {
  return std::make_unique<LoadReportPane>();
}

}  // namespace lanescope
