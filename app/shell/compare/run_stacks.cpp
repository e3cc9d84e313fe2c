#include "app/shell/compare/run_stacks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/panes/compare/delta_strip.h"
#include "app/shell/start/start_page.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "app/workspace/traces/load_state.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kButtonPx = 24;
constexpr float kLeastWordsPx = 60;  // of the line above both, on the left of its buttons
constexpr float kLetterPx = 18;
constexpr const char* kMenuId = "compare.align";

/// Prefixes the marks of B's lanes, so tests can distinguish them from A's.
class MarksOfB final : public MarkSink {
 public:
  explicit MarksOfB(MarkSink* all) : all_(all) {}
  void mark(std::string_view name, Rect rect) override {
    all_->mark("b." + std::string(name), rect);
  }

 private:
  MarkSink* all_;
};

/// The load may end between two reads of its state, so everything in this frame uses the first.
std::string facts_of(const OpenTrace& run, Session::State state) {
  if (state == Session::State::Loading) return load_progress_text(load_facts(run.view.session()));
  if (!run.view.snapshot()) return {};
  const Snapshot& trace = *run.view.snapshot();
  std::string text = short_counted(trace.counts.total, "event");
  if (!trace.extent.empty()) text += " · " + format_duration(trace.extent.length_ns());
  if (!trace.steps.empty()) text += " · " + counted(trace.steps.size(), "step");
  if (!trace.info.devices.empty() && !trace.info.devices.front().name.empty())
    text += " · " + trace.info.devices.front().name;
  return text;
}

/// The conclusion, without its confidence if there is no room for that, or the brief one.
std::string_view fitting_conclusion(const Face& face, float width, const DiffWords& words) {
  const std::string_view whole = words.conclusion;
  for (const std::string_view text : {whole, whole.substr(0, whole.find(" ("))}) {
    if (text_width(face, text) <= width) return text;
  }
  return words.brief;
}

std::string align_words(const Comparison& comparison) {
  if (comparison.aligned()) {
    switch (comparison.aligned()->runs.a.by) {
      case AlignBy::Steps:
        return "Aligned by steps";
      case AlignBy::Annotation:
        return "Aligned by " + comparison.alignment().annotation;
      case AlignBy::Start:
        break;
    }
    return "Aligned by start";
  }
  return "Aligning…";
}

}  // namespace

void draw_run_letter(const Ui& ui, ImDrawList& list, ImVec2 at, RunSide side, bool active) {
  const Colors& c = ui.color();
  const float size = ui.px(kLetterPx);
  const Rect badge{at.x, at.y, at.x + size, at.y + size};
  list.AddRectFilled(badge.min(), badge.max(), active ? c.accent : c.raised, ui.px(4));
  const Face& face = ui.face().strong;
  const std::string_view name = run_side_name(side);
  draw_text(
      list, face,
      {std::floor((badge.x0 + badge.x1 - text_width(face, name)) / 2), centered_y(face, badge)},
      active ? c.background : c.dim, name);
}

std::string_view RunStacks::draw(const Input& in) {
  const StackAreas areas = share_out_stacks(in.area, in.beside, in.labels_px, in.ui.style);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool over_b = areas.b.lanes.contains(mouse) || areas.b.head.contains(mouse);
  const bool over_a = areas.a.lanes.contains(mouse) || areas.a.head.contains(mouse);
  const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                       ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                       ImGui::IsMouseClicked(ImGuiMouseButton_Middle);
  if (pressed && (over_a || over_b) && ImGui::IsWindowHovered())
    in.runs.activate(over_b ? RunSide::B : RunSide::A, in.a);
  // The run under the mouse is drawn first, so the other one follows in the same frame.
  const bool dragged = in.a.panes->timeline.dragging() ||
                       (in.runs.b() != nullptr && in.runs.b()->panes->timeline.dragging());
  RunSide first = in.runs.active();
  if (!dragged && over_a) first = RunSide::A;
  if (!dragged && over_b) first = RunSide::B;
  // What a key did to the active run comes before what the mouse does to the other one.
  in.runs.lead(in.a, in.runs.active());
  draw_stack(in, first, areas);
  const RunSide second = other_side(first);
  if (in.runs.both()) {
    in.runs.lead(in.a, first);
    in.runs.share_cursor(in.a, first);
  }
  draw_stack(in, second, areas);
  if (in.beside) {
    fill_rect({areas.a.lanes.x1, areas.line.y1, areas.a.lanes.x1 + 1, in.area.y1},
              in.ui.color().line);
  }
  return draw_line(in, areas.line);
}

