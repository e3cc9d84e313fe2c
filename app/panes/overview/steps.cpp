#include "app/panes/overview/steps.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panes/pane/trace_actions.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/colors/step_look.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/step_names.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 22, kLegendLinePx = 17;
constexpr float kLabelsPx = 18;
constexpr float kMostColumnPx = 64, kLeastColumnPx = 3;
constexpr float kHatchShare = 0.7F;
constexpr float kWarmUpShare = 0.38F;  // share of the color for warm-up steps

ImU32 color_of(const PaneFrame& frame, StepClass step_class) {
  const auto role = step_class_role(step_class);
  return role ? frame.palette.fill_of(*role, kStepShade) : packed(remainder_color(frame.palette));
}

void hatch(const Ui& ui, StepClass step_class, Rect at) {
  if (!step_class_hatched(step_class)) return;
  paint_hatch(ui, *ImGui::GetWindowDrawList(), at, faded(ui.color().background, kHatchShare));
}

void explain(const Ui& ui, const StepColumn& column, std::optional<Ns> median_ns) {
  const auto facts = step_facts(column, median_ns);
  std::vector<TooltipLine> lines{{"", column.name, 0, &ui.face().strong}};
  for (const auto& [label, value] : facts) lines.push_back({label, value, 0, &ui.face().mono});
  lines.push_back({"", "Click to zoom in", ui.color().accent, &ui.face().small});
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

}  // namespace

void StepChart::refresh(const Snapshot& snapshot, const std::shared_ptr<const StepTable>& steps,
                        std::size_t most) {
  if (made_from_ == steps && made_for_ == most) return;
  columns_ = step_columns(snapshot, *steps, most);
  median_words_.clear();
  if (columns_.median_ns)
    median_words_ = "median step time " + format_duration(*columns_.median_ns);
  source_ = unusual_steps_source(snapshot);
  made_from_ = steps;
  made_for_ = most;
}

void StepChart::draw(const PaneFrame& frame, Rect area,
                     const std::shared_ptr<const StepTable>& steps) {
  const Ui& ui = frame.ui;
  refresh(*frame.view.snapshot(), steps,
          static_cast<std::size_t>(std::max(1.0F, area.width() / ui.px(kLeastColumnPx))));
  if (columns_.columns.empty()) {
    // Of a range without a step, the figure of the step time says so already.
    if (frame.view.snapshot()->steps.empty())
      draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui, area.min(), area.width(),
                    ui.color().faint, record_hint(*frame.view.snapshot(), Recordable::Steps));
    return;
  }
  area.cut_top(draw_head(frame, area) - area.y0);
  const float labels_px = area.height() > ui.px(70) ? ui.px(kLabelsPx) : 0;
  Rect chart = area;
  chart.cut_bottom(labels_px);
  ui.mark("step.chart", chart);
  draw_columns(frame, chart, labels_px);
  draw_median(frame, chart);
}

/// Which ranges are the steps, and the way back to those that were found. Returns where the legend
/// begins.
float StepChart::draw_source(const PaneFrame& frame, float x, Rect area) const {
  if (source_.empty()) return x;
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  Marks& marks = frame.view.marks;
  const bool chosen = !marks.all().steps.empty();
  const float width = std::min(text_width(face, source_), area.x1 - x);
  const Rect words{x, area.y0, x + width, area.y0 + ui.px(kLegendLinePx)};
  const Press press = press_area(ui, "step.source", words);
  draw_text_fitted(face, {x, area.y0 + ui.px(2)}, width,
                   chosen && press.hovered ? ui.color().accent : ui.color().dim, source_);
  if (press.hovered) {
    const std::string all = "Steps are " + source_;
    const TooltipLine lines[] = {
        {"", all, 0, &ui.face().ui},
        {"", chosen ? "Click to find steps again" : "Right-click a range in a lane to use others",
         ui.color().accent, &ui.face().small}};
    draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
  }
  if (press.clicked) marks.choose_steps("");
  return words.x1 + ui.px(18);
}

/// What the chart shows and its colors, in the order in which a column stacks them, the lowest
/// first, in as many lines as they need. Returns where the chart begins.
float StepChart::draw_head(const PaneFrame& frame, Rect area) const {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  constexpr std::string_view kTitle = "Time per step";
  draw_text(ui.face().ui, {area.x0, area.y0 + ui.px(1)}, ui.color().text, kTitle);
  const float side = ui.px(8);
  const float title_x1 = area.x0 + text_width(ui.face().ui, kTitle);
  float x = draw_source(frame, title_x1 + ui.px(source_.empty() ? 18.0F : 8.0F), area);
  float y = area.y0;
  for (std::size_t c = 0; c < kStepClasses; ++c) {
    if (columns_.sums[c] <= 0) continue;
    const auto step_class = static_cast<StepClass>(c);
    const std::string_view title = step_class_title(step_class);
    const float width = side + ui.px(5) + text_width(face, title);
    if (x + width > area.x1 && x > area.x0) {
      x = area.x0;
      y += ui.px(kLegendLinePx);
    }
    const Rect square{x, y + ui.px(5), x + side, y + ui.px(5) + side};
    fill_rect(square, color_of(frame, step_class), ui.px(2));
    hatch(ui, step_class, square);
    draw_text_fitted(face, {x + side + ui.px(5), y + ui.px(2)}, area.x1 - x - side - ui.px(5),
                     ui.color().dim, title);
    ui.mark({"step.legend.", title},
            {x, y, std::min(x + width, area.x1), y + ui.px(kLegendLinePx)});
    x += width + ui.px(14);
  }
  return y + ui.px(kHeadPx);
}

