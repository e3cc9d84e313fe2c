// What is above and next to the rows of ranks: the measure, the labels.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "app/panes/ranks/lanes.h"
#include "app/panes/ranks/legend.h"
#include "app/panes/ranks/sentences.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/facts.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/view/ranks/text.h"
#include "core/view/text/record_hint.h"

namespace lanescope {
namespace {

constexpr float kLinePx = 26, kLegendPx = 20, kMarginPx = 6, kLowMarginPx = 3;
constexpr float kPadPx = 14, kGapPx = 20, kLegendGapPx = 14;
/// In less height, only the first sentence remains, and then the chooser is folded to a menu next
/// to the ruler.
constexpr float kWithSentencesPx = 260, kWithChooserPx = 180;
constexpr const char* kMeasureMenu = "ranks.measures";

/// What is next to the row of a rank.
struct RankLabel {
  RankLabel(const RanksPicture& run, std::size_t trace, const Ui& ui)
      : title(rank_label(run, trace)),
        host(run.ranks[trace].host),
        clock(rank_note(run, trace)),
        as_expected(run.own_starts || run.aligned(trace)),
        clock_color(as_expected ? ui.color().faint : ui.color().warning) {}

  std::string title;
  const std::string& host;
  std::string clock;
  bool as_expected;
  ImU32 clock_color;
};

void draw_on_one_line(const Ui& ui, const RankLabel& label, Rect room) {
  const Face& face = ui.face().lane;
  const Face& small = ui.face().small;
  const float small_y = centered_y(small, room);
  const float used =
      draw_text_ends(*ImGui::GetWindowDrawList(), face, {room.x0, centered_y(face, room)},
                     room.width(), ui.color().text, label.title);
  const float left = room.x0 + used + ui.px(8);
  const float clock_px = std::min(text_width(small, label.clock), room.x1 - left);
  if (clock_px > ui.px(30)) {
    draw_text_fitted(small, {room.x1 - clock_px, small_y}, clock_px + 1, label.clock_color,
                     label.clock);
  }
  const float host_px = room.x1 - clock_px - left - ui.px(10);
  if (!label.host.empty() && host_px > ui.px(30))
    draw_text_fitted(small, {left, small_y}, host_px, ui.color().dim, label.host);
}

void draw_on_two_lines(const Ui& ui, const RankLabel& label, Rect room) {
  const Face& face = ui.face().lane;
  const Face& small = ui.face().small;
  const float middle = std::floor((room.y0 + room.y1) / 2);
  const float y = std::floor(middle - (face.size_px + small.size_px) / 2);
  const float used = draw_text_ends(*ImGui::GetWindowDrawList(), face, {room.x0, y}, room.width(),
                                    ui.color().text, label.title);
  if (!label.host.empty() && room.width() - used > ui.px(40)) {
    draw_text_fitted(small, {room.x0 + used + ui.px(8), y + (face.size_px - small.size_px)},
                     room.width() - used - ui.px(8), ui.color().dim, label.host);
  }
  draw_text_fitted(small, {room.x0, y + face.size_px}, room.width(), label.clock_color,
                   label.clock);
}

void draw_label_tooltip(const Ui& ui, const RankLabel& label, const std::string& refusal) {
  const Colors& c = ui.color();
  const std::string title = label.host.empty() ? label.title : label.title + " · " + label.host;
  const TooltipLine lines[] = {
      {"", title, 0, &ui.face().ui},
      {"", refusal.empty() ? label.clock : refusal, label.as_expected ? c.dim : c.warning,
       &ui.face().ui},
      {"", "Double-click or press Enter to open its trace", c.faint, &ui.face().small}};
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

void draw_heading(const Ui& ui, Rect rect, bool own_starts) {
  const Face& group = ui.face().group;
  fill_rect(rect, ui.color().raised);
  ui.mark("ranks.apart", rect);
  draw_text_fitted(group, {rect.x0 + ui.px(14), centered_y(group, rect)}, rect.width() - ui.px(22),
                   own_starts ? ui.color().dim : ui.color().warning,
                   own_starts ? "Each from its own start" : "Unaligned (local clocks)");
}

/// Whole, or the share of the time: slices have the color of what is left out.
std::string_view stream_facts_in(const Face& face, std::string_view facts, float width_px) {
  constexpr std::string_view kDot = " · ";
  const std::size_t dot = facts.rfind(kDot);
  if (text_width(face, facts) <= width_px || dot == std::string_view::npos)
    return parts_that_fit(face, facts, width_px);
  const std::string_view share = facts.substr(dot + kDot.size());
  return text_width(face, share) <= width_px ? share : parts_that_fit(face, facts, width_px);
}

void draw_stream_label(const Ui& ui, const RankStream& stream, Rect rect, Rect clip) {
  const Face& small = ui.face().small;
  const float right = rect.x1 - ui.px(8);
  const float y = centered_y(small, rect);
  const float left = rect.x0 + ui.px(42);
  const float title_px =
      draw_text_fitted(small, {left, y}, right - left, ui.color().dim, stream.title);
  const float x = left + title_px + ui.px(8);
  const std::string_view shown = stream_facts_in(small, stream.facts, right - x);
  draw_text(small, {x, y}, ui.color().faint, shown);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (shown.size() != stream.facts.size() && ImGui::IsWindowHovered() && rect.contains(mouse) &&
      clip.contains(mouse))
    draw_hint(ui, rect, stream.facts);
}

void draw_rank_label(const RanksFrame& frame, const RanksRow& row, Rect rect, Rect clip) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const Colors& c = ui.color();
  const std::string number = fmt::to_string(row.trace);
  if (view.rank() == row.trace) fill_rect(rect, c.selected_row);
  const float arrow_x = rect.x0 + ui.px(15);
  const float middle = std::floor((rect.y0 + rect.y1) / 2);
  const float reach = ui.px(11);
  const Press fold = press_area(ui, {"ranks.fold.", number},
                                {arrow_x - reach, rect.y0, arrow_x + reach, rect.y1 - 1});
  if (fold.clicked) view.toggle_folded(row.trace);
  const Rect words{arrow_x + reach, rect.y0, rect.x1, rect.y1 - 1};
  const Press press = press_area(ui, {"ranks.label.", number}, words);
  if (press.hovered && view.rank() != row.trace) fill_rect(rect, c.hovered_row);
  draw_fold_arrow(ui, {arrow_x, middle}, !view.unfolded(row.trace),
                  fold.hovered ? c.text : c.faint);
  if (press.clicked) {
    view.select_rank(row.trace);
    view.select_collective(std::nullopt);  // the panel is about the rank now
  }
  if (press.double_clicked) view.want(row.trace);
  const RankLabel label(view.run(), row.trace, ui);
  const Rect room{rect.x0 + ui.px(28), rect.y0, rect.x1 - ui.px(8), rect.y1};
  if (view.layout().compact)
    draw_on_one_line(ui, label, room);
  else
    draw_on_two_lines(ui, label, room);
  if (press.hovered && clip.contains(ImGui::GetIO().MousePos) &&
      ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
    draw_label_tooltip(ui, label, clock_refusal(view.run(), row.trace));
  }
}

/// What gets its own line, for lack of room next to the sentences; and what gets none.
struct HeadRows {
  bool brief = false;  // only one sentence
  bool with_chooser = true, with_legend = true;
  bool chooser = false, legend = false;  // below each other, above the sentences
  float words_px = 0;                    // width left to the sentences
};

/// In terms of the tool that recorded them; of ranks that are not in memory it is not known.
std::string_view no_steps(const RanksPicture& run) {
  for (const RankPicture& rank : run.ranks) {
    if (rank.snapshot) return record_hint(*rank.snapshot, Recordable::Steps);
  }
  return "The traces have no steps";
}

std::array<Segment, kRanksMeasures.size()> measures(const RanksPicture& run) {
  std::array<Segment, kRanksMeasures.size()> segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    segments[i].label = ranks_measure_title(kRanksMeasures[i], run.work);
    if (kRanksMeasures[i] != RanksMeasure::Activity && !run.scale(kRanksMeasures[i]))
      segments[i].why_not = no_steps(run);
  }
  return segments;
}

float margin_px(const Ui& ui, const HeadRows& rows) {
  return ui.px(rows.with_chooser ? kMarginPx : kLowMarginPx);
}

HeadRows head_rows(const RanksFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  const float chooser_px = segments_width(ui, measures(frame.view.run()));
  const float room = area.width() - ui.px(2 * kPadPx);
  const float beside_px = room - std::max(chooser_px, ranks_legend_px(frame)) - ui.px(kGapPx);
  HeadRows rows;
  rows.brief = area.height() < ui.px(kWithSentencesPx);
  rows.with_chooser = area.height() >= ui.px(kWithChooserPx);
  rows.chooser = rows.with_chooser && (rows.brief || chooser_px > room * 0.5F ||
                                       RanksSentences(frame, beside_px, false).crowded());
  rows.legend = rows.chooser && chooser_px + ui.px(kLegendGapPx) + ranks_legend_px(frame) > room;
  rows.with_legend = rows.with_chooser && !(rows.brief && rows.legend);
  rows.legend = rows.legend && rows.with_legend;
  rows.words_px = rows.chooser || !rows.with_chooser ? room : beside_px;
  return rows;
}

}  // namespace

