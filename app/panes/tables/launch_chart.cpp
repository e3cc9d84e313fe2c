#include "app/panes/tables/launch_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 32;
constexpr float kZonesPx = 172, kLeastPlotPx = 220;
constexpr float kZoneRowPx = 36;
constexpr float kScalePx = 54;  // width of the labels on the left
constexpr float kAxisPx = 20;
constexpr float kBandPx = 12;
/// Up to this number, points are drawn one by one.
constexpr std::size_t kFewPoints = 3000;
constexpr std::string_view kPrecedence =
    "Each launch counts once: as queue full, else as delayed, else as a short kernel.";

}  // namespace

ImU32 LaunchChart::color_of(const PaneFrame& frame, LaunchZone zone) {
  switch (zone) {
    case LaunchZone::ShortKernel:
      return frame.palette.fill_of(ColorRole::Communication, 0);
    case LaunchZone::Delayed:
      return frame.palette.fill_of(ColorRole::Attention, 0);
    case LaunchZone::QueueFull:
      return frame.palette.fill_of(ColorRole::Sync, 0);
    case LaunchZone::Usual:
      break;
  }
  return frame.palette.fill_of(ColorRole::Compute, 0);
}

void LaunchChart::draw(const PaneFrame& frame, Rect area,
                       const std::shared_ptr<const DataTable>& table,
                       std::span<const std::uint32_t> /*listed*/) {
  const Ui& ui = frame.ui;
  table_ = table;
  picture_ = static_cast<const LaunchPicture*>(table->picture.get());
  draw_head(frame, area.cut_top(ui.px(kHeadPx)));
  area = {area.x0 + ui.px(14), area.y0, area.x1 - ui.px(8), area.y1 - ui.px(6)};
  if (area.width() > ui.px(kZonesPx + kLeastPlotPx)) {
    Rect zones = area.cut_right(ui.px(kZonesPx));
    draw_zones(frame, zones);
    area.cut_right(ui.px(14));
  }
  area.cut_left(ui.px(kScalePx));
  area.cut_bottom(ui.px(kAxisPx));
  area.cut_top(ui.px(4));
  band_ = area.cut_bottom(ui.px(kBandPx));
  area.cut_bottom(ui.px(2));
  plot_ = area;
  if (plot_.empty()) return;
  ui.mark("launches.plot", plot_);
  draw_axes(frame);
  draw_limits(frame);
  ImGui::PushClipRect({plot_.x0 - 4, plot_.y0 - 4}, {plot_.x1 + 4, band_.y1 + 4}, true);
  if (few()) {
    draw_points(frame);
  } else {
    draw_cells(frame);
  }
  draw_box(ui);
  draw_selected(frame);
  ImGui::PopClipRect();
  handle_mouse(frame);
}

void LaunchChart::draw_head(const PaneFrame& frame, Rect row) {
  const Ui& ui = frame.ui;
  row = row.inset(ui.px(10), ui.px(4));
  const std::array segments{Segment{"By call duration", {}}, Segment{"Over time", {}}};
  const Rect rect = row.cut_left(segments_width(ui, segments));
  const auto clicked =
      draw_segments(ui, "launches.axis.", rect, segments, axis_ == ChartAxis::Time ? 1 : 0);
  if (clicked) axis_ = *clicked == 1 ? ChartAxis::Time : ChartAxis::CallLength;
  row.cut_left(ui.px(14));
  if (box_) return draw_actions(frame, row);
  const Face& face = ui.face().small;
  std::string words = "How long work waits after its launch call";
  if (picture_->floor_ns) {
    words += " · " + format_duration(static_cast<Ns>(std::llround(*picture_->floor_ns))) +
             " from call to start on an idle stream";
  }
  draw_text_fitted(face, {row.x0, centered_y(face, row)}, row.width(), ui.color().dim, words);
}

void LaunchChart::draw_zones(const PaneFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  for (const LaunchZone zone :
       {LaunchZone::ShortKernel, LaunchZone::Delayed, LaunchZone::QueueFull, LaunchZone::Usual}) {
    if (area.height() < ui.px(kZoneRowPx)) return;
    draw_zone(frame, area.cut_top(ui.px(kZoneRowPx)), zone);
  }
  if (area.height() < ui.px(kZoneRowPx) || box_) return;
  draw_text_wrapped(ui.face().small, {area.x0, area.y0 + ui.px(4)}, area.width(), ui.color().faint,
                    "Drag a box to show only the launches in it");
}

