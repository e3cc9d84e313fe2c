// What the mouse does over the rows of ranks.
#include <algorithm>
#include <cmath>

#include "app/panes/ranks/lanes.h"
#include "app/panes/timeline/lane_gestures.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kDragFromPx = 4;
constexpr float kLabelWheelPx = 60;
constexpr double kReachPx = 4;

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

void RanksLanes::wheel(const RanksFrame& frame, bool on_labels, bool on_lanes) const {
  const ImGuiIO& io = ImGui::GetIO();
  RanksView& view = frame.view;
  if (on_labels && !io.KeyCtrl) {
    if (io.MouseWheel != 0)
      view.scroll_to(view.scroll_px() - io.MouseWheel * frame.ui.px(kLabelWheelPx));
    return;
  }
  if (!on_lanes && !on_labels) return;
  wheel_over_time(frame.ui, view.viewport,
                  on_lanes ? io.MousePos.x - lanes_.x0 : view.viewport.width_px() / 2);
}

void RanksLanes::handle_mouse(const RanksFrame& frame, Rect labels, Rect lanes) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const ImGuiIO& io = ImGui::GetIO();
  const Rect bar{lanes.x0, lanes.y0, lanes.x1 + ui.px(kRightGapPx), lanes.y1};
  const float scrolled =
      scrollbar(ui, "ranks.scroll", bar, view.layout().height_px, view.scroll_px());
  if (scrolled != view.scroll_px()) view.scroll_to(scrolled);
  const bool on_labels = ImGui::IsWindowHovered() && labels.contains(io.MousePos);
  if (!lanes.empty()) mouse_area("ranks.press", lanes, kAllMouseButtons);
  mouse_in_lanes_ = !lanes.empty() && ImGui::IsItemHovered();
  if (mode_ == Mode::None) {
    wheel(frame, on_labels, mouse_in_lanes_);
    for (const int button :
         {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
      if (!mouse_in_lanes_ || !ImGui::IsMouseClicked(button)) continue;
      button_ = button;
      press_at_ = io.MousePos;
      press_ns_ = view.viewport.time_at(io.MousePos.x - lanes.x0);
      const bool pans = button == ImGuiMouseButton_Right || io.KeyShift;
      mode_ = pans ? Mode::Pan : Mode::Press;
      break;
    }
  } else {
    if (mode_ == Mode::Press && std::abs(io.MousePos.x - press_at_.x) >= ui.px(kDragFromPx))
      mode_ = Mode::Range;
    if (mode_ == Mode::Range) {
      const Ns there = view.viewport.time_at(clamped(io.MousePos.x, lanes.x0, lanes.x1) - lanes.x0);
      view.range =
          TimeRange{std::min(press_ns_, there), std::max({press_ns_, there, press_ns_ + 1})};
    }
    if (mode_ == Mode::Pan) {
      view.viewport.pan(io.MousePos.x - last_at_.x);
      view.scroll_to(view.scroll_px() - (io.MousePos.y - last_at_.y));
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    if (!ImGui::IsMouseDown(button_)) {
      if (mode_ == Mode::Press) click(frame);
      // The middle button draws what is to be looked at.
      if (mode_ == Mode::Range && button_ == ImGuiMouseButton_Middle) {
        view.viewport.glide_to(*view.range);
        view.range.reset();
      }
      mode_ = Mode::None;
    }
  }
  last_at_ = io.MousePos;
  view.cursor_ns.reset();
  if (mouse_in_lanes_ || dragging())
    view.cursor_ns = view.viewport.time_at(clamped(io.MousePos.x, lanes.x0, lanes.x1) - lanes.x0);
}

void RanksLanes::click(const RanksFrame& frame) {
  RanksView& view = frame.view;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const auto place = row_at(frame, at);
  if (!place) {
    view.select_rank(std::nullopt);
    view.select_collective(std::nullopt);
    view.range.reset();
    return;
  }
  view.select_rank(place->row.trace);
  view.select_collective(collective_under(frame, at));
  if (ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] >= 2) view.want(place->row.trace);
}

void RanksLanes::draw_hover(const RanksFrame& frame) {
  if (!mouse_in_lanes_ || dragging()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto place = row_at(frame, mouse);
  if (!place) return;
  const Ui& ui = frame.ui;
  const RanksPicture& run = frame.view.run();
  const std::size_t trace = place->row.trace;
  std::vector<TooltipLine> lines;
  std::vector<std::string> texts;
  texts.reserve(12);  // lines refer to them
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
          fact(ranks_measure_title(measure), format_duration(step_measure(*step, measure)));
      }
      fact("Step", format_duration(step->range.length_ns()));
    }
  }
  if (const auto collective = collective_under(frame, mouse)) {
    const MatchedCollective& one = run.analysis.matched.collectives[*collective];
    const CollectivePart* part = one.part_of(trace);
    fact("Collective", one.kind);
    if (part != nullptr && one.complete)
      fact("Waited", one.was_last(*part) ? "came last" : format_duration(part->wait_ns));
    if (one.complete) fact("Skew", format_duration(one.skew_ns));
  }
  if (!lines.empty()) draw_tooltip(ui, mouse, lines, swatch);
}

}  // namespace lanescope