void RunStacks::draw_stack(const Input& in, RunSide side, const StackAreas& areas) {
  const StackAreas::Stack& parts = side == RunSide::A ? areas.a : areas.b;
  OpenTrace& run = side == RunSide::A ? in.a : *in.runs.b();
  if (areas.with_names) {
    draw_head(in, side, parts.head);
  } else {
    draw_letter(in, side, parts.head);
  }
  if (!run.view.snapshot()) {
    ImGui::PushClipRect(parts.lanes.min(), parts.lanes.max(), true);
    if (draw_loading_page(in.ui, parts.lanes, run.view.session().path(),
                          load_facts(run.view.session())))
      run.view.session().cancel();
    ImGui::PopClipRect();
    return;
  }
  MarksOfB marks(in.ui.marks);
  const bool renamed = side == RunSide::B && in.ui.marks != nullptr;
  const Ui ui{in.ui.style, renamed ? &marks : in.ui.marks, in.ui.copies, in.ui.tables,
              in.ui.wheel_scrolls};
  const PaneFrame frame{ui, in.palette, run.view, in.keys};
  OpenTrace& beside = side == RunSide::A ? *in.runs.b() : in.a;
  run.view.run.kept = in.runs.joined() ? kept_beside(beside.view) : KeptBeside();
  if (in.runs.joined() && beside.panes->timeline.dragging()) run.view.run.kept.moving = true;
  ImGui::PushID(side == RunSide::A ? "run A" : "run B");
  run.panes->timeline.draw(frame, parts.lanes, areas.labels_px, areas.with_overview);
  ImGui::PopID();
  const auto& pair = in.runs.comparison()->aligned();
  if (parts.strip.empty()) return;
  if (pair) {
    const auto there = [&](Ns time_ns) { return in.runs.time_in(other_side(side), time_ns); };
    draw_delta_strip(
        frame, *pair, there, parts.strip_label,
        {parts.strip.x0, parts.strip.y0, run.panes->timeline.lanes_area().x1, parts.strip.y1});
  } else {
    fill_rect({parts.strip_label.x0, parts.strip_label.y0, parts.strip.x1, parts.strip.y1},
              in.ui.color().panel);
  }
}

void RunStacks::draw_head(const Input& in, RunSide side, Rect head) {
  const Ui& ui = in.ui;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const OpenTrace& run = side == RunSide::A ? in.a : *in.runs.b();
  const bool active = in.runs.active() == side;
  list.AddRectFilled(head.min(), head.max(), active ? mixed(c.panel, c.accent, 0.10F) : c.panel);
  list.AddRectFilled({head.x0, head.y1 - 1}, {head.x1, head.y1}, c.line);
  ui.mark({"compare.head.", run_side_name(side)}, head);
  const float letter = ui.px(kLetterPx);
  const ImVec2 at{head.x0 + ui.px(12), std::floor((head.y0 + head.y1 - letter) / 2)};
  draw_run_letter(ui, list, at, side, active);
  const Face& strong = ui.face().strong;
  const HeadFacts& facts = head_facts(run, side);
  const float x = at.x + letter + ui.px(10);
  const Face& small = ui.face().small;
  const float room = head.x1 - ui.px(14) - x;
  const float named =
      draw_text_fitted(list, active ? strong : ui.face().ui, {x, centered_y(strong, head)},
                       room * 0.6F, active ? c.text : c.dim, facts.name);
  draw_text_fitted(list, small, {x + named + ui.px(14), centered_y(small, head)},
                   room - named - ui.px(14), c.dim, facts.text);
  if (facts.state == Session::State::Loading) {
    draw_progress_bar(ui, list, {head.x0, head.y1 - ui.px(2), head.x1, head.y1},
                      load_share(load_facts(run.view.session())));
  }
}

