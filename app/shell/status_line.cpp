#include "app/shell/status_line.h"

#include <cmath>

#include <fmt/format.h>

#include "app/widgets/text.h"
#include "core/view/selection_text.h"

namespace lanescope {

void StatusLine::draw(const Ui& ui, Rect line, const TraceView& view, double frame_ms) {
  const bool stale = generation_ != view.generation() ||
                     selection_ != view.selection.generation() || !(view_ == view.viewport.view());
  if (stale) {
    generation_ = view.generation();
    selection_ = view.selection.generation();
    view_ = view.viewport.view();
    const std::string selected = selection_text(*view.snapshot(), view.selection);
    text_ = selected.empty() ? view_text(*view.snapshot(), view.viewport)
                             : selected + "   " + view_text(*view.snapshot(), view.viewport);
  }
  const int tenths = static_cast<int>(std::lround(frame_ms * 10));
  if (tenths != shown_tenths_) {
    shown_tenths_ = tenths;
    frame_ = fmt::format("frame {:.1f} ms", frame_ms);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(line.min(), line.max(), ui.color().raised);
  const Face& face = ui.face().small;
  const float y = centered_y(face, line.y0, line.y1);
  const float drawn = draw_text_fitted(list, face, {line.x0 + ui.px(14), y}, line.width() * 0.6F,
                                       ui.color().dim, text_);
  const float frame_px = text_width(face, frame_);
  draw_text_right(list, face, line.x1 - ui.px(14), y, ui.color().faint, frame_);
  constexpr std::string_view kHints = "W S zoom   A D pan   F focus   Z zoom to selection   ? keys";
  const float x = line.x0 + ui.px(14) + drawn + ui.px(28);
  if (x + text_width(face, kHints) < line.x1 - frame_px - ui.px(40))
    draw_text(list, face, {x, y}, ui.color().faint, kHints);
}

}  // namespace lanescope
