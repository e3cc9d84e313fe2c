#include "app/panes/timeline/overview_strip.h"

#include <algorithm>
#include <cmath>

#include "app/panes/timeline/mark_flags.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr float kStepsRowPx = 12;
constexpr float kMatchesPx = 5;
constexpr float kPauseShare = 0.55F;
constexpr const char* kPauseHint = "The recording was paused; GPU activity is unknown";

}  // namespace

void OverviewStrip::refresh(const TraceView& view, float width_px) {
  if (generation_ == view.drawn_generation() && overview_.width_px == width_px) return;
  generation_ = view.drawn_generation();
  overview_ = build_overview(*view.drawn(), width_px);
  facts_ = overview_.facts;
  shown_.reset();
}

void OverviewStrip::tell(TraceView& view) {
  if (!overview_.gpu || !view.drawn()->complete) return;
  // The same figure as in the Overview tab, so "GPU busy" is consistent.
  const auto time =
      view.insights.ask<GpuTime>(InsightScope::Chosen, &analyse<GpuTime>, InsightFor::Later);
  if (!time.value) return;
  const std::string_view of =
      view.insights.range() ? "selected range" : window_phrase(view.insights.window());
  if (time.value == shown_ && (of == shown_of_ || !time.current)) return;
  shown_ = time.value;
  shown_of_ = of;
  facts_ = gpu_busy_words(*view.drawn(), *shown_, of);
}

void OverviewStrip::draw(const PaneFrame& frame, Rect label, Rect strip) {
  const Ui& ui = frame.ui;
  refresh(frame.view, strip.width());
  tell(frame.view);
  const float x = label.x0 + ui.px(14);
  draw_text(ui.face().lane, {x, label.y0 + ui.px(8)}, ui.color().text, "Overview");
  const Rect facts{x, label.y0 + ui.px(26), label.x1 - ui.px(10), label.y1};
  draw_text_fitted(ui.face().small, facts.min(), facts.width(), ui.color().faint, facts_);
  const bool is_cut = text_width(ui.face().small, facts_) > facts.width();
  if (is_cut && ImGui::IsWindowHovered() && facts.contains(ImGui::GetIO().MousePos))
    draw_hint(ui, facts, facts_);

  Rect bars = strip.inset(0, ui.px(6));
  const bool steps = !overview_.steps.empty();
  const Rect steps_row = steps ? bars.cut_bottom(ui.px(kStepsRowPx)) : Rect{};
  ImGui::PushClipRect(strip.min(), strip.max(), true);
  drag(frame, strip);
  paint_busy(frame, bars);
  paint_pauses(frame, bars);
  paint_window(frame, strip, bars);
  if (steps) paint_steps(frame, steps_row);
  paint_matches(frame, bars);
  draw_overview_marks(frame, overview_, strip);
  ImGui::PopClipRect();
}

void OverviewStrip::paint_busy(const PaneFrame& frame, Rect bars) const {
  const Colors& c = frame.ui.color();
  const ImU32 idle = mixed(c.background, c.raised, 0.7F);
  const ImU32 full =
      frame.palette.fill_of(overview_.gpu ? ColorRole::Compute : ColorRole::CpuOp, 0);
  fill_rect(bars, idle, frame.ui.px(2));
  for (std::size_t i = 0; i < overview_.busy.size(); ++i) {
    const float busy = overview_.busy[i];
    if (busy <= 0) continue;
    const float x = bars.x0 + static_cast<float>(i);
    // The square root makes little work distinguishable from none.
    fill_rect({x, bars.y0, x + 1, bars.y1}, mixed(idle, full, 0.08F + 0.92F * std::sqrt(busy)));
  }
}

void OverviewStrip::paint_pauses(const PaneFrame& frame, Rect bars) const {
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const OverviewPause& pause : overview_.pauses) {
    const float x0 = std::floor(pause.x0_px), x1 = std::max(x0 + 1, std::ceil(pause.x1_px));
    const Rect at{bars.x0 + x0, bars.y0, bars.x0 + x1, bars.y1};
    paint_hatch(ui, list, at, faded(ui.color().faint, kPauseShare));
    ui.mark("overview.pause", at);
  }
}

