// Going to a link, and to the ranks that a search finds.
#include <algorithm>
#include <iterator>

#include "app/panes/fleet/view.h"
#include "core/view/fleet/link_details.h"

namespace lanescope {

void FleetView::select_link(RowOfRun link) {
  const FleetComparison* compared = comparison();
  if (link.in_b && compared == nullptr) return;
  select(std::nullopt, std::nullopt);
  box.reset();
  link_ = link;
  const FleetPicture& of = link.in_b ? compared->b->run : run();
  for (const LinkEnd& end : link_ends(of, link.row)) {
    for (const std::uint32_t rank : end.ranks) {
      const auto own =
          link.in_b ? rank_of_a(compared->match, rank) : std::optional<std::size_t>(rank);
      if (own) marked_.push_back(static_cast<std::uint32_t>(*own));
    }
  }
  std::ranges::sort(marked_);
  find_marked_rows();
  const std::optional<WallSpan> rows = link_rows();
  const WallSpan shown = rows_in_view();
  if (rows && (rows->begin < shown.begin || rows->end > shown.end)) show_link();
}

void FleetView::find_marked_rows() {
  marked_rows_.clear();
  if (grid_ == nullptr) return;
  std::vector<std::size_t> rows;
  for (const std::uint32_t rank : marked_) rows.push_back(grid_->order.row_of[rank]);
  std::ranges::sort(rows);
  for (const std::size_t row : rows) {
    if (!marked_rows_.empty() && marked_rows_.back().end == row)
      ++marked_rows_.back().end;
    else
      marked_rows_.push_back({row, row + 1});
  }
}

std::optional<WallSpan> FleetView::link_rows() const {
  if (marked_.empty() || grid_ == nullptr) return std::nullopt;
  WallSpan rows{grid_->rows(), 0};
  for (const std::uint32_t rank : marked_) {
    const std::size_t row = grid_->order.row_of[rank];
    rows = {std::min(rows.begin, row), std::max(rows.end, row + 1)};
  }
  return rows;
}

void FleetView::show_link() {
  const std::optional<WallSpan> rows = link_rows();
  if (!rows) return;
  const std::size_t around = std::max<std::size_t>((rows->end - rows->begin - 1) / 10, 2);
  show_rows(
      {rows->begin - std::min(rows->begin, around), std::min(rows->end + around, grid_->rows())});
}

void FleetView::go_to_match(Direction direction) {
  const auto& found = search.ranks();
  if (found.empty()) return;
  const bool next = direction == Direction::Next;
  auto at = next ? found.begin() : std::prev(found.end());
  if (rank_ && next) {
    at = std::ranges::upper_bound(found, *rank_);
    if (at == found.end()) at = found.begin();
  } else if (rank_) {
    at = std::ranges::lower_bound(found, *rank_);
    at = at == found.begin() ? std::prev(found.end()) : std::prev(at);
  }
  go_to(*at, step_);
}

}  // namespace lanescope
