// Another run beside the one on the wall.
#include <algorithm>
#include <utility>

#include "app/panes/fleet/view.h"

namespace lanescope {
void FleetView::compare_with(std::shared_ptr<const FleetContents> b, std::string name_a,
                             std::string name_b) {
  end_comparison();
  comparing_ =
      std::make_unique<Comparing>(std::move(b), std::move(name_a), std::move(name_b), wake_);
}

void FleetView::end_comparison() {
  // What the cells hold is of the difference, and is not drawn without it.
  if (difference() != nullptr) grid_.reset();
  if (comparing_ && comparing_->comparison) {
    if (measure_ == comparing_->comparison->telling)
      measure_ = comparing_->measure_before;  // else chosen since
    box.reset();
  }
  if (link_ && link_->in_b) {  // is known no more
    link_.reset();
    marked_.clear();
    find_marked_rows();
  }
  comparing_.reset();
}

void FleetView::go_to_rank_of_b(std::size_t rank, std::optional<std::size_t> step) {
  const FleetComparison* compared = comparison();
  const auto own = compared != nullptr ? rank_of_a(compared->match, rank) : std::nullopt;
  if (!own) return select(std::nullopt, std::nullopt);
  go_to(*own, step && *step < compared->match.steps ? step : std::nullopt);
}

void FleetView::refresh_comparison() {
  if (!comparing_ || comparing_->comparison) return;
  const auto answer = comparing_->comparisons.ask(
      true,
      [a = contents_, b = comparing_->b, name_a = comparing_->name_a, name_b = comparing_->name_b](
          const std::stop_token&) { return make_fleet_comparison(a->run, b, name_a, name_b); });
  if (!answer.current) return;
  comparing_->comparison = answer.value;
  comparing_->measure_before = measure_;
  const WallMeasure telling = answer.value->telling;
  if (std::ranges::find(contents_->measures, telling) != contents_->measures.end())
    measure_ = telling;
  box.reset();  // ordered by value, its rows become others
}

void FleetView::request_difference() {
  const Key key{measure_, sort_};
  const auto answer = comparing_->differences.ask(
      key, [a = contents_, compared = comparing_->comparison, key](const std::stop_token& stop) {
        return make_wall_difference(a->run, compared->b->run, compared->match, key.first,
                                    key.second, stop);
      });
  current_ = answer.current;
  if (!current_) return;
  comparing_->difference = answer.value;
  show_grid({answer.value, &answer.value->more});
}

}  // namespace lanescope