void OverviewStrip::paint_steps(const PaneFrame& frame, Rect row) const {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().tiny;
  const float gap = ui.px(1);
  for (const OverviewStep& step : overview_.steps) {
    const float x0 = row.x0 + std::floor(step.x0_px);
    const float x1 = std::max(x0 + 1, row.x0 + std::floor(step.x1_px) - gap);
    fill_rect({x0, row.y0 + gap, x1, row.y1}, ui.color().raised, ui.px(2));
    const float room = x1 - x0 - ui.px(8);
    if (text_width(face, step.label) > room) continue;
    draw_text(face, {x0 + ui.px(4), centered_y(face, row.y0 + gap, row.y1)}, ui.color().dim,
              step.label);
  }
}

void OverviewStrip::paint_matches(const PaneFrame& frame, Rect bars) const {
  const SearchMatches* matches = frame.view.search.matches();
  if (matches == nullptr || matches->events().empty()) return;
  const Ui& ui = frame.ui;
  const Rect band{bars.x0, bars.y1 - ui.px(kMatchesPx), bars.x1, bars.y1};
  fill_rect({band.x0, band.y0 - 1, band.x1, band.y1}, ui.color().background);
  // During a recording, only the complete part is searched.
  const TimeRange searched = frame.view.snapshot()->extent, all = overview_.extent;
  const double px_per_ns = band.width() / static_cast<double>(std::max(all.length_ns(), Ns{1}));
  const double from_px = static_cast<double>(searched.begin_ns - all.begin_ns) * px_per_ns;
  const double length_px = static_cast<double>(searched.length_ns()) * px_per_ns;
  float last_x = -1;
  for (std::size_t i = 0; i < SearchMatches::kPlaces; ++i) {
    if (!matches->places.test(i)) continue;
    const double share = static_cast<double>(i) / SearchMatches::kPlaces;
    const float x = band.x0 + std::floor(static_cast<float>(from_px + share * length_px));
    if (x == last_x) continue;
    last_x = x;
    fill_rect({x, band.y0, x + ui.px(2), band.y1}, ui.color().text);
  }
  ui.mark("overview.matches", band);
}

void OverviewStrip::paint_window(const PaneFrame& frame, Rect strip, Rect bars) const {
  const Ui& ui = frame.ui;
  const OverviewWindow window = overview_window(overview_, frame.view.viewport);
  const float x0 = strip.x0 + std::floor(window.x0_px);
  const float x1 = strip.x0 + std::ceil(window.x1_px);
  const float y0 = strip.y0 + ui.px(4);
  const float y1 = strip.y1 - ui.px(4);
  if (frame.view.viewport.shows_all()) return;
  const ImU32 veil = faded(ui.color().panel, 0.62F);
  fill_rect({strip.x0, y0, x0, bars.y1}, veil);
  fill_rect({x1, y0, strip.x1, bars.y1}, veil);
  const float edge = ui.px(2);
  fill_rect({x0, y0, x0 + edge, y1}, ui.color().accent, 1);
  fill_rect({x1 - edge, y0, x1, y1}, ui.color().accent, 1);
}

void OverviewStrip::drag(const PaneFrame& frame, Rect strip) {
  const Press press = press_area(frame.ui, "overview", strip);
  const float x_px = ImGui::GetIO().MousePos.x - strip.x0;
  const OverviewWindow window = overview_window(overview_, frame.view.viewport);
  if (press.hovered || press.held) {
    const OverviewGrip under = press.held ? grip_ : grip_at(window, x_px, frame.ui.px(5));
    const bool edge = under == OverviewGrip::Left || under == OverviewGrip::Right;
    if (edge) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (!press.held && overview_.is_paused_at(x_px)) draw_hint(frame.ui, strip, kPauseHint);
  }
  if (press.held && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    grip_ = grip_at(window, x_px, frame.ui.px(5));
    // If everything is in view, there is no window to move, so the drag creates one.
    if (frame.view.viewport.shows_all()) grip_ = OverviewGrip::Outside;
    press_x_px_ = x_px;
    view_at_press_ = frame.view.viewport.target();
  }
  if (press.held && grip_ != OverviewGrip::None && x_px != press_x_px_) {
    drag_overview(overview_, grip_, press_x_px_, x_px, view_at_press_, frame.view.viewport);
  }
  if (press.clicked && grip_ == OverviewGrip::Outside && x_px == press_x_px_) {
    Viewport there = frame.view.viewport;
    drag_overview(overview_, grip_, x_px, x_px, view_at_press_, there);
    frame.view.viewport.glide_to(there.view());
  }
  if (!press.held) grip_ = OverviewGrip::None;
}

}  // namespace lanescope
