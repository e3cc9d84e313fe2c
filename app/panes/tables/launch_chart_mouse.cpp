// Mouse handling in the launch chart, and its selection box.
#include <algorithm>
#include <string>
#include <vector>

#include "app/panes/tables/launch_chart.h"
#include "core/base/clamped.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kReachPx = 6;
constexpr float kDragPx = 4;

}  // namespace

LaunchChart::Spot LaunchChart::spot_at(const Ui& ui, ImVec2 at) const {
  Spot spot;
  if (!few()) {
    const double x = (at.x - plot_.x0) / std::max(1.0F, plot_.width());
    const double y = (plot_.y1 - at.y) / std::max(1.0F, plot_.height());
    if (x < 0 || x >= 1 || y >= 1) return spot;
    const auto column = static_cast<std::size_t>(x * LaunchGrid::kColumns);
    const std::size_t row = y < 0 ? 0 : 1 + static_cast<std::size_t>(y * (LaunchGrid::kRows - 1));
    const LaunchCell& cell = picture_->grid(axis_).cells[row * LaunchGrid::kColumns + column];
    spot.count = cell.count;
    if (cell.count != 0) spot.point = &picture_->points[cell.latest];
    return spot;
  }
  float nearest = ui.px(kReachPx) * ui.px(kReachPx);
  for (const LaunchPoint& point : picture_->points) {
    const ImVec2 place = place_of(point);
    const float dx = place.x - at.x, dy = place.y - at.y;
    if (dx * dx + dy * dy > nearest) continue;
    nearest = dx * dx + dy * dy;
    spot = {&point, 1};
  }
  return spot;
}

void LaunchChart::handle_mouse(const PaneFrame& frame) {
  const Rect all{plot_.x0, plot_.y0, plot_.x1, band_.y1};
  const Press press = press_area(frame.ui, "launches.press", all);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ImVec2 kept{clamped(mouse.x, all.x0, all.x1), clamped(mouse.y, all.y0, all.y1)};
  if (press.held && !dragged_from_ && ImGui::IsMouseDragging(ImGuiMouseButton_Left, kDragPx)) {
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left];
    dragged_from_ = from;
  }
  if (dragged_from_) {
    if (press.held) return;
    take_box(*dragged_from_, kept);
    dragged_from_.reset();
    return;
  }
  if (!press.hovered) return;
  const Spot spot = spot_at(frame.ui, mouse);
  if (spot.point != nullptr) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame, spot);
  }
  if (!press.clicked) return;
  if (spot.point != nullptr) {
    frame.view.go_to(spot.point->kernel);
  } else {
    box_.reset();
  }
}

void LaunchChart::take_box(ImVec2 from, ImVec2 to) {
  const auto x_at = [&](float x) {
    const double share = (x - plot_.x0) / std::max(1.0F, plot_.width());
    return picture_->x_value(clamped(share, 0.0, 1.0), axis_);
  };
  const auto y_at = [&](float y) {
    return picture_->y_value((plot_.y1 - y) / std::max(1.0F, plot_.height()));
  };
  box_ = ChartBox{axis_, x_at(std::min(from.x, to.x)), x_at(std::max(from.x, to.x)),
                  y_at(std::max(from.y, to.y)), y_at(std::min(from.y, to.y))};
  // The band contains launches without any delay.
  if (box_->y1 == kMinNs) box_->y1 = 0;
}

void LaunchChart::explain(const PaneFrame& frame, const Spot& spot) const {
  const Ui& ui = frame.ui;
  const Snapshot& trace = *frame.view.snapshot();
  const auto name_of = [&](EventId event) -> std::string_view {
    const auto at = trace.find_slice(event);
    return at ? trace.text(at->chunk->name[at->slice]) : std::string_view();
  };
  const LaunchPoint& point = *spot.point;
  const std::string name = short_name(name_of(point.kernel));
  const std::string call = format_duration(point.call_ns), gpu = format_duration(point.gpu_ns),
                    wait = point.has_wait ? format_duration(point.wait_ns()) : "n/a";
  const std::string at = format_exact_time(saturating_sub(point.begin_ns, trace.extent.begin_ns));
  const std::string others =
      spot.count > 1 ? "the last of " + format_count(spot.count) + " launches here" : "";
  const Face* mono = &ui.face().mono;
  std::vector<TooltipLine> lines{{"", name, 0, &ui.face().strong}};
  if (!others.empty()) lines.push_back({"", others, ui.color().dim, &ui.face().ui});
  lines.push_back({"Launched by", name_of(point.call), 0, mono});
  lines.push_back({"Launch call", call, 0, mono});
  lines.push_back({"Waited", wait, 0, mono});
  lines.push_back({"On the GPU", gpu, 0, mono});
  lines.push_back({"Start", at, 0, mono});
  if (point.zone != LaunchZone::Usual) {
    lines.push_back({zone_title(point.zone), "", 0, nullptr, color_of(frame, point.zone)});
  }
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines, color_of(frame, point.zone));
}

}  // namespace lanescope
