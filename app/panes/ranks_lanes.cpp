#include "app/panes/ranks_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panes/flame_bar.h"
#include "app/panes/lane_gestures.h"
#include "app/widgets/icons.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/text.h"
#include "app/widgets/tooltip.h"
#include "core/view/ranks_text.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 64, kRulerPx = 24;
constexpr float kRightGapPx = 12;
constexpr float kTickPx = 92;
constexpr float kDragFromPx = 4;
constexpr float kLabelWheelPx = 60;
constexpr double kJoinApartPx = 18;
constexpr double kReachPx = 4;

std::string sentence_of(const RanksPicture& run) {
  std::string text = run.analysis.summary;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

void draw_fold_arrow(const Ui& ui, ImVec2 center, bool folded, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = ui.px(3.5F);
  if (folded) {
    list.AddTriangleFilled({center.x - r * 0.7F, center.y - r}, {center.x + r, center.y},
                           {center.x - r * 0.7F, center.y + r}, color);
  } else {
    list.AddTriangleFilled({center.x - r, center.y - r * 0.7F}, {center.x + r, center.y - r * 0.7F},
                           {center.x, center.y + r}, color);
  }
}

/// In pixels of the lanes, kept where ImGui's floats are exact.
float lane_x(Rect lanes, const Viewport& axis, Ns time_ns) {
  return lanes.x0 + static_cast<float>(std::clamp(axis.x_of(time_ns), -1e5, 1e5));
}

}  // namespace

void RanksLanes::draw(const RanksFrame& frame, Rect area, float labels_px) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  refresh_labels(ui);
  RanksView& view = frame.view;
  view.set_metrics(RanksRowMetrics().scaled(ui.style.scale));
  const Rect head = area.cut_top(ui.px(kHeadPx));
  Rect ruler = area.cut_top(ui.px(kRulerPx));
  Rect lanes = area;
  ruler.cut_left(labels_px);
  const Rect labels = lanes.cut_left(labels_px);
  lanes.x1 -= ui.px(kRightGapPx);
  ruler.x1 = lanes.x1;
  lanes_ = lanes;
  view.viewport.set_width_px(std::max(lanes.width(), 1.0F));
  view.set_rows_height_px(lanes.height());
  ui.mark("ranks.lanes", lanes);
  list.AddRectFilled({labels.x0, lanes.y0}, {area.x1, area.y1}, c.background);
  list.AddRectFilled(labels.min(), labels.max(), c.panel);
  list.AddRectFilled(head.min(), head.max(), c.panel);
  list.AddRectFilled({head.x0, head.y1 - 1}, head.max(), c.line);
  list.AddRectFilled({labels.x0, ruler.y1 - 1}, {area.x1, ruler.y1}, c.line);
  // The mouse first: what is drawn then shows the view it made.
  handle_mouse(frame, labels, lanes);
  draw_head(frame, head);
  draw_ruler(frame, ruler, lanes);
  draw_rows(frame, labels, lanes);
  draw_hover(frame);
}

void RanksLanes::refresh_labels(const Ui& ui) {
  const Face face = ui.face().slice;
  if (labels_ && labels_font_ == face.font) return;
  labels_font_ = face.font;
  labels_ = std::make_unique<LabelFitter>([face](char32_t ch) {
    const float scale = face.size_px / face.font->FontSize;
    return face.font->GetCharAdvance(ch <= IM_UNICODE_CODEPOINT_MAX ? static_cast<ImWchar>(ch)
                                                                    : ImWchar{0xFFFD}) *
           scale;
  });
}

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

void RanksLanes::draw_ruler(const RanksFrame& frame, Rect strip, Rect lanes) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  ruler_ = make_ruler(view.viewport, view.run().extent.begin_ns, ui.px(kTickPx));
  ImGui::PushClipRect(strip.min(), {lanes.x1, lanes.y1}, true);
  for (const RulerTick& tick : ruler_.ticks) {
    const float x = strip.x0 + std::floor(static_cast<float>(tick.x_px));
    list.AddRectFilled({x, strip.y1 - ui.px(tick.major ? 9 : 4)}, {x + 1, strip.y1},
                       tick.major ? ui.color().faint : ui.color().line);
    if (!tick.major) continue;
    list.AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1}, ui.color().grid);
    if (x + ui.px(5) + text_width(face, tick.label) > strip.x1) continue;
    draw_text(list, face, {x + ui.px(5), centered_y(face, strip.y0, strip.y1 - ui.px(2))},
              ui.color().dim, tick.label);
  }
  const Face& mono = ui.face().mono;
  const auto box = [&](double x_px, const std::string& text, ImU32 fill) {
    const float half = std::ceil(text_width(mono, text) / 2) + ui.px(8);
    const float x = std::clamp(strip.x0 + static_cast<float>(x_px), strip.x0 + half,
                               std::max(strip.x0 + half, strip.x1 - half));
    const Rect at{std::floor(x - half), strip.y0 + ui.px(2), std::floor(x + half),
                  strip.y1 - ui.px(2)};
    list.AddRectFilled(at.min(), at.max(), fill, ui.px(4));
    draw_text(list, mono, {at.x0 + ui.px(8), centered_y(mono, at.y0, at.y1)}, ui.color().text,
              text);
  };
  if (view.cursor_ns) {
    box(view.viewport.x_of(*view.cursor_ns),
        format_exact_time(*view.cursor_ns - view.run().extent.begin_ns), ui.color().raised);
  }
  if (view.range) {
    const double middle = (std::clamp(view.viewport.x_of(view.range->begin_ns), 0.0, 1e5) +
                           std::clamp(view.viewport.x_of(view.range->end_ns), 0.0, 1e5)) /
                          2;
    box(middle, format_duration(view.range->length_ns()),
        mixed(ui.color().panel, ui.color().accent, 0.28F));
  }
  ImGui::PopClipRect();
}

