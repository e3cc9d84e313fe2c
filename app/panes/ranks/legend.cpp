#include "app/panes/ranks/legend.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "app/panes/ranks/rows.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"
#include "core/view/colors/step_look.h"
#include "core/view/ranks/activity_row.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kSidePx = 9, kWordsPx = 5, kGapPx = 14;
constexpr float kScalePx = 80, kScaleGapPx = 6;

std::string least_words(const RanksPicture::Scale& scale) {
  return "per step: " + format_duration(scale.least_ns);
}

void draw_scale(const RanksFrame& frame, const RanksPicture::Scale& scale, Rect room) {
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const float y = centered_y(face, room);
  const float side = ui.px(kSidePx);
  const float top = std::floor((room.y0 + room.y1 - side) / 2);
  const std::string most = format_duration(scale.most_ns);
  draw_text_right(list, face, room.x1, y, ui.color().dim, most);
  const float x = room.x1 - text_width(face, most) - ui.px(kScaleGapPx);
  const float wide = ui.px(kScalePx);
  const ImU32 least_color = ranks_cell_color(frame, frame.view.measure, 0);
  const ImU32 most_color = ranks_cell_color(frame, frame.view.measure, 1);
  list.AddRectFilledMultiColor({x - wide, top}, {x, top + side}, least_color, most_color,
                               most_color, least_color);
  draw_text_right(list, face, x - wide - ui.px(kScaleGapPx), y, ui.color().dim, least_words(scale));
}

}  // namespace

float ranks_legend_px(const RanksFrame& frame) {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const RanksPicture& run = frame.view.run();
  if (const auto scale = run.scale(frame.view.measure)) {
    return text_width(face, format_duration(scale->most_ns)) +
           text_width(face, least_words(*scale)) + ui.px(kScalePx + 2 * kScaleGapPx);
  }
  float px = -ui.px(kGapPx);  // between the parts only
  for (const ActivityLegendPart& part : activity_legend(run.work))
    px += text_width(face, part.title) + ui.px(kWordsPx + kSidePx + kGapPx);
  return std::max(px, 0.0F);
}

void draw_ranks_legend(const RanksFrame& frame, Rect room) {
  const Ui& ui = frame.ui;
  const RanksPicture& run = frame.view.run();
  ui.mark("ranks.legend", {room.x1 - ranks_legend_px(frame), room.y0, room.x1, room.y1});
  if (const auto scale = run.scale(frame.view.measure)) return draw_scale(frame, *scale, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const float y = centered_y(face, room);
  const float side = ui.px(kSidePx);
  const float top = std::floor((room.y0 + room.y1 - side) / 2);
  float x = room.x1;
  for (const ActivityLegendPart& part : activity_legend(run.work)) {
    const float wide = text_width(face, part.title) + ui.px(kWordsPx) + side;
    if (x - wide < room.x0) break;
    draw_text_right(list, face, x, y, ui.color().dim, part.title);
    x -= wide;
    list.AddRectFilled({x, top}, {x + side, top + side},
                       part.of ? frame.palette.fill_of(activity_role(*part.of, run.work), 0)
                               : packed(remainder_color(frame.palette)),
                       ui.px(2));
    x -= ui.px(kGapPx);
  }
}

}  // namespace lanescope
