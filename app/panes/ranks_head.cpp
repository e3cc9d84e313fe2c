// What stands above and beside the rows of ranks: the sentence, the measure, the colours, the
// labels.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panes/flame_bar.h"
#include "app/panes/ranks_lanes.h"
#include "app/widgets/fold_arrow.h"
#include "app/widgets/icons.h"
#include "app/widgets/text.h"
#include "app/widgets/tooltip.h"
#include "core/view/ranks_text.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

std::string sentence_of(const RanksPicture& run) {
  std::string text = run.analysis.summary;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

}  // namespace

void RanksLanes::draw_head(const RanksFrame& frame, Rect head) {
  const Ui& ui = frame.ui;
  const RanksPicture& run = frame.view.run();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  Rect inner = head.inset(ui.px(14), ui.px(6));
  std::array<FlameSegment, kRanksMeasures.size()> segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    segments[i].label = ranks_measure_title(kRanksMeasures[i]);
    if (kRanksMeasures[i] != RanksMeasure::Activity && !run.scale(kRanksMeasures[i]))
      segments[i].why_not = "The traces have no steps: call prof.step() after each iteration";
  }
  const float chooser_px = flame_segments_width(ui, segments);
  Rect right = inner.cut_right(std::min(chooser_px, inner.width() * 0.5F));
  inner.cut_right(ui.px(20));
  const Rect chooser = right.cut_top(ui.px(26));
  const auto chosen = draw_flame_segments(ui, "ranks.measure.", chooser, segments,
                                          static_cast<std::size_t>(frame.view.measure));
  if (chosen) frame.view.measure = kRanksMeasures.at(*chosen);
  draw_legend(frame, right);

  const Rect first = inner.cut_top(ui.px(26));
  const std::string sentence = sentence_of(run);
  ui.mark("ranks.sentence", first);
  const Face& strong = ui.face().strong;
  draw_text_fitted(list, strong, {first.x0, centered_y(strong, first.y0, first.y1)}, first.width(),
                   ui.color().text, sentence);
  const Face& face = ui.face().ui;
  float x = inner.x0;
  const float y = centered_y(face, inner.y0, inner.y1);
  std::string second = ranks_facts(run);
  ImU32 color = ui.color().dim;
  if (!run.analysis.findings.empty()) {
    const Finding& finding = run.analysis.findings.front();
    const Face& icons = ui.face().icon;
    draw_text(list, icons, {x, centered_y(icons, inner.y0, inner.y1)}, ui.color().warning,
              icon::kWarning);
    x += ui.px(20);
    second = finding.title + ". " + finding.fix;
    color = ui.color().text;
    ui.mark("ranks.finding", inner);
  }
  draw_text_fitted(list, face, {x, y}, inner.x1 - x, color, second);
  const bool cut =
      text_width(face, second) > inner.x1 - x || text_width(strong, sentence) > first.width();
  if (cut && ImGui::IsWindowHovered() &&
      Rect{first.x0, first.y0, first.x1, inner.y1}.contains(ImGui::GetIO().MousePos)) {
    const TooltipLine lines[] = {{"", sentence, 0, &ui.face().ui},
                                 {"", second, ui.color().dim, &ui.face().ui}};
    draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
  }
}

void RanksLanes::draw_legend(const RanksFrame& frame, Rect room) const {
  const Ui& ui = frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const float y = centered_y(face, room.y0, room.y1);
  const float side = ui.px(9);
  const float top = std::floor((room.y0 + room.y1 - side) / 2);
  float x = room.x1;
  if (const auto scale = frame.view.run().scale(frame.view.measure)) {
    const std::string most = format_duration(scale->most_ns);
    const std::string least = "per step: " + format_duration(scale->least_ns);
    draw_text_right(list, face, x, y, ui.color().dim, most);
    x -= text_width(face, most) + ui.px(6);
    const float wide = ui.px(80);
    list.AddRectFilledMultiColor({x - wide, top}, {x, top + side},
                                 ranks_cell_color(frame, frame.view.measure, 0),
                                 ranks_cell_color(frame, frame.view.measure, 1),
                                 ranks_cell_color(frame, frame.view.measure, 1),
                                 ranks_cell_color(frame, frame.view.measure, 0));
    draw_text_right(list, face, x - wide - ui.px(6), y, ui.color().dim, least);
    return;
  }
  struct Part {
    std::string_view title;
    ColorRole role;
  };
  constexpr std::array kParts{Part{"copies alone", ColorRole::Copy},
                              Part{"communication alone", ColorRole::Communication},
                              Part{"compute", ColorRole::Gemm}};
  for (const Part& part : kParts) {
    draw_text_right(list, face, x, y, ui.color().dim, part.title);
    x -= text_width(face, part.title) + ui.px(5) + side;
    list.AddRectFilled({x, top}, {x + side, top + side}, frame.palette.fill_of(part.role, 0),
                       ui.px(2));
    x -= ui.px(14);
  }
}

