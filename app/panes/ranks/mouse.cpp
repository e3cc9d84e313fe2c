// Mouse handling over the rows of ranks.
#include <cmath>
#include <functional>
#include <utility>

#include "app/panes/ranks/lanes.h"
#include "app/widgets/tooltip.h"
#include "core/view/ranks/text.h"

namespace lanescope {
namespace {

constexpr double kReachPx = 4;

/// Applies gestures over the rows to the view of the ranks. Lives for one frame.
class RanksTarget final : public LaneTarget {
 public:
  using Click = std::function<void(ImVec2 at, bool twice)>;
  RanksTarget(RanksView& view, Click click)
      : LaneTarget(view.viewport), view_(view), click_(std::move(click)) {}

  [[nodiscard]] std::optional<TimeRange> range() const override { return view_.range; }
  void select_range(TimeRange range) override { view_.range = range; }
  void clear_range() override { view_.range.reset(); }
  [[nodiscard]] float scroll_px() const override { return view_.scroll_px(); }
  void scroll_to(float offset_px) override { view_.scroll_to(offset_px); }
  void click(ImVec2 at, bool twice) override { click_(at, twice); }

 private:
  RanksView& view_;
  Click click_;
};

}  // namespace

std::optional<RanksRowPlace> RanksLanes::row_at(const RanksFrame& frame, ImVec2 at) const {
  if (!lanes_.contains(at)) return std::nullopt;
  const float scroll = std::floor(frame.view.scroll_px());
  const RanksRow* row = frame.view.layout().at(at.y - lanes_.y0 + scroll);
  if (row == nullptr || row->kind == RanksRowKind::Heading) return std::nullopt;
  const float y = lanes_.y0 + row->y_px - scroll;
  return RanksRowPlace{*row, {lanes_.x0, y, lanes_.x1, y + row->height_px}};
}

std::optional<std::size_t> RanksLanes::collective_under(const RanksFrame& frame, ImVec2 at) {
  const auto place = row_at(frame, at);
  if (!place) return std::nullopt;
  const RanksPicture& run = frame.view.run();
  const std::size_t trace = place->row.trace;
  if (place->row.kind == RanksRowKind::Stream) {
    const auto hit = rows_.hit(frame, *place, at);
    return hit && hit->count == 1 ? run.collective_of(trace, hit->event) : std::nullopt;
  }
  const Ns axis_ns = frame.view.viewport.time_at(at.x - lanes_.x0);
  const auto reach_ns = static_cast<Ns>(frame.view.viewport.ns_per_px() * kReachPx);
  return run.collective_at(trace, axis_ns, reach_ns);
}

void RanksLanes::handle_mouse(const RanksFrame& frame, const LaneAreas& areas) {
  RanksView& view = frame.view;
  RanksTarget target(view, [&](ImVec2 at, bool twice) { click(frame, at, twice); });
  mouse_.update(frame.ui, areas, 0, view.layout().height_px, target);
  view.cursor_ns = mouse_.time_ns();
  open_menu(frame);
}

std::optional<RankEvent> RanksLanes::event_under(const RanksFrame& frame, ImVec2 at) {
  const auto place = row_at(frame, at);
  const auto hit = place ? rows_.hit(frame, *place, at) : std::nullopt;
  if (!hit || hit->count != 1) return std::nullopt;
  return RankEvent{place->row.trace, hit->event};
}

void RanksLanes::click(const RanksFrame& frame, ImVec2 at, bool twice) {
  RanksView& view = frame.view;
  const auto place = row_at(frame, at);
  if (!place) {
    view.select_rank(std::nullopt);
    view.select_collective(std::nullopt);
    view.select_event(std::nullopt);
    view.range.reset();
    return;
  }
  view.select_rank(place->row.trace);
  view.select_collective(collective_under(frame, at));
  view.select_event(event_under(frame, at));
  if (twice) view.want(place->row.trace);
}

void RanksLanes::draw_hover(const RanksFrame& frame) {
  if (!mouse_.on_lanes() || dragging() || frame.ui.mouse_rests) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto place = row_at(frame, mouse);
  if (!place) return;
  const Ui& ui = frame.ui;
  const RanksPicture& run = frame.view.run();
  const std::size_t trace = place->row.trace;
  std::vector<TooltipLine> lines;
  std::vector<std::string> texts;
  texts.reserve(12);  // lines point into it
  const auto fact = [&](std::string_view label, std::string text) {
    texts.push_back(std::move(text));
    lines.push_back({label, texts.back(), 0, &ui.face().mono});
  };
  HoverText hover;
  ImU32 swatch = 0;
  if (const auto hit = rows_.hit(frame, *place, mouse)) {
    hover = hover_text(*run.ranks[trace].snapshot, *hit);
    lines.push_back({"", hover.title, 0, &ui.face().ui});
    for (const auto& [label, value] : hover.facts)
      lines.push_back({label, value, 0, &ui.face().mono});
    if (hover.colored) swatch = frame.palette.fill_of(hover.role, hover.shade);
  } else if (place->row.kind == RanksRowKind::Rank) {
    const RankStepPicture* step = RanksRowPainter::step_at(frame, *place, mouse);
    texts.push_back(rank_title(run, trace) + (step != nullptr ? " · " + step->name : ""));
    lines.push_back({"", texts.back(), 0, &ui.face().ui});
    if (step != nullptr) {
      for (const RanksMeasure measure : kRanksMeasures) {
        if (measure != RanksMeasure::Activity)
          fact(ranks_measure_title(measure, run.work),
               format_duration(step_measure(*step, measure)));
      }
      fact("Step", format_duration(step->range.length_ns()));
    }
  }
  if (const auto collective = collective_under(frame, mouse)) {
    const MatchedCollective& one = run.analysis.matched.collectives[*collective];
    const CollectivePart* part = one.part_of(trace);
    fact("Collective", one.kind);
    if (part != nullptr && one.complete)
      fact("Waited here", one.was_last(*part) ? "arrived last" : format_duration(part->wait_ns));
    if (one.complete) fact("Skew", format_duration(one.skew_ns));
  }
  if (!lines.empty()) draw_tooltip(ui, mouse, lines, swatch);
}

}  // namespace lanescope