void RunStacks::draw_letter(const Input& in, RunSide side, Rect column) {
  const Ui& ui = in.ui;
  const OpenTrace& run = side == RunSide::A ? in.a : *in.runs.b();
  const float letter = ui.px(kLetterPx);
  fill_rect(column, ui.color().panel);
  ui.mark({"compare.head.", run_side_name(side)}, column);
  draw_run_letter(ui, *ImGui::GetWindowDrawList(),
                  {std::floor((column.x0 + column.x1 - letter) / 2), column.y0 + ui.px(3)}, side,
                  in.runs.active() == side);
  if (!ImGui::IsWindowHovered() || !column.contains(ImGui::GetIO().MousePos)) return;
  const HeadFacts& facts = head_facts(run, side);
  const TooltipLine lines[] = {{"", facts.name, 0, &ui.face().ui},
                               {"", facts.text, ui.color().dim, &ui.face().small}};
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

const RunStacks::HeadFacts& RunStacks::head_facts(const OpenTrace& run, RunSide side) {
  HeadFacts& facts = facts_.at(static_cast<std::size_t>(side));
  const Session& session = run.view.session();
  const Session::State state = session.state();
  const bool loading = state == Session::State::Loading;
  if (!loading && facts.of == run.view.snapshot().get() && facts.state == state &&
      facts.path == session.path())
    return facts;
  facts = {run.view.snapshot().get(), state, session.path(), session_name(session),
           facts_of(run, state)};
  return facts;
}

std::string_view RunStacks::draw_line(const Input& in, Rect line) {
  const Ui& ui = in.ui;
  fill_rect(line, ui.color().panel);
  fill_rect({line.x0, line.y1 - 1, line.x1, line.y1}, ui.color().line);
  ui.mark("compare.line", line);
  const float side = ui.px(kButtonPx);
  const float y0 = std::floor((line.y0 + line.y1 - side) / 2);
  std::string_view clicked;
  float right = line.x1 - ui.px(10);
  const Rect close{right - side, y0, right, y0 + side};
  if (icon_button(ui, "compare.close", close, icon::kClose, "Close B")) clicked = "close_b";
  right -= side + ui.px(6);
  // The last of them have no room in a very narrow window; all are in the menu too.
  const auto word = [&](std::string_view command, std::string_view label, bool on) {
    const float width = text_button_width(ui, label);
    if (right - width < line.x0 + ui.px(kLeastWordsPx)) return Rect{line.x0, y0, right, y0 + side};
    const Rect rect{right - width, y0, right, y0 + side};
    right -= width + ui.px(2);
    if (text_button(ui, {"compare.", command}, rect, label, on)) clicked = command;
    return rect;
  };
  word("beside", "Side by side", in.beside);
  word("link_runs", "Linked", in.runs.linked());
  word("swap_runs", "Swap", false);
  const AlignedPair* pair = in.runs.comparison()->aligned().get();
  if (pair == nullptr || pair != aligned_of_) {
    aligned_of_ = pair;
    aligned_by_ = align_words(*in.runs.comparison());
  }
  const Rect align = word("realign", aligned_by_, false);
  if (clicked == "realign") {
    wants_menu_ = true;
    clicked = {};
  }
  if (const auto chosen = draw_menu(in, align); !chosen.empty()) clicked = chosen;
  draw_words(in, {line.x0 + ui.px(14), line.y0, right - ui.px(14), line.y1});
  return clicked;
}

std::string_view RunStacks::draw_menu(const Input& in, Rect button) {
  if (std::exchange(wants_menu_, false)) {
    ImGui::OpenPopup(kMenuId);
    ImGui::SetNextWindowPos({button.x0, button.y1});
  }
  menu_open_ = begin_menu(in.ui, kMenuId);
  if (!menu_open_) return {};
  const Comparison& comparison = *in.runs.comparison();
  const AlignQuery& asked = comparison.alignment();
  const bool by_name = !asked.annotation.empty();
  std::string_view chosen;
  if (!comparison.problem().empty()) menu_note(in.ui, comparison.problem());
  if (menu_item(in.ui, "By steps", in.keys.keys_of("align_steps"), true,
                !by_name && !asked.by_start))
    chosen = "align_steps";
  const OpenTrace& active = in.runs.active() == RunSide::A ? in.a : *in.runs.b();
  const bool selected = active.view.selection.primary() != EventId::None;
  if (menu_item(in.ui, "By name of selected range", in.keys.keys_of("align_selected"), selected,
                by_name))
    chosen = "align_selected";
  if (menu_item(in.ui, "By start", in.keys.keys_of("align_start"), true, asked.by_start))
    chosen = "align_start";
  end_menu();
  return chosen;
}

static bool is_loading(const OpenTrace& run) {
  return run.view.session().state() == Session::State::Loading;
}

void RunStacks::draw_words(const Input& in, Rect room) const {
  const Ui& ui = in.ui;
  const Comparison& comparison = *in.runs.comparison();
  const Face& face = ui.face().ui;
  std::string_view words = "Comparing…";
  std::string computing;
  ImU32 color = ui.color().dim;
  if (!in.runs.both()) {
    words = "Loading B…";
  } else if (is_loading(in.a) || is_loading(*in.runs.b())) {
    words = "One run is still loading";
  } else if (comparison.busy() && !comparison.value()) {
    computing = comparison.waiting_words();
    words = computing;
  } else if (!comparison.busy() && !comparison.aligned()) {
    words = "One run was not fully read, so there is nothing to compare";
  } else if (!comparison.problem().empty()) {
    words = comparison.problem();
    color = ui.color().warning;
  } else if (comparison.value()) {
    words = fitting_conclusion(face, room.width(), comparison.value()->words);
    color = ui.color().text;
  }
  const float width =
      draw_text_fitted(face, {room.x0, centered_y(face, room)}, room.width(), color, words);
  const Rect said{room.x0, room.y0, room.x0 + width, room.y1};
  ui.mark("compare.sentence", said);
  if (!comparison.value() || !said.contains(ImGui::GetIO().MousePos) || !ImGui::IsWindowHovered())
    return;
  std::vector<TooltipLine> lines{{"", comparison.value()->words.sentence, 0, &ui.face().ui}};
  for (const std::string& warning : comparison.value()->warnings)
    lines.push_back({"", warning, ui.color().warning, &ui.face().small});
  std::vector<std::string> values;
  const auto& environment = comparison.value()->aligned->environment;
  values.reserve(environment.size());
  for (const EnvironmentDiff& fact : environment) {
    values.push_back(fact.a.value_or("n/a") + "  →  " + fact.b.value_or("n/a"));
    lines.push_back({fact.key, values.back(), 0, &ui.face().mono});
  }
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

}  // namespace lanescope
