#include "app/shell/compare/run_stacks.h"

#include <cmath>

#include <fmt/format.h>

#include "app/panes/compare/delta_strip.h"
#include "app/shell/start/start_page.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/facts.h"
#include "app/widgets/tooltip.h"
#include "app/workspace/traces/load_state.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kLetterPx = 18;

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

/// Whether `paths` is these two, a line each; asked in every frame, so it allocates nothing.
bool are_paths(std::string_view paths, std::string_view own, std::string_view other) {
  return paths.size() == own.size() + 1 + other.size() && paths.starts_with(own) &&
         paths.ends_with(other);
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
  Ui ui = in.ui;
  if (renamed) ui.marks = &marks;
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
  const HeadFacts& facts = head_facts(in, side);
  const float x = at.x + letter + ui.px(10);
  const Face& small = ui.face().small;
  const float room = head.x1 - ui.px(14) - x;
  const float named =
      draw_text_fitted(list, active ? strong : ui.face().ui, {x, centered_y(strong, head)},
                       room * 0.6F, active ? c.text : c.dim, facts.name);
  draw_text(list, small, {x + named + ui.px(14), centered_y(small, head)}, c.dim,
            parts_that_fit(small, facts.text, room - named - ui.px(14)));
  if (facts.state == Session::State::Loading) {
    draw_progress_bar(ui, list, {head.x0, head.y1 - ui.px(2), head.x1, head.y1},
                      load_share(load_facts(run.view.session())));
  }
}

void RunStacks::draw_letter(const Input& in, RunSide side, Rect column) {
  const Ui& ui = in.ui;
  const float letter = ui.px(kLetterPx);
  fill_rect(column, ui.color().panel);
  ui.mark({"compare.head.", run_side_name(side)}, column);
  draw_run_letter(ui, *ImGui::GetWindowDrawList(),
                  {std::floor((column.x0 + column.x1 - letter) / 2), column.y0 + ui.px(3)}, side,
                  in.runs.active() == side);
  if (!ImGui::IsWindowHovered() || !column.contains(ImGui::GetIO().MousePos)) return;
  const HeadFacts& facts = head_facts(in, side);
  const TooltipLine lines[] = {{"", facts.name, 0, &ui.face().ui},
                               {"", facts.text, ui.color().dim, &ui.face().small}};
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

const RunStacks::HeadFacts& RunStacks::head_facts(const Input& in, RunSide side) {
  const OpenTrace& run = side == RunSide::A ? in.a : *in.runs.b();
  const Session& other = (side == RunSide::A ? *in.runs.b() : in.a).view.session();
  HeadFacts& facts = facts_.at(static_cast<std::size_t>(side));
  const Session& session = run.view.session();
  const Session::State state = session.state();
  const bool loading = state == Session::State::Loading;
  if (!loading && facts.of == run.view.snapshot().get() && facts.state == state &&
      are_paths(facts.paths, session.path(), other.path()))
    return facts;
  facts = {run.view.snapshot().get(), state, session.path() + "\n" + other.path(),
           session_name_beside(session, other), facts_of(run, state)};
  return facts;
}

}  // namespace lanescope
