#include "app/panes/history/charts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/panes/history/chart.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

constexpr float kPadPx = 14, kMarginPx = 6, kLinePx = 26, kBetweenPx = 14, kBelowPx = 8;
constexpr float kLeastColumnPx = 330, kMostHighPx = 210;
constexpr float kWithNotesPx = 260;  // in less height there is only the sentence
constexpr std::size_t kMostColumns = 4, kMostLines = 2;
constexpr const char* kSeriesMenu = "history.series";

/// What up to kMostLines of it take, with their margin.
float lines_px(const Ui& ui, const Face& face, std::string_view text, float width_px) {
  const float high = draw_text_wrapped(nullptr, face, {}, width_px, 0, text);
  const auto lines =
      std::clamp(std::round(high / face.size_px), 1.0F, static_cast<float>(kMostLines));
  return ui.px(kLinePx) + (lines - 1) * face.size_px;
}

void draw_lines(const Ui& ui, const Face& face, Rect area, ImU32 color, std::string_view text) {
  const float pad = std::floor((ui.px(kLinePx) - face.size_px) / 2);
  draw_text_wrapped(ImGui::GetWindowDrawList(), face, {area.x0, area.y0 + pad}, area.width(), color,
                    text, kMostLines);
}

struct ChartGrid {
  std::size_t columns = 1, rows = 1;
  float cell_px = 0, high_px = 0, between_px = 0, below_px = 0;

  ChartGrid(const Ui& ui, Rect area, std::size_t charts)
      : between_px(ui.px(kBetweenPx)), below_px(ui.px(kBelowPx)) {
    const auto fitting = static_cast<std::size_t>(area.width() / ui.px(kLeastColumnPx));
    columns = std::clamp<std::size_t>(fitting, 1, std::min(kMostColumns, charts));
    rows = (charts + columns - 1) / columns;
    const auto across = static_cast<float>(columns), down = static_cast<float>(rows);
    cell_px = std::floor((area.width() - (across - 1) * between_px) / across);
    high_px = std::clamp(std::floor(area.height() / down), ui.px(MetricChart::kLeastPx),
                         ui.px(kMostHighPx));
  }
  [[nodiscard]] float needed_px() const { return high_px * static_cast<float>(rows); }
  [[nodiscard]] Rect cell(Rect area, std::size_t chart) const {
    const float x = area.x0 + static_cast<float>(chart % columns) * (cell_px + between_px);
    const std::size_t row = chart / columns;
    const float y = area.y0 + static_cast<float>(row) * high_px;
    return {x, y, x + cell_px, y + high_px - below_px};
  }
};

}  // namespace

void HistoryCharts::draw(const HistoryFrame& frame, Rect area) {
  fill_rect(area, frame.ui.color().background);
  frame.ui.mark("history.page", area);
  draw_head(frame, area);
  draw_charts(frame, area.inset(frame.ui.px(kPadPx), frame.ui.px(kMarginPx)));
}

void HistoryCharts::draw_head(const HistoryFrame& frame, Rect& area) {
  const Ui& ui = frame.ui;
  const HistoryView& view = frame.view;
  const float width_px = area.width() - ui.px(2 * kPadPx);
  const Face &strong = ui.face().strong, &small = ui.face().small;
  const std::string& sentence = view.words().sentence;
  const std::string_view notes =
      area.height() < ui.px(kWithNotesPx) ? std::string_view() : view.notes();
  const float sentence_px = lines_px(ui, strong, sentence, width_px);
  const float notes_px = notes.empty() ? 0 : lines_px(ui, small, notes, width_px);
  const Rect head = area.cut_top(
      std::min(sentence_px + notes_px + ui.px(kLinePx + 2 * kMarginPx), area.height()));
  fill_rect(head, ui.color().panel);
  fill_rect({head.x0, head.y1 - 1, head.x1, head.y1}, ui.color().line);
  Rect inner = head.inset(ui.px(kPadPx), ui.px(kMarginPx));
  const Rect first = inner.cut_top(sentence_px);
  ui.mark("history.sentence", first);
  draw_lines(ui, strong, first, ui.color().text, sentence);
  draw_series(frame, inner.cut_top(ui.px(kLinePx)));
  sentences_end_px_ = inner.y0;
  if (notes.empty()) return;
  ui.mark("history.notes", inner);
  draw_lines(ui, small, inner, ui.color().faint, notes);
}

/// Which runs these are; others that cannot be compared with them are a choice away.
void HistoryCharts::draw_series(const HistoryFrame& frame, Rect row) {
  const Ui& ui = frame.ui;
  HistoryView& view = frame.view;
  const std::string& title = view.words().title;
  ui.mark("history.series", row);
  if (view.history().series.size() == 1) {
    const Face& face = ui.face().ui;
    draw_text_fitted(face, {row.x0, centered_y(face, row)}, row.width(), ui.color().dim, title);
    return;
  }
  const Rect button = row.cut_left(std::min(menu_button_width(ui, title), row.width()));
  if (menu_button(ui, "history.series.menu", button, title, true))
    open_menu_at(ui, button, kSeriesMenu);
  if (!begin_menu(ui, kSeriesMenu)) return;
  for (std::size_t i = 0; i < view.history().series.size(); ++i) {
    const std::string& one = view.contents()->words[i].title;
    if (menu_item(ui, one, "", true, i == view.series_number())) view.show_series(i);
  }
  end_menu();
}

void HistoryCharts::draw_charts(const HistoryFrame& frame, Rect area) {
  HistoryView& view = frame.view;
  const auto panels = view.panels();
  std::optional<std::size_t> pointed;
  if (!area.empty() && !panels.empty()) {
    const ChartGrid grid(frame.ui, area, panels.size());
    const Scrolled scrolled(frame.ui, "history.scroll", area, grid.needed_px(), view.scroll_px);
    for (std::size_t i = 0; i < panels.size(); ++i) {
      MetricChart chart(frame, panels[i], grid.cell(scrolled.area(), i));
      chart.draw();
      chart.draw_hover();
      if (chart.pointed()) pointed = chart.pointed();
    }
  }
  view.pointed = pointed;
}

}  // namespace lanescope