float StepChart::y_of(Rect chart, Ns length_ns) const {
  const double share = static_cast<double>(length_ns) / static_cast<double>(columns_.top_ns);
  return chart.y1 - chart.height() * static_cast<float>(clamped(share, 0.0, 1.0));
}

void StepChart::draw_columns(const PaneFrame& frame, Rect chart, float labels_px) const {
  const Ui& ui = frame.ui;
  const float pitch =
      std::min(ui.px(kMostColumnPx), chart.width() / static_cast<float>(columns_.columns.size()));
  const float gap = pitch > ui.px(12) ? ui.px(3) : pitch > 3 ? 1.0F : 0.0F;
  float labelled_to = chart.x0;
  for (std::size_t i = 0; i < columns_.columns.size(); ++i) {
    const StepColumn& column = columns_.columns[i];
    const float x0 = std::round(chart.x0 + pitch * static_cast<float>(i));
    const float x1 =
        std::max(std::round(chart.x0 + pitch * static_cast<float>(i + 1)) - gap, x0 + 1);
    draw_column(frame, chart, {x0, chart.y0, x1, chart.y1}, column);
    const float width = text_width(ui.face().small, column.label);
    const float label_x = std::floor((x0 + x1 - width) / 2);
    if (labels_px == 0 || label_x < labelled_to || label_x + width > chart.x1) continue;
    draw_text(ui.face().small, {label_x, chart.y1 + ui.px(3)}, ui.color().faint, column.label);
    labelled_to = label_x + width + ui.px(8);
  }
  fill_rect({chart.x0, chart.y1, chart.x1, chart.y1 + 1}, ui.color().line);
}

void StepChart::draw_column(const PaneFrame& frame, Rect chart, Rect place,
                            const StepColumn& column) const {
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Press press = press_area(ui, {"step.", column.name}, place);
  Ns below_ns = 0;
  for (std::size_t c = 0; c < kStepClasses; ++c) {
    const Ns above_ns = saturating_add(below_ns, column.classes_ns[c]);
    const float y0 = std::round(y_of(chart, above_ns));
    const float y1 = std::round(y_of(chart, below_ns));
    below_ns = above_ns;
    const ImU32 color = color_of(frame, static_cast<StepClass>(c));
    if (y1 > y0) {
      list.AddRectFilled({place.x0, y0}, {place.x1, y1},
                         column.warm_up || column.paused || column.lossy || !column.whole
                             ? faded(color, kWarmUpShare)
                             : color);
      hatch(ui, static_cast<StepClass>(c), {place.x0, y0, place.x1, y1});
    }
  }
  // A gap in the column marks a step that is longer than the chart's scale.
  if (column.range.length_ns() > columns_.top_ns) {
    const float y = chart.y0 + ui.px(8);
    list.AddRectFilled({place.x0, y}, {place.x1, y + ui.px(2)}, ui.color().panel);
  }
  const float top = std::round(y_of(chart, column.range.length_ns()));
  if (column.outlier && !column.warm_up)
    list.AddRectFilled({place.x0, top - ui.px(3)}, {place.x1, top - ui.px(1)}, ui.color().text);
  const bool selected = frame.view.selection.contains(column.event);
  if (press.hovered || selected)
    list.AddRect({place.x0 - 1, top - 1}, {place.x1 + 1, place.y1 + 1}, ui.color().selection);
  if (press.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(ui, column, columns_.median_ns);
  }
  if (!press.clicked) return;
  frame.view.go_to(column.event);
  zoom_to_event(frame.view, column.event);
}

void StepChart::draw_median(const PaneFrame& frame, Rect chart) const {
  if (!columns_.median_ns) return;
  const Ui& ui = frame.ui;
  const float y = std::floor(y_of(chart, *columns_.median_ns));
  const float dash = ui.px(4);
  for (float x = chart.x0; x < chart.x1; x += 2 * dash)
    fill_rect({x, y, std::min(x + dash, chart.x1), y + 1}, ui.color().dim);
  const float width = text_width(ui.face().small, median_words_);
  const Rect plate{chart.x1 - width - ui.px(8), y - ui.px(17), chart.x1, y - ui.px(1)};
  ui.mark("step.median", plate);
  fill_rect(plate, faded(ui.color().panel, 0.8F), ui.px(3));
  draw_text(ui.face().small, {plate.x0 + ui.px(4), plate.y0 + ui.px(1)}, ui.color().dim,
            median_words_);
}

}  // namespace lanescope
