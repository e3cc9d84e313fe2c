#include "app/shell/window/bottom_area.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/shell/layout/maximize_button.h"
#include "app/shell/window/tab_facts.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/tabs.h"
#include "app/widgets/tooltip.h"
#include "app/workspace/memory/empty_tabs.h"
#include "core/base/clamped.h"
#include "core/view/results/comparison.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr float kNoteButtonPx = 24;  // height
constexpr float kNoteGapPx = 12;
constexpr float kBesidePx = 36;
constexpr float kLeastTabsPx = 150;  // "More" and the open tab

bool growing(const TraceView& view) {
  return view.session().state() == Session::State::Live && view.snapshot() &&
         view.snapshot()->complete;
}

// The button next to the tabs that names the analysis scope, and its menu.

constexpr const char* kMenu = "window.menu";
constexpr float kPadPx = 9;
constexpr float kArrowPx = 16;
constexpr float kHeightPx = 24;

float width_of(const Ui& ui, std::string_view words) {
  return text_width(ui.face().small, words) + ui.px(2 * kPadPx + kArrowPx);
}

void draw_choices(const PaneFrame& frame) {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kMenu)) return;
  TraceView& view = frame.view;
  const bool ranged = view.insights.range().has_value();
  if (ranged) {
    menu_item(ui, window_title(WindowKind::Range), frame.keys.keys_of("peel"), true, true);
    menu_separator(ui);
    menu_note(ui, "SCOPE WITHOUT RANGE");
  } else {
    menu_note(ui, "ANALYSIS SCOPE");
  }
  const bool steps = !view.snapshot()->steps.empty();
  const WindowKind now = view.insights.window();
  const WindowKind without_range = steps ? view.window : WindowKind::Whole;
  for (const WindowKind kind : kWindowChoices) {
    const bool can = steps || kind == WindowKind::Whole;
    const bool chosen = kind == (ranged ? without_range : now);
    const char* const note = !can ? "no steps" : ranged && chosen ? "chosen" : "";
    if (menu_item(ui, window_title(kind), note, can, chosen && !ranged)) view.window = kind;
  }
  end_menu();
}

/// The width of the button with the widest short label.
float window_choice_room(const Ui& ui) {
  float widest = width_of(ui, window_word(WindowKind::Range));
  for (const WindowKind kind : kWindowChoices)
    widest = std::max(widest, width_of(ui, window_word(kind)));
  return widest;
}

/// What the button does not say already.
std::string_view without_scope(std::string_view facts, WindowKind scope) {
  constexpr std::string_view kDot = " · ";
  const std::string_view phrase = window_phrase(scope);
  if (facts == phrase || facts == window_title(scope)) return {};
  if (!facts.ends_with(phrase)) return facts;
  const std::string_view rest = facts.substr(0, facts.size() - phrase.size());
  return rest.ends_with(kDot) ? rest.substr(0, rest.size() - kDot.size()) : facts;
}

/// Cuts the button off the right end of `row`, unless it would extend to the left of `from_x`. Uses
/// the short label if only then text of width `words_px` fits next to it, or if the full label does
/// not fit; draws nothing if neither fits. Returns whether it drew it.
bool draw_window_choice(const PaneFrame& frame, Rect& row, float from_x, float words_px) {
  const Ui& ui = frame.ui;
  const WindowKind now = frame.view.insights.window();
  const Face& face = ui.face().small;
  const float room = row.x1 - from_x;
  const float whole_px = width_of(ui, window_title(now));
  const float short_px = width_of(ui, window_word(now));
  if (short_px > room) return false;
  const bool beside = short_px + words_px <= room;
  const bool whole = whole_px + (beside ? words_px : 0) <= room;
  const std::string_view words = whole ? window_title(now) : window_word(now);
  Rect rect = row.cut_right(width_of(ui, words));
  const float y = std::floor((rect.y0 + rect.y1 - ui.px(kHeightPx)) / 2);
  rect = {rect.x0, y, rect.x1, y + ui.px(kHeightPx)};
  const Press press = press_area(ui, "window.choice", rect);
  const bool rests = ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  list.AddRectFilled(rect.min(), rect.max(), press.hovered ? c.line : c.raised, ui.px(6));
  const ImU32 color = press.hovered ? c.text : c.dim;
  draw_text(list, face, {rect.x0 + ui.px(kPadPx), centered_y(face, rect)}, color, words);
  const ImVec2 arrow{rect.x1 - ui.px(kPadPx) - ui.px(4), std::floor((rect.y0 + rect.y1) / 2)};
  const float r = ui.px(3.5F);
  list.AddTriangleFilled({arrow.x - r, arrow.y - r * 0.7F}, {arrow.x + r, arrow.y - r * 0.7F},
                         {arrow.x, arrow.y + r}, color);
  if (rests && !ImGui::IsPopupOpen(kMenu))
    draw_hint(ui, rect, fmt::format("{}. {}", window_title(now), window_meaning(now)));
  if (press.clicked) open_menu_at(ui, rect, kMenu, MenuEdge::Right);
  draw_choices(frame);
  return true;
}

