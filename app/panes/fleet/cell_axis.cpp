#include "app/panes/fleet/cell_axis.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

double cell_px(const Viewport& axis) {
  return static_cast<double>(kCellUnits) / axis.ns_per_px();
}

std::optional<std::size_t> cell_at(const Viewport& axis, double px, std::size_t cells) {
  const TimeView& view = axis.view();
  const double unit =
      static_cast<double>(view.begin_ns) + view.begin_fraction_ns + px * axis.ns_per_px();
  const double cell = std::floor(unit / kCellUnits);
  if (px < 0 || px > axis.width_px() || cell < 0 || cell >= static_cast<double>(cells))
    return std::nullopt;
  return static_cast<std::size_t>(cell);
}

/// At its border the view may end a rounding error further than a cell.
WallSpan cells_in_view(const Viewport& axis, std::size_t cells) {
  const Ns sliver = kCellUnits / 10;
  const TimeRange range{axis.range().begin_ns + sliver, axis.range().end_ns - sliver};
  const auto limited = [cells](Ns cell) {
    return static_cast<std::size_t>(std::clamp<Ns>(cell, 0, static_cast<Ns>(cells)));
  };
  return {limited(range.begin_ns / kCellUnits),
          limited((range.end_ns + kCellUnits - 1) / kCellUnits)};
}

TimeRange units_of(WallSpan cells) {
  return {static_cast<Ns>(cells.begin) * kCellUnits, static_cast<Ns>(cells.end) * kCellUnits};
}

void zoom_cells(Viewport& axis, double factor, double at_px, double most_px) {
  // Quick successive notches add up: each starts from the target of the previous one.
  Viewport there = axis;
  there.set_view(axis.target());
  if (factor > 1) factor = std::min(factor, std::max(1.0, most_px / cell_px(there)));
  if (factor == 1) return;
  there.zoom(factor, at_px);
  axis.glide_to(there.view());
}

void bring_cell(Viewport& axis, std::size_t cell) {
  const TimeRange wanted = units_of({cell, cell + 1});
  Viewport there = axis;
  there.set_view(axis.target());
  const TimeRange shown = there.range();
  if (wanted.begin_ns >= shown.begin_ns && wanted.end_ns <= shown.end_ns) return;
  there.center((wanted.begin_ns + wanted.end_ns) / 2);
  axis.glide_to(there.view());
}

}  // namespace lanescope
