#include "app/shell/window/status_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "app/widgets/draw/paint.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/process_memory.h"
#include "core/view/lanes/hover_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr double kCostsEveryS = 0.5;  // faster changes would not be readable
constexpr float kGapPx = 24, kLeastTracePx = 90;
constexpr std::string_view kHints = "W S zoom   A D pan   F center   Z zoom to selection   ? keys";

std::string trace_text(const TraceView& view) {
  const Snapshot& snapshot = *view.drawn();
  std::string text = session_name(view.session()) + " · " + counted(snapshot.counts.total, "event");
  if (!snapshot.extent.empty()) text += " · " + format_duration(snapshot.extent.length_ns());
  return text;
}

}  // namespace

void StatusLine::refresh(const TraceView& view) {
  if (generation_ == view.drawn_generation() && selection_ == view.selection.generation() &&
      view_ == view.viewport.view() && file_ == view.session().path())
    return;
  file_ = view.session().path();
  generation_ = view.drawn_generation();
  selection_ = view.selection.generation();
  view_ = view.viewport.view();
  trace_ = trace_text(view);
  selected_ = selection_text(*view.drawn(), view.selection);
  shown_ = view_text(*view.drawn(), view.viewport);
}

void StatusLine::refresh_costs(double frame_ms) {
  const int tenths = static_cast<int>(std::lround(frame_ms * 10));
  const double now_s = ImGui::GetTime();
  if (frame_ms == 0 || tenths == shown_tenths_) return;
  if (shown_tenths_ >= 0 && now_s - costs_at_s_ < kCostsEveryS) return;
  shown_tenths_ = tenths;
  costs_at_s_ = now_s;
  costs_.clear();
  fmt::format_to(std::back_inserter(costs_), "{} · frame {:.1f} ms", format_bytes(resident_bytes()),
                 frame_ms);
}

void StatusLine::draw(const Ui& ui, Rect line, const TraceView& view, double frame_ms) {
  refresh(view);
  refresh_costs(frame_ms);
  fill_rect(line, ui.color().raised);
  const Face& face = ui.face().small;
  const float y = centered_y(face, line);
  const float gap = ui.px(kGapPx);
  const float costs_px = text_width(face, costs_);
  draw_text_right(face, line.x1 - ui.px(14), y, ui.color().faint, costs_);
  const float end = line.x1 - ui.px(14) - costs_px - gap;
  float x = line.x0 + ui.px(14);
  const auto part = [&](const char* name, float room, ImU32 color, std::string_view text) {
    if (text.empty() || room < ui.px(kLeastTracePx)) return;
    const float drawn = draw_text_fitted(face, {x, y}, room, color, text);
    ui.mark(name, {x, line.y0, x + drawn, line.y1});
    x += drawn + gap;
  };
  // The selection always has room; the trace's name is shortened if necessary.
  const float selected_px = selected_.empty() ? 0 : text_width(face, selected_) + gap;
  part("status.trace", end - x - selected_px, ui.color().dim, trace_);
  part("status.selected", end - x, ui.color().text, selected_);
  const auto whole = [&](const char* name, std::string_view text) {
    if (x + text_width(face, text) <= end) part(name, end - x, ui.color().faint, text);
  };
  whole("status.view", shown_);
  whole("status.hints", kHints);
}

}  // namespace lanescope
