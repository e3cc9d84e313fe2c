#include "app/shell/window/recorded_until.h"

#include <cmath>

#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kButtonPx = 24;  // high
constexpr float kGapPx = 12;

bool growing(const TraceView& view) {
  return view.session().state() == Session::State::Live && view.snapshot() &&
         view.snapshot()->complete;
}

}  // namespace

std::string recorded_until_text(const TraceView& view) {
  if (!growing(view)) return {};
  const Ns until_ns = view.snapshot()->extent.end_ns - view.drawn()->extent.begin_ns;
  return fmt::format("As of {:.1f} s, still recording", static_cast<double>(until_ns) / 1e9);
}

void draw_recorded_until(const PaneFrame& frame, Rect& row, float from_x) {
  if (!growing(frame.view)) return;
  const Ui& ui = frame.ui;
  Session& session = frame.view.session();
  const bool waits = session.rebuild_waits();
  const Face& face = ui.face().small;
  const std::string words = recorded_until_text(frame.view);
  constexpr std::string_view kAsk = "Update now";
  // As wide for every number of seconds, so that nothing beside it moves.
  const float words_px = std::ceil(text_width(face, words) / ui.px(8)) * ui.px(8);
  const float button_px = waits ? text_button_width(ui, kAsk) + ui.px(kGapPx) : 0;
  if (row.x1 - words_px - button_px - ui.px(kGapPx) < from_x) return;
  if (waits) {
    const Rect place = row.cut_right(text_button_width(ui, kAsk));
    const float y = std::floor((place.y0 + place.y1 - ui.px(kButtonPx)) / 2);
    if (text_button(ui, "recorded_until.ask", {place.x0, y, place.x1, y + ui.px(kButtonPx)}, kAsk,
                    true))
      session.rebuild_now();
    row.cut_right(ui.px(kGapPx));
  }
  const Rect place = row.cut_right(words_px);
  ui.mark("recorded_until.note", place);
  draw_text(*ImGui::GetWindowDrawList(), face, {place.x0, centered_y(face, row.y0, row.y1)},
            ui.color().dim, words);
  if (ImGui::IsWindowHovered() && place.contains(ImGui::GetIO().MousePos)) {
    draw_hint(
        ui, place,
        waits
            ? "The recording is so long that the tabs and Details stay at this time until "
              "it stops or you update them"
            : "The tabs and Details cover the recording up to this time; the lanes show all of it");
  }
  row.cut_right(ui.px(kGapPx));
}

}  // namespace lanescope