float RanksLanes::head_px(const RanksFrame& frame, Rect area) {
  const HeadRows rows = head_rows(frame, area);
  return RanksSentences(frame, rows.words_px, rows.brief).height_px() +
         2 * margin_px(frame.ui, rows) +
         frame.ui.px((rows.chooser ? kLinePx : 0) + (rows.legend ? kLegendPx : 0));
}

void RanksLanes::draw_head(const RanksFrame& frame, Rect head, Rect area, Rect ruler_label) {
  const HeadRows rows = head_rows(frame, area);
  if (!rows.with_chooser) draw_measure_menu(frame, ruler_label);
  Rect inner = head.inset(frame.ui.px(kPadPx), margin_px(frame.ui, rows));
  ImGui::PushClipRect(head.min(), head.max(), true);
  if (rows.with_chooser) {
    const Ui& ui = frame.ui;
    const auto segments = measures(frame.view.run());
    const float chooser_px = segments_width(ui, segments);
    Rect chooser, legend;
    if (rows.chooser) {
      legend = inner.cut_top(ui.px(kLinePx));
      chooser = legend.cut_left(std::min(chooser_px, legend.width()));
      if (rows.legend) legend = inner.cut_top(ui.px(kLegendPx));
    } else {
      legend = inner.cut_right(std::max(chooser_px, ranks_legend_px(frame)));
      inner.cut_right(ui.px(kGapPx));
      chooser = legend.cut_top(ui.px(kLinePx));
      chooser.cut_left(chooser.width() - chooser_px);
    }
    draw_chooser(frame, chooser);
    if (rows.with_legend) draw_ranks_legend(frame, legend);
  }
  ImGui::PopClipRect();
  const RanksSentences sentences(frame, rows.words_px, rows.brief);
  sentences.draw(inner);
  sentences_end_px_ = inner.y0 + sentences.height_px();
}

