#include "app/panes/history/chart.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/panes/history/mark_shapes.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/colors/idle_look.h"
#include "core/view/history/run_words.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 20, kMarksPx = 15, kDatesPx = 17, kScalePx = 60, kRightPx = 8;
constexpr float kDotPx = 2.5F, kSmallDotPx = 1.6F, kRingPx = 5, kRoomyColumnPx = 6;
constexpr float kLeastTickPx = 17, kDateGapPx = 16, kMarkGapPx = 8;

std::optional<ColorRole> role_of_metric(std::size_t metric) {
  switch (metric) {
    case kComputeMetric:
      return ColorRole::Compute;
    case kExposedCommMetric:
      return ColorRole::Communication;
    case kExposedCopiesMetric:
      return ColorRole::Copy;
    default:
      break;
  }
  if (metric < kFirstKernelMetric) return std::nullopt;
  switch (static_cast<KernelKind>(metric - kFirstKernelMetric)) {
    case KernelKind::Gemm:
      return ColorRole::Gemm;
    case KernelKind::Attention:
      return ColorRole::Attention;
    case KernelKind::Communication:
      return ColorRole::Communication;
    case KernelKind::Other:
      break;
  }
  return ColorRole::Compute;
}

}  // namespace

MetricChart::MetricChart(const HistoryFrame& frame, const HistoryPanel& panel, Rect cell)
    : frame_(frame), ui_(frame.ui), panel_(panel) {
  head_ = cell.cut_top(ui_.px(kHeadPx));
  dates_ = cell.cut_bottom(ui_.px(kDatesPx));
  cell.cut_top(ui_.px(kMarksPx));
  cell.cut_left(ui_.px(kScalePx));
  cell.cut_right(ui_.px(kRightPx));
  plot_ = cell;
  dates_.x0 = plot_.x0;
  dates_.x1 = plot_.x1;
}

void MetricChart::draw() {
  if (plot_.empty()) return;
  handle_mouse();
  if (!ImGui::IsRectVisible({head_.x0, head_.y0}, dates_.max())) return;  // scrolled away
  draw_head();
  fill_rect(plot_, ui_.color().panel, ui_.px(2));
  draw_scale();
  draw_dates();
  ImGui::PushClipRect({plot_.x0 - ui_.px(1), head_.y1}, {plot_.x1 + ui_.px(kRightPx), plot_.y1 + 1},
                      true);
  if (frame_.view.pointed) draw_highlight(*frame_.view.pointed, ui_.color().accent);
  draw_runs();
  draw_levels();
  draw_marks();
  if (frame_.view.run()) draw_highlight(*frame_.view.run(), ui_.color().selection);
  ImGui::PopClipRect();
}

float MetricChart::column_px() const {
  return plot_.width() / static_cast<float>(std::max<std::size_t>(panel_.values.size(), 1));
}

float MetricChart::left_of(std::size_t run) const {
  return plot_.x0 + column_px() * static_cast<float>(run);
}

float MetricChart::y_of(double value) const {
  const double share = clamped(panel_.axis.share_of(value), 0.0, 1.0);
  return plot_.y1 - plot_.height() * static_cast<float>(share);
}

bool MetricChart::is_beyond(double value) const {
  return value < panel_.axis.low || value > panel_.axis.high;
}

/// That of its role in lanes and bars; sums of several have none.
ImU32 MetricChart::color() const {
  if (const auto role = role_of_metric(panel_.metric)) return frame_.palette.fill_of(*role, 0);
  const bool idle_class = panel_.metric >= kFirstIdleMetric && panel_.metric < kFirstKernelMetric;
  if (!idle_class) return ui_.color().dim;
  const auto of = static_cast<IdleClass>(panel_.metric - kFirstIdleMetric);
  return packed(idle_color(frame_.palette, of).fill);
}

