#include "app/shell/record/strip.h"

#include <algorithm>
#include <cmath>

#include "app/panes/pane/output.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"

namespace lanescope {
namespace {

constexpr float kSearchRoomPx = 260;  // left free by the facts for the search
constexpr float kPagePx = 920;
constexpr float kRightPx = 14, kButtonGapPx = 4, kFactsGapPx = 8, kPartGapPx = 10;
constexpr float kDotPx = 5, kDotGapPx = 6;  // its radius, and what is left of it

}  // namespace

float record_strip_least_px(const Ui& ui, const Recording& recording) {
  const CapturePhase phase = recording.state().phase;
  float least_px = text_width(ui.face().small, recording.words().clock) +
                   ui.px(kRightPx + 2 * kFactsGapPx + kPartGapPx + 2 * kDotPx + kDotGapPx);
  if (phase == CapturePhase::Stopping) return least_px;
  const auto add = [&](std::string_view label) {
    least_px += text_button_width(ui, label) + ui.px(kButtonGapPx);
  };
  add("Stop");
  // As wide while paused, or the menus would move.
  if (phase != CapturePhase::Waiting) add("Resume");
  return least_px;
}

RecordStripChoice draw_record_strip(const Ui& ui, Rect bar, float from_x, float right_x,
                                    const Recording& recording) {
  RecordStripChoice choice;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const float y = centered_y(face, bar);
  float x = right_x;
  const auto button = [&](std::string_view id, std::string_view label) {
    const float width = text_button_width(ui, label);
    const Rect rect{x - width, bar.y0 + ui.px(7), x, bar.y1 - ui.px(7)};
    x -= width + ui.px(kButtonGapPx);
    return text_button(ui, id, rect, label, true);
  };
  const bool live = recording.state().phase != CapturePhase::Stopping;
  if (live) {
    choice.stop = button("record.stop", "Stop");
    if (recording.state().phase != CapturePhase::Waiting)
      choice.pause = button("record.pause", recording.paused() ? "Resume" : "Pause");
  }
  x -= ui.px(kFactsGapPx);
  const RecordingWords& words = recording.words();
  const auto part = [&](std::string_view text, ImU32 color) {
    if (text.empty()) return;
    const float width = text_width(face, text);
    draw_text_right(list, face, x, y, color, text);
    x -= width + ui.px(kPartGapPx);
  };
  const float facts_px = text_width(face, words.facts);
  const float clock_px = text_width(face, words.clock) + ui.px(kPartGapPx + 2 * kDotPx + kDotGapPx);
  if (x - text_width(face, words.losses) - clock_px > from_x)
    part(words.losses, ui.color().warning);
  if (x - facts_px - from_x > ui.px(kSearchRoomPx)) part(words.facts, ui.color().dim);
  part(words.clock, ui.color().text);
  const float radius = ui.px(kDotPx);
  const ImU32 color = recording.paused() ? ui.color().faint : ui.color().error;
  list.AddCircleFilled({x - radius, std::floor((bar.y0 + bar.y1) / 2)}, radius, color);
  x -= 2 * radius + ui.px(kDotGapPx);
  ui.mark("record.state", {x, bar.y0, right_x, bar.y1});
  choice.begin_x = x - ui.px(kFactsGapPx);
  return choice;
}

void draw_record_page(const Ui& ui, Rect area, const Recording& recording) {
  const float width = std::min(ui.px(kPagePx), area.width() - ui.px(48));
  const float x = std::floor((area.x0 + area.x1 - width) / 2);
  Rect column{x, area.y0 + ui.px(40), x + width, area.y1 - ui.px(32)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text_fitted(list, ui.face().title, column.cut_top(ui.px(30)).min(), width, ui.color().text,
                   "Recording " + recording.request().command);
  draw_text_fitted(list, ui.face().ui, column.cut_top(ui.px(34)).min(), width, ui.color().dim,
                   recording.words().facts);
  ProgramLog& log = *recording.log();
  const Rect line = column.cut_top(ui.px(26));
  draw_text(list, ui.face().head, {line.x0, line.y0 + ui.px(6)}, ui.color().faint, "OUTPUT");
  draw_program_log(ui, column, log);
  list.AddRect(column.min(), column.max(), ui.color().line, ui.px(4));
}

}  // namespace lanescope