void RanksLanes::draw_measure_menu(const RanksFrame& frame, Rect room) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const std::string_view title = ranks_measure_title(view.measure, view.run().work);
  Rect button = room.inset(ui.px(4), ui.px(1));
  button.x1 = std::min(button.x1, button.x0 + menu_button_width(ui, title));
  if (menu_button(ui, kMeasureMenu, button, title)) open_menu_at(ui, button, kMeasureMenu);
  if (!begin_menu(ui, kMeasureMenu)) return;
  const auto segments = measures(view.run());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const RanksMeasure measure = kRanksMeasures.at(i);
    if (menu_item(ui, segments[i].label, "", segments[i].why_not.empty(), measure == view.measure))
      view.measure = measure;
  }
  end_menu();
}

/// Without those that do not fit whole.
void RanksLanes::draw_chooser(const RanksFrame& frame, Rect room) {
  const auto segments = measures(frame.view.run());
  std::span<const Segment> fitting(segments);
  while (fitting.size() > 1 && segments_width(frame.ui, fitting) > room.width())
    fitting = fitting.first(fitting.size() - 1);
  room.x1 = std::min(room.x1, room.x0 + segments_width(frame.ui, fitting));
  const auto chosen = draw_segments(frame.ui, "ranks.measure.", room, fitting,
                                    static_cast<std::size_t>(frame.view.measure));
  if (chosen) frame.view.measure = kRanksMeasures.at(*chosen);
}

void RanksLanes::draw_label(const RanksFrame& frame, const RanksRow& row, Rect rect,
                            Rect clip) const {
  switch (row.kind) {
    case RanksRowKind::Heading:
      return draw_heading(frame.ui, rect, frame.view.run().own_starts);
    case RanksRowKind::Stream:
      return draw_stream_label(frame.ui, frame.view.run().ranks[row.trace].streams[row.stream],
                               rect, clip);
    case RanksRowKind::Rank:
      return draw_rank_label(frame, row, rect, clip);
    case RanksRowKind::NoStreams:
      return;
  }
}

}  // namespace lanescope