void MetricChart::draw_head() const {
  const Face& strong = ui_.face().group;
  const Face& small = ui_.face().small;
  const Face& mono = ui_.face().mono;
  const float right = plot_.x1, left = head_.x0 + ui_.px(2);
  constexpr std::string_view kLatest = "latest";
  const float value_px = text_width(mono, panel_.latest);
  draw_text_right(mono, right, centered_y(mono, head_), ui_.color().text, panel_.latest);
  draw_text_right(small, right - value_px - ui_.px(6), centered_y(small, head_), ui_.color().faint,
                  kLatest);
  float room = right - left - value_px - text_width(small, kLatest) - ui_.px(18);
  const float used = draw_text_fitted(strong, {left, centered_y(strong, head_)}, room,
                                      ui_.color().text, panel_.title) +
                     ui_.px(8);
  room -= used;
  if (text_width(small, panel_.measured) < room)
    draw_text(small, {left + used, centered_y(small, head_)}, ui_.color().faint, panel_.measured);
}

void MetricChart::draw_scale() const {
  const Face& face = ui_.face().small;
  float last_y = plot_.y1 + ui_.px(kLeastTickPx);
  for (const double tick : panel_.axis.ticks) {
    const float y = std::round(y_of(tick));
    if (last_y - y < ui_.px(kLeastTickPx)) continue;
    last_y = y;
    fill_rect({plot_.x0, std::min(y, plot_.y1 - 1), plot_.x1, std::min(y, plot_.y1 - 1) + 1},
              ui_.color().grid);
    draw_text_right(face, plot_.x0 - ui_.px(6), y - std::round(face.size_px / 2), ui_.color().dim,
                    tick_text(tick, metric_unit(panel_.metric)));
  }
}

/// The first day, the last one, and others between them where there is room.
void MetricChart::draw_dates() const {
  const Face& face = ui_.face().small;
  const std::vector<std::string>& days = frame_.view.words().dates;
  const std::string& last = days.back();
  const float y = dates_.y0 + ui_.px(3), last_px = text_width(face, last);
  float free_x = dates_.x0;
  const float end_x = dates_.x1 - last_px;
  for (std::size_t run = 0; run + 1 < days.size(); ++run) {
    if (middle_of(run) < free_x) continue;
    const std::string& text = days[run];
    const float wide = text_width(face, text);
    const float x = run == 0 ? dates_.x0 : middle_of(run) - wide / 2;
    if (x < free_x || x + wide + ui_.px(kDateGapPx) > end_x) continue;
    draw_text(face, {x, y}, ui_.color().faint, text);
    free_x = x + wide + 3 * ui_.px(kDateGapPx);
  }
  draw_text_right(face, dates_.x1, y, ui_.color().faint, last);
}

void MetricChart::draw_runs() const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 own = color();
  std::vector<ImVec2> line;
  const auto draw_line = [&] {
    if (line.size() > 1)
      list.AddPolyline(line.data(), static_cast<int>(line.size()), faded(own, 0.55F), 0, ui_.px(1));
    line.clear();
  };
  for (std::size_t run = 0; run < panel_.values.size(); ++run) {
    if (panel_.values[run])
      line.emplace_back(middle_of(run), y_of(*panel_.values[run]));
    else
      draw_line();
  }
  draw_line();
  const bool roomy = column_px() >= ui_.px(kRoomyColumnPx);
  const float radius = ui_.style.scale * (roomy ? kDotPx : kSmallDotPx);
  for (std::size_t run = 0; run < panel_.values.size(); ++run) {
    if (!panel_.values[run]) continue;
    const ImVec2 at{middle_of(run), y_of(*panel_.values[run])};
    if (roomy)
      list.AddCircleFilled(at, radius, own);
    else
      fill_rect({at.x - radius, at.y - radius, at.x + radius, at.y + radius}, own);
    // Further away than the axis reaches.
    if (is_beyond(*panel_.values[run])) list.AddCircleFilled(at, radius / 2, ui_.color().panel);
  }
}

