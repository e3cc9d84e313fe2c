#include "app/workspace/compare/run_link.h"

#include <algorithm>
#include <utility>

#include "core/view/timeline/whole_view.h"

namespace lanescope {
namespace {

/// The union of what both runs draw, in the time of `side`.
TimeRange joined_extent(const AlignedPair& pair, RunSide side) {
  const TimeRange own = whole_view(side == RunSide::A ? *pair.a : *pair.b);
  const TimeRange other = whole_view(side == RunSide::A ? *pair.b : *pair.a);
  return {std::min(own.begin_ns, pair.time_in(side, other.begin_ns)),
          std::max(own.end_ns, pair.time_in(side, other.end_ns))};
}

/// Copies the state of a lane to its counterpart.
void copy_choices(const LaneTreeState& from, const std::string& from_key, LaneTreeState& to,
                  const std::string& to_key) {
  if (from.folded(from_key) != to.folded(to_key)) to.set_folded(to_key, from.folded(from_key));
  if (from.hidden(from_key) && !to.hidden(to_key)) to.hide(to_key);
  if (!from.hidden(from_key) && to.hidden(to_key)) to.show(to_key);
  if (from.pinned(from_key) != to.pinned(to_key)) to.toggle_pinned(to_key);
  if (from.rows(from_key) != to.rows(to_key)) to.set_rows(to_key, from.rows(from_key));
}

}  // namespace

RunLink::Seen RunLink::seen(const TraceView& view) {
  return {view.viewport.view(), view.lanes.scroll_px(), view.selection.generation(),
          view.lanes.generation(), view.way.history.travels()};
}

void RunLink::follow(TwoViews views, const std::shared_ptr<const AlignedPair>& pair,
                     RunSide active) {
  // Without samples, there is no mapping between the times of the runs.
  const bool together = on_ && pair && pair->steps() > 0 && views.a.snapshot() == pair->a &&
                        views.b.snapshot() == pair->b;
  if (!together) {
    if (joined_) release(views.a, views.b);
    return;
  }
  const bool anew = !joined_ || pair != pair_ || !pairs_hold(views);
  if (anew) {
    pair_ = pair;
    trees_ = {views.a.lanes.tree_generation(), views.b.lanes.tree_generation()};
    begin(views);
    seen_of(active).selection = ~std::uint64_t{0};  // so that its selection leads too
    seen_of(active).travels = views.of(active).way.history.travels();
    lead(views, active);
    return;
  }
  arrange(views);
  if (seen(views.a) != seen_[0] || seen(views.b) != seen_[1]) lead_changed(views, active);
}

void RunLink::lead_changed(TwoViews views, RunSide first) {
  const RunSide other = other_side(first);
  const bool only_other =
      seen(views.of(first)) == seen_of(first) && seen(views.of(other)) != seen_of(other);
  lead(views, only_other ? other : first);
}

bool RunLink::behind(TwoViews views) const {
  const std::array layouts{views.a.lanes.layout_generation(), views.b.lanes.layout_generation()};
  return joined_ && (seen(views.a) != seen_[0] || seen(views.b) != seen_[1] || layouts != layouts_);
}

void RunLink::begin(TwoViews views) {
  joined_ = true;
  pairs_ = LanePairs(views.a.lanes.tree(), views.b.lanes.tree());
  views.a.lanes.arrange_by([this, views](const LaneLayout& own) {
    if (!pairs_hold(views)) return own;
    return face_layouts({views.a.lanes.tree(), own},
                        {views.b.lanes.tree(), views.b.lanes.own_layout()}, pairs_)
        .a;
  });
  views.b.lanes.arrange_by([this, views](const LaneLayout& own) {
    if (!pairs_hold(views)) return own;
    return face_layouts({views.a.lanes.tree(), views.a.lanes.own_layout()},
                        {views.b.lanes.tree(), own}, pairs_)
        .b;
  });
  layouts_ = {views.a.lanes.layout_generation(), views.b.lanes.layout_generation()};
  join_extents(views);
}

/// The layout of each run depends on the lanes of both.
void RunLink::arrange(TwoViews views) {
  const std::array layouts{views.a.lanes.layout_generation(), views.b.lanes.layout_generation()};
  if (layouts == layouts_) return;
  layouts_ = layouts;
  views.a.lanes.arrange_again();
  views.b.lanes.arrange_again();
}

/// Makes both extents equally long, so both runs have the same time scale when zoomed out.
void RunLink::join_extents(TwoViews views) const {
  TimeRange a = joined_extent(*pair_, RunSide::A), b = joined_extent(*pair_, RunSide::B);
  const Ns longest_ns = std::max(a.length_ns(), b.length_ns());
  a.end_ns = std::max(a.end_ns, saturating_add(a.begin_ns, longest_ns));
  b.end_ns = std::max(b.end_ns, saturating_add(b.begin_ns, longest_ns));
  views.a.viewport.set_extent(a);
  views.b.viewport.set_extent(b);
}

void RunLink::lead(TwoViews views, RunSide side) {
  if (!joined_ || !pairs_hold(views)) return;
  const RunSide other = other_side(side);
  TraceView& leader = views.of(side);
  TraceView& follower = views.of(other);
  const Seen now = seen(leader), then = seen_of(side);
  arrange(views);
  // Places are reached in both runs at nearly the same time.
  if (now.travels != then.travels)
    follower.way.history.accompany(leader.way.history.reached_by_s());
  if (now.lanes != then.lanes) lead_lanes(views, side);
  if (now.selection != then.selection) lead_selection(views, side);
  // Lanes that scroll do not move the time, which would be rounded on its way there and back.
  if (!(now.view == then.view) || now.selection != then.selection ||
      !(follower.viewport.view() == seen_of(other).view)) {
    TimeView view = leader.viewport.view();
    view.begin_ns = time_in(other, view.begin_ns);
    if (!(view == follower.viewport.view())) follower.viewport.set_view(view);
  }
  if (follower.lanes.scroll_px() != leader.lanes.scroll_px())
    follower.lanes.scroll_to(leader.lanes.scroll_px());
  seen_of(side) = now;
  seen_of(other) = seen(follower);
}

void RunLink::lead_lanes(TwoViews views, RunSide side) const {
  const TraceView& leader = views.of(side);
  TraceView& follower = views.of(other_side(side));
  const LaneTree &from = leader.lanes.tree(), &to = follower.lanes.tree();
  for (const auto& [a, b] : pairs_.groups()) {
    const auto [of_leader, of_follower] = side == RunSide::A ? std::pair(a, b) : std::pair(b, a);
    copy_choices(leader.lanes, from.groups[of_leader].key, follower.lanes,
                 to.groups[of_follower].key);
  }
  for (const auto& [a, b] : pairs_.lanes()) {
    const auto [of_leader, of_follower] = side == RunSide::A ? std::pair(a, b) : std::pair(b, a);
    copy_choices(leader.lanes, from.at(of_leader).key, follower.lanes, to.at(of_follower).key);
  }
}

void RunLink::lead_selection(TwoViews views, RunSide side) {
  const RunSide other = other_side(side);
  const Selection& from = views.of(side).selection;
  Selection to;
  for (const EventId event : from.events()) {
    const EventId partner = pair_->partner_in(other, event);
    if (partner != EventId::None && !to.contains(partner)) to.toggle(partner);
  }
  b_minus_a_ns_ = shift_of(views, side);
  if (from.range())
    to.select_range({time_in(other, from.range()->begin_ns), time_in(other, from.range()->end_ns)});
  views.of(other).selection.take(to);
}

std::optional<Ns> RunLink::shift_of(TwoViews views, RunSide side) {
  const RunSide other = other_side(side);
  const EventId event = views.of(side).selection.primary();
  if (event != EventId::None && event == unshifted_[static_cast<std::size_t>(side)])
    return std::nullopt;
  unshifted_ = {EventId::None, EventId::None};
  const auto here = views.of(side).range_of(event);
  const auto there = views.of(other).range_of(pair_->partner_in(other, event));
  if (!here || !there) return std::nullopt;
  const Ns ahead_ns = saturating_sub(there->begin_ns, here->begin_ns);
  return side == RunSide::A ? ahead_ns : -ahead_ns;
}

void RunLink::undo_shift(TwoViews views, RunSide side) {
  if (!shifted()) return;
  unshifted_ = {views.a.selection.primary(), views.b.selection.primary()};
  b_minus_a_ns_.reset();
  TraceView& follower = views.of(other_side(side));
  TimeView view = views.of(side).viewport.view();
  seen_of(side).view = view;
  view.begin_ns = time_in(other_side(side), view.begin_ns);
  follower.viewport.set_view(view);
  seen_of(other_side(side)).view = follower.viewport.view();
}

Ns RunLink::time_in(RunSide side, Ns time_of_other) const {
  if (!b_minus_a_ns_) return pair_->time_in(side, time_of_other);
  return side == RunSide::B ? saturating_add(time_of_other, *b_minus_a_ns_)
                            : saturating_sub(time_of_other, *b_minus_a_ns_);
}

void RunLink::swap(TwoViews views, const std::shared_ptr<const AlignedPair>& pair) {
  if (!joined_) return;
  if (!pair) return release(views.a, views.b);
  pair_ = pair;
  trees_ = {views.a.lanes.tree_generation(), views.b.lanes.tree_generation()};
  std::swap(seen_[0], seen_[1]);
  std::swap(unshifted_[0], unshifted_[1]);
  if (b_minus_a_ns_) b_minus_a_ns_ = -*b_minus_a_ns_;
  begin(views);
}

void RunLink::release(TraceView& a, TraceView& b) {
  joined_ = false;
  pair_.reset();
  b_minus_a_ns_.reset();
  unshifted_ = {EventId::None, EventId::None};
  for (TraceView* view : {&a, &b}) {
    view->lanes.arrange_by({});
    if (view->drawn()) view->viewport.set_extent(whole_view(*view->drawn()));
  }
}

}  // namespace lanescope