void RanksLanes::draw_rows(const RanksFrame& frame, Rect labels, Rect lanes) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const RanksLayout& layout = view.layout();
  const float scroll = std::floor(view.scroll_px());
  const Rect clip{labels.x0, lanes.y0, lanes.x1, lanes.y1};
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const RanksRow& row : layout.visible(scroll, lanes.height())) {
    const float y = lanes.y0 + row.y_px - scroll;
    const Rect label{labels.x0, y, labels.x1, y + row.height_px};
    const Rect rect{lanes.x0, y, lanes.x1, y + row.height_px};
    const bool apart = row.kind != RanksRowKind::Heading && !view.run().aligned(row.trace);
    if (apart) list.AddRectFilled(rect.min(), rect.max(), mixed(c.background, c.warning, 0.05F));
    if (row.kind == RanksRowKind::Rank) ui.mark({"ranks.row.", fmt::to_string(row.trace)}, rect);
    ImGui::PushClipRect({lanes.x0, clip.y0}, clip.max(), true);
    rows_.draw(frame, {row, rect}, *labels_);
    ImGui::PopClipRect();
    draw_label(frame, row, label, clip);
    list.AddRectFilled({label.x0, label.y1 - 1}, {rect.x1, rect.y1},
                       mixed(c.background, c.line, 0.5F));
  }
  ImGui::PopClipRect();
  ImGui::PushClipRect(lanes.min(), lanes.max(), true);
  if (view.range) {
    const float x0 = lane_x(lanes, view.viewport, view.range->begin_ns);
    const float x1 = lane_x(lanes, view.viewport, view.range->end_ns);
    list.AddRectFilled({x0, lanes.y0}, {std::max(x1, x0 + 1), lanes.y1}, c.range);
  }
  draw_joins(frame, lanes);
  if (view.cursor_ns && mouse_in_lanes_) {
    const float x = std::floor(lane_x(lanes, view.viewport, *view.cursor_ns));
    list.AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1}, faded(c.dim, 0.5F));
  }
  ImGui::PopClipRect();
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

void RanksLanes::draw_joins(const RanksFrame& frame, Rect lanes) {
  const RanksPicture& run = frame.view.run();
  const auto& all = run.analysis.matched.collectives;
  joined_collectives(run, frame.view.viewport, frame.ui.px(static_cast<float>(kJoinApartPx)),
                     frame.view.collective(), joins_);
  const Colors& c = frame.ui.color();
  // Beside the cells of steps they are only a hint.
  const float strength = frame.view.measure == RanksMeasure::Activity ? 0.55F : 0.25F;
  for (const JoinedCollective& join : joins_) {
    if (frame.view.collective() == join.collective) continue;
    draw_join(frame, lanes, all[join.collective], faded(c.dim, strength), 1);
  }
  if (const auto selected = frame.view.collective())
    draw_join(frame, lanes, all[*selected], c.selection, frame.ui.px(1.5F));
}

/// Down each rank at its arrival, then over to the next one.
void RanksLanes::draw_join(const RanksFrame& frame, Rect lanes, const MatchedCollective& one,
                           ImU32 color, float thick) const {
  RanksView& view = frame.view;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float scroll = std::floor(view.scroll_px());
  const RanksLayout& layout = view.layout();
  std::optional<ImVec2> from;
  std::size_t trace = 0;
  float x = 0;
  bool has_part = false;
  // Rows without a part let the line pass through.
  for (const RanksRow& row : layout.visible(scroll, lanes.height())) {
    if (row.kind == RanksRowKind::Heading) break;
    if (row.kind == RanksRowKind::Rank || !from || trace != row.trace) {
      trace = row.trace;
      const CollectivePart* part = one.part_of(trace);
      has_part = part != nullptr;
      if (has_part) x = lane_x(lanes, view.viewport, part->arrival_ns);
    }
    if (!has_part) continue;
    const float y0 = lanes.y0 + row.y_px - scroll;
    const float inset = row.kind == RanksRowKind::Rank ? std::floor(row.height_px * 0.2F) : 0;
    const ImVec2 top{std::floor(x) + 0.5F, y0 + inset};
    const ImVec2 bottom{top.x, y0 + row.height_px - inset};
    if (from) list.AddLine(*from, top, color, thick);
    list.AddLine(top, bottom, color, thick);
    from = bottom;
  }
}

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
  ImGui::SetCursorScreenPos(lanes.min());
  if (!lanes.empty()) {
    ImGui::InvisibleButton("ranks.press", lanes.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
  }
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
      const Ns there =
          view.viewport.time_at(std::clamp(io.MousePos.x, lanes.x0, lanes.x1) - lanes.x0);
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
    view.cursor_ns =
        view.viewport.time_at(std::clamp(io.MousePos.x, lanes.x0, lanes.x1) - lanes.x0);
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