/// "■ short kernels   1,204", and below it their mean wait.
void LaunchChart::draw_zone(const PaneFrame& frame, Rect row, LaunchZone zone) const {
  const Ui& ui = frame.ui;
  const ZoneSums& sums = picture_->zones[static_cast<std::size_t>(zone)];
  const std::string_view title = zone_title(zone);
  const Press press = press_area(ui, {"launches.zone.", title}, row);
  const float side = ui.px(9);
  const bool any = sums.launches != 0;
  fill_rect({row.x0, row.y0 + ui.px(5), row.x0 + side, row.y0 + ui.px(5) + side},
            faded(color_of(frame, zone), any ? 1.0F : 0.4F), ui.px(2));
  const std::string count = format_count(static_cast<std::int64_t>(sums.launches));
  draw_text(ui.face().ui, {row.x0 + ui.px(17), row.y0 + ui.px(1)},
            any ? ui.color().text : ui.color().faint, title);
  draw_text_right(ui.face().mono, row.x1, row.y0 + ui.px(2),
                  any ? ui.color().text : ui.color().faint, count);
  const auto mean_ns = sums.mean_wait_ns();
  const std::string mean = mean_ns ? format_duration(*mean_ns) : "n/a";
  const std::string times = mean_ns ? "waited " + mean + " on average" : "";
  draw_text(ui.face().small, {row.x0 + ui.px(17), row.y0 + ui.px(17)}, ui.color().dim, times);
  if (!press.hovered) return;
  const std::string meaning = zone_meaning(zone, *picture_->thresholds);
  const std::string call = format_duration(sums.call_ns), gpu = format_duration(sums.gpu_ns);
  const std::array lines{TooltipLine{"", title, 0, &ui.face().strong},
                         tooltip_sentence(meaning, ui.color().dim),
                         TooltipLine{"Launches", count, 0, &ui.face().mono},
                         TooltipLine{"In launch calls", call, 0, &ui.face().mono},
                         TooltipLine{"On the GPU", gpu, 0, &ui.face().mono},
                         TooltipLine{"Mean wait", mean, 0, &ui.face().mono},
                         TooltipLine{"", kPrecedence, ui.color().faint, &ui.face().ui}};
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines, color_of(frame, zone));
}

/// The actions for the selected box.
void LaunchChart::draw_actions(const PaneFrame& frame, Rect row) {
  const Ui& ui = frame.ui;
  constexpr std::string_view kAll = "Show all", kTime = "Select its time range";
  const Rect first = row.cut_left(text_button_width(ui, kAll));
  if (text_button(ui, "launches.all", first, kAll)) {
    box_.reset();
    return;
  }
  row.cut_left(ui.px(4));
  if (box_->axis != ChartAxis::Time || row.width() < text_button_width(ui, kTime)) return;
  const Rect second = row.cut_left(text_button_width(ui, kTime));
  if (!text_button(ui, "launches.range", second, kTime)) return;
  frame.view.selection.select_range({box_->x0, saturating_add(box_->x1, 1)});
  box_.reset();
}

float LaunchChart::x_of(double share) const {
  return plot_.x0 + plot_.width() * static_cast<float>(share);
}

float LaunchChart::y_of(double share) const {
  return plot_.y1 - plot_.height() * static_cast<float>(share);
}

void LaunchChart::draw_axes(const PaneFrame& frame) const {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const int most = std::max(1, static_cast<int>(plot_.height() / ui.px(22)));
  for (const double ns : picture_->delay_axis.decades(most)) {
    const float y = std::round(y_of(picture_->delay_axis.share(ns)));
    fill_rect({plot_.x0, y, plot_.x1, y + 1}, ui.color().grid);
    draw_text_right(face, plot_.x0 - ui.px(8), std::min(y - ui.px(7), plot_.y1 - ui.px(15)),
                    ui.color().dim, format_decade(ns * 1e-9, "s"));
  }
  fill_rect(band_, faded(ui.color().raised, 0.6F), ui.px(2));
  draw_text_right(face, plot_.x0 - ui.px(8), centered_y(face, band_), ui.color().dim, "none");
  if (axis_ == ChartAxis::Time) return draw_times(frame);
  const std::string_view title = "launch call duration";
  const float title_px = text_width(face, title);
  draw_text_right(face, plot_.x1, band_.y1 + ui.px(4), ui.color().faint, title);
  for (const double ns : picture_->call_axis.decades()) {
    const float x = std::round(x_of(picture_->call_axis.share(ns)));
    fill_rect({x, plot_.y0, x + 1, band_.y1}, ui.color().grid);
    const std::string text = format_decade(ns * 1e-9, "s");
    const float left = std::max(plot_.x0, x - text_width(face, text) / 2);
    if (left + text_width(face, text) > plot_.x1 - title_px - ui.px(12)) continue;
    draw_text(face, {left, band_.y1 + ui.px(4)}, ui.color().dim, text);
  }
}

void LaunchChart::draw_times(const PaneFrame& frame) const {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  Viewport viewport;
  viewport.set_extent(picture_->times);
  viewport.set_width_px(plot_.width());
  viewport.show(picture_->times);
  const Ns origin_ns = frame.view.snapshot()->extent.begin_ns;
  for (const RulerTick& tick : make_ruler(viewport, origin_ns, ui.px(90)).ticks) {
    const float x = plot_.x0 + std::floor(static_cast<float>(tick.x_px));
    if (!tick.major || x < plot_.x0 || x > plot_.x1) continue;
    fill_rect({x, plot_.y0, x + 1, band_.y1}, ui.color().grid);
    if (x + text_width(face, tick.label) > plot_.x1) continue;
    draw_text(face, {x, band_.y1 + ui.px(4)}, ui.color().dim, tick.label);
  }
}

