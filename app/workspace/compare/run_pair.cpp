#include "app/workspace/compare/run_pair.h"

#include <algorithm>
#include <optional>

namespace lanescope {
namespace {

constexpr double kBehindStep = 0.04;  // share of its length that stays visible after it
constexpr float kLowRows = 3;         // rows of slices in an area too low for the lanes above a GPU

/// In a low area, the steps and the name of the GPU leave no room for its first stream.
void bring_gpu_in_sight(TraceLanes& lanes) {
  const LaneLayout& layout = lanes.layout();
  const float room_px = lanes.height_px() - layout.pinned_height_px;
  if (room_px <= 0 || room_px > kLowRows * layout.metrics.slice_px || lanes.scroll_px() > 0) return;
  const auto stream = std::ranges::find_if(layout.items, [&](const LayoutItem& item) {
    return !item.header && is_stream(lanes.tree().at(item.lane).role);
  });
  if (stream == layout.items.end() || stream->y_px + stream->height_px / 2 <= room_px) return;
  lanes.scroll_to(std::min(stream->y_px, std::max(0.0F, layout.content_height_px - room_px)));
}

struct FirstRanges {
  TimeRange a, b;
};

/// The compared step to show first: that of a selected time of A, otherwise the typical one.
std::optional<FirstRanges> first_ranges(const AlignedPair& pair,
                                        const std::optional<TimeRange>& selected) {
  for (std::size_t n = 0; selected && n < pair.steps(); ++n) {
    const TimeRange& in_a = pair.runs.a.samples[n].range;
    if (in_a.contains(selected->begin_ns) && pair.runs.a.by != AlignBy::Start)
      return FirstRanges{in_a, pair.runs.b.samples[n].range};
  }
  const auto in_a = typical_step(pair, RunSide::A), in_b = typical_step(pair, RunSide::B);
  return in_a && in_b ? std::optional(FirstRanges{*in_a, *in_b}) : std::nullopt;
}

}  // namespace

bool is_tab_of_two(std::string_view title) {
  return title == "Compare" || title == "Diff flame";
}

void RunPair::begin(std::unique_ptr<OpenTrace> b, OpenTrace& a) {
  b_ = std::move(b);
  comparison_ = std::make_unique<Comparison>(wake_);
  active_ = RunSide::A;
  wants_step_ = true;
  b_->show_tab(a.tab_title());
  tell_views(a);
}

void RunPair::tell_views(OpenTrace& a) {
  a.view.run.comparison = b_->view.run.comparison = comparison_.get();
  a.view.run.side = RunSide::A;
  b_->view.run.side = RunSide::B;
}

RunPair::Gone RunPair::end(OpenTrace& a) {
  if (!b_) return {};
  link_.release(a.view, b_->view);
  a.view.run.comparison = b_->view.run.comparison = nullptr;
  a.view.run.kept = {};
  a.view.run.side = RunSide::A;
  return {std::move(b_), std::move(comparison_)};
}

void RunPair::swap(std::unique_ptr<OpenTrace>& a) {
  std::swap(a, b_);
  active_ = other_side(active_);
  comparison_->swap();
  tell_views(*a);
  link_.swap(views(*a), comparison_->aligned());
}

void RunPair::activate(RunSide side, OpenTrace& a) {
  if (!both() || side == active_) return;
  OpenTrace& from = active_ == RunSide::A ? a : *b_;
  OpenTrace& to = active_ == RunSide::A ? *b_ : a;
  to.show_tab(from.tab_title());
  to.view.window = from.view.window;
  active_ = side;
}

void RunPair::align(AlignQuery query) {
  if (!comparison_) return;
  // While events are selected, these are aligned instead. To deselect in B does so in A too.
  const bool by_name = !query.annotation.empty();
  if (link_.joined() && !by_name && b_->view.selection.primary() != EventId::None)
    b_->view.selection.clear();
  query_ = query;
  comparison_->align(std::move(query));
  wants_step_ = true;
}

void RunPair::refresh(OpenTrace& a) {
  if (!both()) return;
  share_requests(a);
  const auto &of_a = a.view.snapshot(), &of_b = b_->view.snapshot();
  if (!comparison_->is_about(of_a, of_b)) {
    comparison_->compare({of_a, a.view.reader()}, {of_b, b_->view.reader()});
  }
  comparison_->refresh();
  link_.follow(views(a), comparison_->aligned(), active());
  const bool known = comparison_->aligned() != nullptr && !comparison_->aligning();
  if (known && wants_step_) {
    wants_step_ = false;
    look_at_first_step(a);
  }
}

void RunPair::share_requests(OpenTrace& a) {
  TraceView& from = active_ == RunSide::A ? a.view : b_->view;
  TraceView& to = active_ == RunSide::A ? b_->view : a.view;
  if (to.search.text != from.search.text) to.search.text = from.search.text;
}

void RunPair::look_at_first_step(OpenTrace& a) {
  const EventId selected = a.view.selection.primary();
  const auto ranges = first_ranges(*comparison_->aligned(), a.view.range_of(selected));
  if (!ranges) return;
  const Ns length_ns = std::max(ranges->a.length_ns(), ranges->b.length_ns());
  const Ns behind_ns = static_cast<Ns>(static_cast<double>(length_ns) * kBehindStep);
  const auto show = [&](TraceView& view, Ns begin_ns) {
    view.viewport.show({begin_ns, saturating_add(begin_ns, saturating_add(length_ns, behind_ns))});
  };
  show(a.view, ranges->a.begin_ns);
  show(b_->view, ranges->b.begin_ns);
  bring_gpu_in_sight(a.view.lanes);
  a.view.reveal(selected);  // also where it lies between the steps
  link_.lead(views(a), RunSide::A);
}

void RunPair::lead(OpenTrace& a, RunSide first) {
  if (both() && link_.behind(views(a))) link_.lead_changed(views(a), first);
}

void RunPair::share_cursor(OpenTrace& a, RunSide from) {
  const RunSide to = other_side(from);
  const auto cursor_ns = views(a).of(from).mouse.time_ns;
  if (link_.joined() && cursor_ns)
    views(a).of(to).mouse.pane_time_ns = link_.time_in(to, *cursor_ns);
}

Ns RunPair::time_in(RunSide side, Ns time_of_other) const {
  if (link_.joined()) return link_.time_in(side, time_of_other);
  const auto& pair = comparison_->aligned();
  return pair ? pair->time_in(side, time_of_other) : time_of_other;
}

bool RunPair::behind(OpenTrace& a) const {
  return both() && link_.behind(views(a));
}

void RunPair::go_to(OpenTrace& a, const GoToRunEvent& wanted) {
  if (wanted.side == RunSide::B && !both()) return;
  activate(wanted.side, a);
  views(a).of(wanted.side).go_to(wanted.event);
}

}  // namespace lanescope