constexpr float kRowCountPx = 90;
constexpr float kLowLanesPx = 180;  // the lanes have little more than they keep in any window
constexpr float kLeastTablePx =
    106;  // the parts of a change, and the bar, head and a row of its table
constexpr float kWarningsPx = 24;      // above the table, on one line
constexpr float kLeastRowsPx = 84;     // the bar, head and a row of another table
constexpr float kLeastMemoryPx = 132;  // two bars, head and a row of the blocks, and their total

/// Tabs of text, of which a line fits in any height.
constexpr std::array<std::string_view, 4> kTextTabs{"Overview", "Findings", "Load report",
                                                    "Output"};

float least_comparison_px(const Comparison* comparison) {
  const bool warns = comparison != nullptr && comparison->value() &&
                     (!comparison->value()->warnings.empty() || !comparison->problem().empty());
  return warns ? kLeastTablePx + kWarningsPx : kLeastTablePx;
}

/// Below it, a tab shows nothing that can be read.
float least_tab_px(const OpenTrace& shown) {
  const std::string_view title = shown.tab_title();
  if (std::ranges::find(kTextTabs, title) != kTextTabs.end()) return 0;
  if (title == "Compare") return least_comparison_px(shown.view.run.comparison);
  return title == "Memory" ? kLeastMemoryPx : kLeastRowsPx;
}

/// Those with nothing to show of the trace come last: what they say is how to record it. While a
/// recording grows, each keeps its place.
void order_tabs(OpenTrace& trace, TracePanes& panes) {
  std::shared_ptr<const EmptyTabs> empty;
  if (trace.state() != Session::State::Live) empty = known_empty_tabs(trace.view.insights);
  panes.offered.clear();
  const auto add = [&](bool wanted_empty) {
    for (std::size_t i = 0; i < panes.bottom.size(); ++i) {
      const bool is_empty = empty && empty->has(panes.bottom[i]->title());
      if (is_empty == wanted_empty && offers_tab(trace, i)) panes.offered.push_back(i);
    }
  };
  add(false);
  add(true);
}

void list_tabs(OpenTrace& trace, TracePanes& panes) {
  order_tabs(trace, panes);
  panes.tabs.clear();
  for (const std::size_t tab : panes.offered) {
    Pane& pane = *panes.bottom[tab];
    const int badge = pane.badge(trace.view);
    panes.tabs.push_back({pane.title(), badge, badge > 0 && pane.badge_alerts()});
  }
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
  // Rounds the width up, so what is next to it does not move with every digit.
  const float words_px = std::ceil(text_width(face, words) / ui.px(8)) * ui.px(8);
  const float button_px = waits ? text_button_width(ui, kAsk) + ui.px(kNoteGapPx) : 0;
  if (row.x1 - words_px - button_px - ui.px(kNoteGapPx) < from_x) return;
  if (waits) {
    const Rect place = row.cut_right(text_button_width(ui, kAsk));
    const float y = std::floor((place.y0 + place.y1 - ui.px(kNoteButtonPx)) / 2);
    if (text_button(ui, "recorded_until.ask", {place.x0, y, place.x1, y + ui.px(kNoteButtonPx)},
                    kAsk, true))
      session.rebuild_now();
    row.cut_right(ui.px(kNoteGapPx));
  }
  const Rect place = row.cut_right(words_px);
  ui.mark("recorded_until.note", place);
  draw_text(face, {place.x0, centered_y(face, row)}, ui.color().dim, words);
  if (ImGui::IsWindowHovered() && place.contains(ImGui::GetIO().MousePos)) {
    draw_hint(
        ui, place,
        waits
            ? "The recording is so long that the tabs and Details stay at this time until "
              "it stops or you update them"
            : "The tabs and Details cover the recording up to this time; the lanes show all of it");
  }
  row.cut_right(ui.px(kNoteGapPx));
}

