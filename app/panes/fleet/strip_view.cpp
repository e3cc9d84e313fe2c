#include "app/panes/fleet/strip_view.h"

#include <algorithm>
#include <utility>

namespace lanescope {

StripView::StripView(std::shared_ptr<const FleetContents> contents,
                     const std::function<void()>& wake)
    : contents_(std::move(contents)), strips_(wake, Urgency::Quick) {
  if (!contents_->group_kinds.empty()) kind_ = contents_->group_kinds.front();
}

void StripView::refresh(double delta_s) {
  rows.advance(delta_s);
  if (!offered()) return;
  const auto answer = strips_.ask(kind_, [all = contents_, kind = kind_](const auto& stop) {
    return make_group_strip(all->run, kind, stop);
  });
  current_ = answer.current;
  if (!current_ || strip_ == answer.value) return;
  strip_ = answer.value;
  rows.set_extent(units_of({0, std::max<std::size_t>(count(), 1)}));
  rows.fit();
}

void StripView::set_height(float height_px) {
  const bool all = rows.shows_all();
  rows.set_width_px(std::max(static_cast<double>(height_px), 1.0));
  if (all && !rows.gliding()) rows.fit();
}

WallSpan StripView::groups_in_view() const {
  return cells_in_view(rows, count());
}

std::optional<std::size_t> StripView::group_at(double y_px) const {
  return cell_at(rows, y_px, count());
}

void StripView::zoom(double factor, double y_px, double most_px) {
  zoom_cells(rows, factor, y_px, most_px);
}

}  // namespace lanescope
