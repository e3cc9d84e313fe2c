#include "app/panes/timeline/facing_gaps.h"

#include <cmath>
#include <string_view>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr float kIndentPx = 30;

ImU32 ground(const Ui& ui) {
  return mixed(ui.color().background, ui.color().panel, 0.55F);
}

std::string_view words_of(const PaneFrame& frame) {
  return frame.view.run.side == RunSide::A ? "only in B" : "only in A";
}

}  // namespace

void draw_facing_gaps(const PaneFrame& frame, LaneStage& stage, Rect labels, Rect clip) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  const Face& face = ui.face().small;
  stage.words.clear();
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const LayoutGap& gap : frame.view.lanes.layout().gaps) {
    const float y0 = stage.scrolled.y0 + gap.y_px - stage.scroll_px, y1 = y0 + gap.height_px;
    if (y1 <= clip.y0 || y0 >= clip.y1) continue;
    fill_rect({labels.x0, y0, stage.scrolled.x1, y1 - 1}, ground(ui));
    fill_rect({labels.x0, y1 - 1, stage.scrolled.x1, y1}, mixed(c.background, c.line, 0.5F));
    const float x = labels.x0 + ui.px(kIndentPx), y = centered_y(face, y0, y1);
    draw_text_fitted(face, {x, y}, labels.x1 - x - ui.px(8), c.faint, gap.title);
    const float words_x = stage.scrolled.x0 + ui.px(8);
    stage.words.push_back(
        {words_x, y, std::ceil(words_x + text_width(face, words_of(frame))), y + face.size_px});
  }
  ImGui::PopClipRect();
}

void draw_facing_gap_words(const PaneFrame& frame, const LaneStage& stage, Rect clip) {
  const Ui& ui = frame.ui;
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const Rect& words : stage.words) {
    fill_rect({words.x0 - ui.px(4), words.y0, words.x1 + ui.px(4), words.y1}, ground(ui));
    draw_text(ui.face().small, words.min(), ui.color().faint, words_of(frame));
    ui.mark("gap.words", words);
  }
  ImGui::PopClipRect();
}

}  // namespace lanescope