void RanksLanes::draw_label(const RanksFrame& frame, const RanksRow& row, Rect rect,
                            Rect clip) const {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const RanksPicture& run = view.run();
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().lane;
  const Face& small = ui.face().small;
  const float right = rect.x1 - ui.px(8);
  if (row.kind == RanksRowKind::Heading) {
    list.AddRectFilled(rect.min(), rect.max(), c.raised);
    const Face& group = ui.face().group;
    ui.mark("ranks.apart", rect);
    draw_text_fitted(list, group, {rect.x0 + ui.px(14), centered_y(group, rect.y0, rect.y1)},
                     rect.width() - ui.px(22), c.warning, "By their own clocks, not aligned");
    return;
  }
  if (row.kind != RanksRowKind::Rank) {
    if (row.kind == RanksRowKind::Stream) {
      const RankStream& stream = run.ranks[row.trace].streams[row.stream];
      const float title_px =
          draw_text_fitted(list, small, {rect.x0 + ui.px(42), centered_y(small, rect.y0, rect.y1)},
                           right - rect.x0 - ui.px(42), c.dim, stream.title);
      const float x = rect.x0 + ui.px(42) + title_px + ui.px(8);
      if (right - x > ui.px(40))
        draw_text_fitted(list, small, {x, centered_y(small, rect.y0, rect.y1)}, right - x, c.faint,
                         stream.facts);
    }
    return;
  }
  const std::string number = fmt::to_string(row.trace);
  if (view.rank() == row.trace) list.AddRectFilled(rect.min(), rect.max(), c.selected_row);
  const float arrow_x = rect.x0 + ui.px(15);
  const float middle = std::floor((rect.y0 + rect.y1) / 2);
  const float reach = ui.px(11);
  const Press fold = press_area(ui, {"ranks.fold.", number},
                                {arrow_x - reach, rect.y0, arrow_x + reach, rect.y1 - 1});
  if (fold.clicked) view.toggle_folded(row.trace);
  const Rect words{arrow_x + reach, rect.y0, rect.x1, rect.y1 - 1};
  const Press press = press_area(ui, {"ranks.label.", number}, words);
  if (press.hovered && view.rank() != row.trace)
    list.AddRectFilled(rect.min(), rect.max(), c.hovered_row);
  draw_fold_arrow(ui, {arrow_x, middle}, !view.unfolded(row.trace),
                  fold.hovered ? c.text : c.faint);
  if (press.clicked) view.select_rank(row.trace);
  if (press.double_clicked) view.want(row.trace);
  const RankPicture& rank = run.ranks[row.trace];
  const bool aligned = run.aligned(row.trace);
  std::string title = rank_title(run, row.trace);
  title[0] = 'R';
  const std::string clock = clock_text(run, row.trace);
  const ImU32 clock_color = aligned ? c.faint : c.warning;
  const float x = rect.x0 + ui.px(28);
  if (view.layout().compact) {
    const float y = centered_y(face, rect.y0, rect.y1);
    const float used = draw_text_fitted(list, face, {x, y}, right - x, c.text, title);
    const float left = x + used + ui.px(8);
    const float clock_px = std::min(text_width(small, clock), right - left);
    if (clock_px > ui.px(30)) {
      draw_text_fitted(list, small, {right - clock_px, centered_y(small, rect.y0, rect.y1)},
                       clock_px + 1, clock_color, clock);
    }
    const float host_px = right - clock_px - left - ui.px(10);
    if (!rank.host.empty() && host_px > ui.px(30))
      draw_text_fitted(list, small, {left, centered_y(small, rect.y0, rect.y1)}, host_px, c.dim,
                       rank.host);
  } else {
    const float y = std::floor(middle - (face.size_px + small.size_px) / 2);
    const float used = draw_text_fitted(list, face, {x, y}, right - x, c.text, title);
    if (!rank.host.empty() && right - x - used > ui.px(40)) {
      draw_text_fitted(list, small, {x + used + ui.px(8), y + (face.size_px - small.size_px)},
                       right - x - used - ui.px(8), c.dim, rank.host);
    }
    draw_text_fitted(list, small, {x, y + face.size_px}, right - x, clock_color, clock);
  }
  if (press.hovered && clip.contains(ImGui::GetIO().MousePos) &&
      ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
    const std::string refusal = clock_refusal(run, row.trace);
    const std::string second = refusal.empty() ? clock : refusal;
    const TooltipLine lines[] = {
        {"", rank.host.empty() ? title : title + " · " + rank.host, 0, &ui.face().ui},
        {"", second, aligned ? c.dim : c.warning, &ui.face().ui},
        {"", "Double-click or Enter opens its trace", c.faint, &ui.face().small}};
    draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
  }
}

}  // namespace lanescope