/// Work above this line counts as delayed.
void LaunchChart::draw_limits(const PaneFrame& frame) const {
  const auto limit_ns = static_cast<double>(picture_->thresholds->long_delay_ns);
  const double delay = picture_->delay_axis.share(limit_ns);
  if (delay > 0 && delay < 1) {
    const float y = std::round(y_of(delay));
    fill_rect({plot_.x0, y, plot_.x1, y + 1}, faded(color_of(frame, LaunchZone::Delayed), 0.7F));
  }
}

bool LaunchChart::few() const {
  return picture_->points.size() <= kFewPoints;
}

ImVec2 LaunchChart::place_of(const LaunchPoint& point) const {
  const auto y = picture_->y_of(point);
  return {x_of(picture_->x_of(point, axis_)), y ? y_of(*y) : (band_.y0 + band_.y1) / 2};
}

void LaunchChart::draw_points(const PaneFrame& frame) const {
  const float half = frame.ui.px(2);
  for (const LaunchPoint& point : picture_->points) {
    const ImVec2 at = place_of(point);
    const bool out = box_ && !is_in_box(point, *box_);
    fill_rect({at.x - half, at.y - half, at.x + half, at.y + half},
              faded(color_of(frame, point.zone), out ? 0.2F : 0.75F), 1);
  }
}

Rect LaunchChart::cell_rect(std::size_t column, std::size_t row) const {
  const auto share = [](std::size_t i, std::size_t of) {
    return static_cast<double>(i) / static_cast<double>(of);
  };
  const float x0 = std::round(x_of(share(column, LaunchGrid::kColumns)));
  const float x1 = std::round(x_of(share(column + 1, LaunchGrid::kColumns)));
  if (row == 0) return {x0, band_.y0, x1, band_.y1};
  const float y0 = std::round(y_of(share(row, LaunchGrid::kRows - 1)));
  const float y1 = std::round(y_of(share(row - 1, LaunchGrid::kRows - 1)));
  return {x0, y0, std::max(x1, x0 + 1), std::max(y1, y0 + 1)};
}

/// The color is stronger for more launches in a cell.
void LaunchChart::draw_cells(const PaneFrame& frame) const {
  const LaunchGrid& grid = picture_->grid(axis_);
  const double top = std::log1p(static_cast<double>(grid.most));
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const LaunchCell& cell = grid.cells[i];
    if (cell.count == 0) continue;
    const Rect rect = cell_rect(i % LaunchGrid::kColumns, i / LaunchGrid::kColumns);
    const double share = std::log1p(static_cast<double>(cell.count)) / top;
    fill_rect(rect, faded(color_of(frame, cell.zone), 0.3F + 0.7F * static_cast<float>(share)));
  }
}

void LaunchChart::draw_box(const Ui& ui) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (dragged_from_) {
    const ImVec2 to = ImGui::GetIO().MousePos;
    list.AddRectFilled(*dragged_from_, to, ui.color().range);
    list.AddRect(*dragged_from_, to, ui.color().selection);
    return;
  }
  if (!box_ || box_->axis != axis_) return;
  LaunchPoint corner;
  const auto x_at = [&](Ns x) {
    corner.call_ns = corner.begin_ns = x;
    return x_of(picture_->x_of(corner, axis_));
  };
  const auto y_at = [&](Ns y) {
    return y <= 0 ? band_.y1 : y_of(picture_->delay_axis.share(static_cast<double>(y)));
  };
  const float bottom = box_->y0 <= 0 ? band_.y1 : y_at(box_->y0);
  const float top = box_->y1 <= 0 ? band_.y0 : y_at(box_->y1);
  list.AddRect({x_at(box_->x0) - 1, top - 1}, {x_at(box_->x1) + 2, bottom + 2},
               ui.color().selection, ui.px(2));
}

void LaunchChart::draw_selected(const PaneFrame& frame) {
  const EventId primary = frame.view.selection.primary();
  if (selected_for_ != primary || selected_in_ != picture_) {
    selected_for_ = primary;
    selected_in_ = picture_;
    const auto found = std::ranges::find_if(picture_->points, [primary](const LaunchPoint& point) {
      return point.kernel == primary || point.call == primary;
    });
    const bool any = primary != EventId::None && found != picture_->points.end();
    selected_ = any ? &*found : nullptr;
  }
  if (selected_ == nullptr) return;
  const ImVec2 at = place_of(*selected_);
  frame.ui.mark("launches.selected", {at.x - 3, at.y - 3, at.x + 3, at.y + 3});
  ImGui::GetWindowDrawList()->AddCircle(at, frame.ui.px(5), frame.ui.color().selection, 0,
                                        frame.ui.px(2));
}

}  // namespace lanescope
