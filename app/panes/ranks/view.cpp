#include "app/panes/ranks/view.h"

#include <algorithm>
#include <utility>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr double kMarginShare = 0.02;
constexpr double kCollectiveMargin = 1.5;  // share of its length on each side
constexpr double kEventMargin = 0.15;

}  // namespace

RanksView::RanksView(std::shared_ptr<const RanksPicture> run,
                     std::shared_ptr<const RanksTables> tables, const std::function<void()>& wake)
    : search(wake),
      run_(std::move(run)),
      tables_(std::move(tables)),
      unfolded_(run_->ranks.size(), false),
      inks_(run_->ranks.size()) {
  lay_out();
  viewport.set_extent(run_->extent);
  viewport.fit();
  const bool has_steps = run_->scale(RanksMeasure::WaitCaused).has_value();
  if (run_->ranks.size() > kManyRanks && has_steps) measure = RanksMeasure::WaitCaused;
}

void RanksView::refresh(double delta_s) {
  viewport.advance(delta_s);
  if (layout_stale_) lay_out();
  scroll_to(scroll_px_);
  search.refresh(run_, unfolded_);
  while (const auto step = search.take_owed()) go_to_match(*step);
}

void RanksView::set_metrics(const RanksRowMetrics& metrics) {
  if (metrics.streams.slice_px == metrics_.streams.slice_px && metrics.rank_px == metrics_.rank_px)
    return;
  metrics_ = metrics;
  lay_out();
}

void RanksView::set_rows_height_px(float height_px) {
  if (height_px == rows_height_px_) return;
  rows_height_px_ = height_px;
  lay_out();
}

void RanksView::lay_out() {
  layout_ = lay_out_ranks(*run_, unfolded_, metrics_, rows_height_px_);
  layout_stale_ = false;
}

void RanksView::toggle_folded(std::size_t trace) {
  unfolded_[trace] = !unfolded_[trace];
  if (event_ && !unfolded_[event_->trace]) event_.reset();
  layout_stale_ = true;
}

void RanksView::toggle_all() {
  const bool any = std::ranges::find(unfolded_, true) != unfolded_.end();
  unfolded_.assign(unfolded_.size(), !any);
  if (any) event_.reset();
  layout_stale_ = true;
}

void RanksView::scroll_to(float offset_px) {
  scroll_px_ = clamped(offset_px, 0.0F, std::max(0.0F, layout_.height_px - rows_height_px_));
}

void RanksView::select_rank(std::optional<std::size_t> trace) {
  rank_ = trace;
}

void RanksView::select_collective(std::optional<std::size_t> collective) {
  collective_ = collective;
  event_.reset();
}

void RanksView::go_to_collective(std::size_t collective) {
  const MatchedCollective& one = run_->analysis.matched.collectives[collective];
  if (one.complete && one.last_together() > 0) go_to_rank(one.last_part().trace);
  select_collective(collective);
  TimeRange all{one.first_arrival_ns(), one.last_part().end_ns};
  for (const CollectivePart& part : one.parts) all.end_ns = std::max(all.end_ns, part.end_ns);
  bring_range(all);
}

void RanksView::bring_range(TimeRange wanted) {
  const TimeRange view = viewport.range();
  const bool inside = wanted.begin_ns >= view.begin_ns && wanted.end_ns <= view.end_ns;
  // In a wide view, it would be only a thin line.
  if (!inside || viewport.x_of(wanted.end_ns) - viewport.x_of(wanted.begin_ns) < 8)
    viewport.glide_to(wanted, kCollectiveMargin);
}

void RanksView::bring_rows(float top_px, float bottom_px) {
  if (top_px < scroll_px_) scroll_to(top_px);
  if (bottom_px > scroll_px_ + rows_height_px_) scroll_to(bottom_px - rows_height_px_);
}

void RanksView::go_to_event(RankEvent event) {
  const auto time = axis_range(*run_, event);
  if (!time) return;
  if (!unfolded_[event.trace]) {
    unfolded_[event.trace] = true;
    lay_out();
  }
  go_to_rank(event.trace);
  event_ = event;
  collective_ = run_->collective_of(event.trace, event.event);
  const RankPicture& rank = run_->ranks[event.trace];
  const TrackId track = rank.snapshot->find_slice(event.event)->track->id;
  for (const RanksRow& row : layout_.rows) {
    const bool has_it = row.kind == RanksRowKind::Stream && row.trace == event.trace &&
                        rank.streams[row.stream].track == track;
    if (has_it) bring_rows(row.y_px, row.bottom_px());
  }
  bring_range(*time);
}

void RanksView::zoom_to_event(RankEvent event) {
  event_ = event;
  if (const auto time = axis_range(*run_, event)) viewport.glide_to(*time, kEventMargin);
}

void RanksView::go_to_match(Direction direction) {
  if (search.matches() == nullptr || !search.current()) return search.owe(direction);
  const auto to =
      step_rank_match(*run_, *search.matches(), event_, viewport.range().begin_ns, direction);
  if (to) go_to_event(*to);
}

void RanksView::go_to_rank(std::size_t trace) {
  rank_ = trace;
  const RanksRow* row = layout_.rank_row(trace);
  if (row == nullptr) return;
  bring_rows(row->y_px, row->bottom_px());
}

bool RanksView::dismiss() {
  if (!search.text.empty()) {
    search.text.clear();
  } else if (collective_ || event_) {
    collective_.reset();
    event_.reset();
  } else if (range) {
    range.reset();
  } else if (rank_) {
    rank_.reset();
  } else {
    return false;
  }
  return true;
}

void RanksView::want(std::size_t trace, OpenRank::For purpose) {
  rank_ = trace;
  const TimeRange view = viewport.range();
  requests.push_back(
      {trace,
       {run_->on_own_clock(trace, view.begin_ns), run_->on_own_clock(trace, view.end_ns)},
       purpose});
}

void RanksView::zoom_to_selection() {
  if (range) {
    viewport.glide_to(*range);
  } else if (collective_) {
    const MatchedCollective& one = run_->analysis.matched.collectives[*collective_];
    viewport.glide_to(TimeRange{one.first_arrival_ns(), one.last_part().end_ns}, kMarginShare * 10);
  } else if (event_) {
    zoom_to_event(*event_);
  }
}

RanksView::Ink& RanksView::ink(std::size_t trace) {
  std::unique_ptr<Ink>& ink = inks_[trace];
  if (!ink) {
    const auto& strings = run_->ranks[trace].snapshot->strings;
    ink = std::make_unique<Ink>(Ink{RoleTable(strings), ShortNames(strings)});
  }
  return *ink;
}

}  // namespace lanescope