void fold_low_table(Areas& areas, const OpenTrace& shown, const PaneSizes& sizes,
                    const Style& style) {
  if (!sizes.bottom_shown || sizes.bottom_maximized) return;
  // In a higher window the user has made the table low, and can drag it up again.
  if (areas.timeline.height() > style.px(kLowLanesPx)) return;
  const float height = areas.bottom.height();
  if (height >= style.px(least_tab_px(shown))) return;
  areas.timeline.y1 += height;
  areas.bottom_line.y0 += height;
  areas.bottom_line.y1 += height;
  areas.tabs.y0 += height;
  areas.tabs.y1 += height;
  areas.bottom = {};
}

bool draw_bottom(const PaneFrame& frame, const Areas& areas, OpenTrace& trace, PaneSizes& sizes) {
  const Ui& ui = frame.ui;
  if (!sizes.bottom_shown) {
    fill_rect(areas.bottom_line, ui.color().line);
  }
  leave_useless_tab(trace);
  TracePanes& panes = *trace.panes;
  std::vector<Tab>& tabs = panes.tabs;
  list_tabs(trace, panes);
  Rect row = areas.tabs.inset(ui.px(12), 0);
  const auto own = std::ranges::find(panes.offered, trace.tab) - panes.offered.begin();
  const std::size_t shown = sizes.bottom_shown ? static_cast<std::size_t>(own) : tabs.size();
  const bool no_room = sizes.bottom_shown && areas.bottom.empty();
  const bool maximized = sizes.bottom_shown && sizes.bottom_maximized;
  if (no_room || maximized) draw_maximize_button(ui, frame.keys, row, sizes);
  // While they are maximized, there is always a place beside the tabs to double-click.
  const float beside_px = ui.px(maximized ? kBesidePx : kNoteGapPx);
  // Reserved even if the open tab has no such choice, so the tabs do not move.
  float choice_px = window_choice_room(ui) + beside_px;
  if (no_room) choice_px = clamped(row.width() - ui.px(kLeastTabsPx), 0.0F, ui.px(kRowCountPx));
  if (maximized && row.width() - choice_px < ui.px(kLeastTabsPx)) choice_px = 0;
  draw_recorded_until(frame, row, row.x0 + row.width() / 2);
  const TabRow result = tab_row(ui, {row.x0, row.y0, row.x1 - choice_px, row.y1}, tabs, shown);
  if (result.chosen != shown) {
    trace.tab = panes.offered[result.chosen];
    sizes.bottom_shown = true;
  }
  if (!sizes.bottom_shown) return false;
  Pane& pane = open_pane(trace);
  if (areas.bottom.empty()) return no_room && draw_row_count(frame, pane, row, result.end_x);
  ImGui::PushClipRect(areas.bottom.min(), areas.bottom.max(), true);
  ImGui::PushID("bottom");
  pane.draw(frame, areas.bottom);
  ImGui::PopID();
  ImGui::PopClipRect();
  std::string_view facts = pane.facts();
  if (pane.follows_window()) {
    const std::string_view rest = without_scope(facts, frame.view.insights.window());
    const float rest_px = rest.empty() ? 0 : text_width(ui.face().small, rest) + ui.px(24);
    if (draw_window_choice(frame, row, result.end_x + beside_px, rest_px)) facts = rest;
    row.cut_right(ui.px(12));
  }
  draw_tab_facts(ui, row, result.end_x, facts);
  return true;
}

}  // namespace lanescope
