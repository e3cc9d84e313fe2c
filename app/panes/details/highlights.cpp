#include "app/panes/details/highlights.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "app/panes/pane/trace_actions.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFindings = 4;
constexpr float kRowPx = 24, kSecondLinePx = 16, kGapPx = 10;
constexpr float kLeastNamePx = 40;  // less of a name says nothing

/// One line: what it is, which one, and its figure at the right.
struct Line {
  WidgetName id;
  std::string_view title, name, figure, meaning;
  std::string_view gain_of = {};  // for a finding: what the figure is a share of
};

void explain(const Ui& ui, const Line& line) {
  const Colors& c = ui.color();
  std::string meaning(line.meaning);
  if (!line.gain_of.empty())
    meaning = fmt::format("Potential gain: {} {}", line.figure, line.gain_of);
  std::array<TooltipLine, 3> lines;
  std::size_t used = 0;
  lines.at(used++) = {"", line.title, 0, &ui.face().strong};
  if (!line.name.empty()) lines.at(used++) = {"", line.name, 0, &ui.face().mono};
  if (!meaning.empty()) lines.at(used++) = {"", meaning, c.dim, &ui.face().ui};
  draw_tooltip(ui, ImGui::GetIO().MousePos, std::span(lines).first(used));
}

/// The title on one line or two, and behind it as much of the name as has room.
void draw_titled(const Ui& ui, Rect row, float end, const Line& line, bool wraps) {
  const Colors& c = ui.color();
  const Face& face = ui.face().ui;
  const float y = centered_y(face, {row.x0, row.y0, row.x1, row.y0 + ui.px(kRowPx)});
  if (wraps) {
    draw_text_wrapped(ImGui::GetWindowDrawList(), face, {row.x0, y}, end - row.x0, c.accent,
                      line.title, 2);
    return;
  }
  const float titled = draw_text_fitted(face, {row.x0, y}, end - row.x0, c.accent, line.title);
  const float name_x = row.x0 + titled + ui.px(kGapPx);
  if (end - name_x >= ui.px(kLeastNamePx))
    draw_text_fitted(face, {name_x, y}, end - name_x, c.dim, line.name);
}

/// True if it was clicked. A title that does not fit beside its figure has a second line.
bool draw_line(const Ui& ui, FactColumn& column, const Line& line) {
  const Colors& c = ui.color();
  const Face& mono = ui.face().mono;
  const float figure_px = text_width(mono, line.figure) + ui.px(kGapPx);
  const bool wraps = text_width(ui.face().ui, line.title) > column.width() - figure_px;
  const Rect row = column.room(wraps ? kRowPx + kSecondLinePx : kRowPx);
  const Press press = press_area(ui, line.id, row);
  if (press.hovered) {
    fill_rect(row.inset(-ui.px(6), 0), c.hovered_row, ui.px(4));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) explain(ui, line);
  }
  const Rect first{row.x0, row.y0, row.x1, row.y0 + ui.px(kRowPx)};
  draw_text_right(mono, row.x1, centered_y(mono, first), c.text, line.figure);
  draw_titled(ui, row, row.x1 - figure_px, line, wraps);
  return press.clicked;
}

struct GoTo {
  TraceView& view;
  void operator()(EventId event) const { go_to_named(view, event); }
  void operator()(const GapRef& gap) const { go_to_whole_gap(view, gap); }
  void operator()(const PeakRef& peak) const {
    view.requests.emplace_back(ShowTab{"Memory", {.finding = {}, .peak = peak, .is_peak = true}});
  }
  void operator()(const MomentRef& moment) const {
    view.hold_still();
    view.reveal_time({moment.time_ns, moment.time_ns});
  }
};

void draw_findings(const PaneFrame& frame, FactColumn& column, const FindingsModel& model) {
  const Ui& ui = frame.ui;
  const auto to_fix = static_cast<std::size_t>(model.to_fix);
  if (to_fix == 0) return;
  column.section("FINDINGS BY POTENTIAL GAIN");
  std::size_t shown = 0;
  for (const FindingCard& card : model.cards) {
    if (card.informational || shown == kMostFindings) continue;
    ++shown;
    if (draw_line(ui, column,
                  {{"highlight.", card.id}, card.title, card.place, card.share, "", card.share_of}))
      frame.view.requests.emplace_back(ShowTab{"Findings", {.finding = card.id}});
  }
  if (to_fix <= shown) return;
  if (draw_line(ui, column, {"highlight.all_findings", model.headline, "", "", "Open the list"}))
    frame.view.requests.emplace_back(ShowTab{"Findings"});
}

}  // namespace

bool OfferedHighlights::empty() const {
  const bool any_finding = findings.value && findings.value->to_fix > 0;
  const bool any_extreme = extremes.value && !extremes.value->empty();
  return !any_finding && !any_extreme && !waits;
}

OfferedHighlights ask_highlights(TraceView& view) {
  constexpr InsightScope kScope = InsightScope::Chosen;
  OfferedHighlights offered;
  offered.extremes = view.insights.ask<Highlights>(kScope, &highlights_insight);
  offered.waits = !offered.extremes.current;
  if (view.insights.range()) return offered;
  offered.findings = view.insights.ask<FindingsModel>(kScope, &findings_insight, InsightFor::Later);
  offered.waits = offered.waits || !offered.findings.current;
  return offered;
}

void draw_highlights(const PaneFrame& frame, FactColumn& column, const OfferedHighlights& offered) {
  const Ui& ui = frame.ui;
  column.space(2);
  const Rect head = column.room(22);
  draw_text_fitted(ui.face().title, head.min(), head.width(), ui.color().text, "Highlights");
  column.subtitle(window_title(frame.view.insights.window()));
  if (offered.findings.value) draw_findings(frame, column, *offered.findings.value);
  if (offered.extremes.value && !offered.extremes.value->empty()) {
    column.section("HOT SPOTS");
    for (const Highlight& one : *offered.extremes.value) {
      if (draw_line(ui, column,
                    {{"highlight.", one.title}, one.title, one.name, one.figure, one.meaning}))
        std::visit(GoTo{frame.view}, one.target);
    }
  }
  if (!offered.waits) return;
  column.space(8);
  const Rect waits = column.room(kRowPx);
  ui.mark("highlights.waits", waits);
  draw_text_fitted(ui.face().ui, {waits.x0, centered_y(ui.face().ui, waits)}, waits.width(),
                   ui.color().dim, frame.view.waiting_words());
}

}  // namespace lanescope