void MetricChart::draw_levels() const {
  for (const HistoryLevel& level : panel_.levels) {
    const float y = std::round(y_of(level.value));
    fill_rect({left_of(level.begin), y - ui_.px(1), left_of(level.end), y + ui_.px(1)},
              ui_.color().text);
  }
}

void MetricChart::draw_marks() const {
  float free_x = plot_.x0;
  for (const HistoryMark& mark : panel_.marks) draw_mark(mark, free_x);
}

/// The text has room above the plot, unless that of the mark before takes it.
void MetricChart::draw_mark(const HistoryMark& mark, float& free_x) const {
  const ImU32 color = mark_color(frame_, mark);
  const float x = std::round(left_of(mark.run));
  draw_dashes(ui_, x, plot_.y0, plot_.y1, color);
  const Face& face = ui_.face().small;
  const std::string verdict(verdict_text(mark.worse));
  std::string text = mark.change + (verdict.empty() ? "" : " " + verdict);
  const float sign_px = ui_.px(12);
  const auto wide = [&] { return sign_px + text_width(face, text); };
  const auto begin = [&] { return std::min(x - ui_.px(4), plot_.x1 + ui_.px(kRightPx) - wide()); };
  if (begin() < free_x) text = mark.change;
  const float left = begin();
  const float middle_y = head_.y1 + ui_.px(kMarksPx) / 2;
  draw_change_sign(ui_, {x, middle_y}, mark, color);
  if (left + sign_px < free_x) return;
  draw_text(face, {left + sign_px, middle_y - std::round(face.size_px / 2)}, color, text);
  free_x = left + wide() + ui_.px(kMarkGapPx);
}

void MetricChart::draw_highlight(std::size_t run, ImU32 color) const {
  if (run >= panel_.values.size()) return;
  const float x = std::round(middle_of(run));
  fill_rect({x, plot_.y0, x + 1, plot_.y1}, faded(color, 0.45F));
  if (!panel_.values[run]) return;
  ImGui::GetWindowDrawList()->AddCircle({middle_of(run), y_of(*panel_.values[run])},
                                        ui_.px(kRingPx), color, 0, ui_.style.scale * 1.5F);
}

void MetricChart::handle_mouse() {
  const Rect all{plot_.x0, head_.y0, plot_.x1, dates_.y1};
  ui_.mark(WidgetName("history.chart.", panel_.title), plot_);
  const Press press = press_area(ui_, WidgetName("history.press.", panel_.title), all);
  const RowKeys keys = take_row_keys();
  HistoryView& view = frame_.view;
  if (keys.by != 0) view.step_run(keys.by);
  if (keys.enter && view.run()) view.want(*view.run());
  if (keys.here || !press.hovered || panel_.values.empty()) return;
  const float share = (ImGui::GetIO().MousePos.x - plot_.x0) / std::max(column_px(), 0.01F);
  const auto last = static_cast<float>(panel_.values.size() - 1);
  pointed_ = static_cast<std::size_t>(clamped(share, 0.0F, last));
  if (press.clicked) view.select(*pointed_);
  if (press.double_clicked) view.want(*pointed_);
}

void MetricChart::draw_hover() const {
  if (!pointed_ || ui_.mouse_rests) return;
  const RunHover hover =
      run_hover(frame_.view.history(), frame_.view.series(), *pointed_, panel_.metric);
  std::vector<TooltipLine> lines{{"", hover.title, 0, &ui_.face().strong}};
  for (const auto& [key, value] : hover.facts) lines.push_back({key, value, 0, &ui_.face().mono});
  if (!hover.change.empty()) lines.push_back(tooltip_sentence(hover.change));
  lines.push_back(
      tooltip_sentence("Double-click opens its trace, or its summary", ui_.color().faint));
  draw_tooltip(ui_, ImGui::GetIO().MousePos, lines, 0, plot_);
}

}  // namespace lanescope
