#include "app/panes/flame/menu.h"

#include "app/widgets/clipboard.h"
#include "app/widgets/menu.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

constexpr const char* kFrameMenu = "flame.menu";
constexpr const char* kThreadMenu = "flame.threads.menu";
constexpr const char* kWhenMenu = "flame.when.menu";
constexpr const char* kCopyMenu = "flame.copy.menu";
constexpr std::size_t kMostSteps = 200;  // in the menu; all can be selected elsewhere

}  // namespace

std::optional<PaneFile> flame_file(const TraceView& view, const FlameState& state,
                                   FileFormat format) {
  const bool collapsed = format == FileFormat::Collapsed;
  if (!state.has_graph() || (!collapsed && format != FileFormat::Speedscope)) return std::nullopt;
  return PaneFile{
      "flame", [snapshot = view.snapshot(), graph = state.graph(),
                sandwich = state.shown_sandwich(), weight = state.shown_weight(), collapsed] {
        const FlameTree& tree = sandwich ? sandwich->callees : graph->tree;
        return flame_file_text(*snapshot, tree, weight,
                               collapsed ? FlameFormat::Collapsed : FlameFormat::Speedscope);
      }};
}

void FlameMenu::open_for(const FlameScene& scene, FlameSpot spot) {
  const FlameTree& tree = spot.caller ? *scene.callers : scene.tree;
  const Snapshot& snapshot = *scene.frame.view.snapshot();
  const FlameNode& node = tree.nodes[spot.node];
  spot_ = spot;
  name_ = node.name;
  is_event_ = node.what == FlameFrame::Event;
  label_ = flame_name(snapshot, node);
  stack_ = flame_stack_text(snapshot, tree, spot.node);
  ImGui::OpenPopup(kFrameMenu);
}

void FlameMenu::draw(const PaneFrame& frame, FlameState& state, const FlameBarEvents& bar) {
  if (bar.thread_menu) ImGui::OpenPopup(kThreadMenu);
  if (bar.when_menu) ImGui::OpenPopup(kWhenMenu);
  if (bar.export_menu) ImGui::OpenPopup(kCopyMenu);
  draw_frame_menu(frame, state);
  draw_thread_menu(frame, state);
  draw_when_menu(frame, state);
  draw_copy_menu(frame);
  copy(frame, state);
}

void FlameMenu::draw_frame_menu(const PaneFrame& frame, FlameState& state) {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kFrameMenu)) return;
  menu_note(ui, short_name(label_));
  if (menu_item(ui, "Callers and callees", "", is_event_)) state.sandwich = name_;
  if (menu_item(ui, "Zoom to frame", "double-click")) zoom_ = true;
  if (menu_item(ui, "Find in graph", "", is_event_)) state.search = label_;
  menu_separator(ui);
  if (menu_item(ui, "Copy name", "")) copy_text(ui, label_);
  if (menu_item(ui, "Copy stack", "Ctrl+C")) copy_text(ui, stack_, "the stack");
  end_menu();
}

void FlameMenu::draw_thread_menu(const PaneFrame& frame, FlameState& state) const {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kThreadMenu)) return;
  if (menu_item(ui, "All threads", "", true, !state.query.thread)) state.query.thread.reset();
  menu_separator(ui);
  const Snapshot& snapshot = *frame.view.snapshot();
  for (const LaneGroup& group : frame.view.tree().groups) {
    for (const Lane& lane : group.lanes) {
      if (lane.kind != LaneKind::Slices || index_of(lane.track) >= snapshot.tracks.size()) continue;
      if (snapshot.tracks[index_of(lane.track)].kind != TrackKind::CpuThread) continue;
      ImGui::PushID(lane.key.c_str());
      if (menu_item(ui, lane.title, "", true, state.query.thread == lane.track)) {
        state.query.thread = lane.track;
        state.sandwich.reset();
      }
      ImGui::PopID();
    }
  }
  end_menu();
}

void FlameMenu::draw_when_menu(const PaneFrame& frame, FlameState& state) {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kWhenMenu)) return;
  const bool range = frame.view.selection.range().has_value();
  if (menu_item(ui, range ? "Selected range" : "Whole trace", "", true, !state.query.step)) {
    state.choose_no_step();
  }
  const Snapshot& snapshot = *frame.view.snapshot();
  const auto step_item = [&](const StepRange& step, std::string_view shortcut) {
    ImGui::PushID(static_cast<int>(index_of(step.event)));
    const bool chosen = state.query.step == step.range;
    if (menu_item(ui, snapshot.text(step.name), shortcut, true, chosen))
      state.choose_step(snapshot, step);
    ImGui::PopID();
  };
  menu_separator(ui);
  menu_note(ui, state.steps().empty() ? "NO STEPS IN THIS TRACE" : "ONE STEP");
  for (std::size_t i = 0; i < state.steps().size(); ++i) {
    const StepRange& step = state.steps()[i];
    const bool selected = step.event == frame.view.selection.primary();
    if (i < kMostSteps || selected) step_item(step, selected ? "selected" : "");
  }
  if (state.steps().size() > kMostSteps) menu_note(ui, "FOR OTHERS, SELECT A STEP IN THE TIMELINE");
  end_menu();
}

void FlameMenu::draw_copy_menu(const PaneFrame& frame) {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kCopyMenu)) return;
  menu_note(ui, "Copy graph");
  if (menu_item(ui, "As collapsed stacks", "flamegraph.pl")) {
    asked_ = {++requests_, FlameFormat::Collapsed};
  }
  if (menu_item(ui, "As JSON", "speedscope")) asked_ = {++requests_, FlameFormat::Speedscope};
  menu_separator(ui);
  TraceView& view = frame.view;
  if (menu_item(ui, "Save as collapsed stacks…", ""))
    view.requests.emplace_back(SaveTab{FileFormat::Collapsed});
  if (menu_item(ui, "Save as speedscope JSON…", ""))
    view.requests.emplace_back(SaveTab{FileFormat::Speedscope});
  end_menu();
}

void FlameMenu::copy(const PaneFrame& frame, const FlameState& state) {
  if (asked_.number == 0) return;
  if (!state.has_graph()) {
    asked_ = {};
    return;
  }
  const auto format =
      asked_.format == FlameFormat::Collapsed ? FileFormat::Collapsed : FileFormat::Speedscope;
  const auto text = texts_.ask(asked_, [make = flame_file(frame.view, state, format)->text](
                                           const std::stop_token&) { return make(); });
  if (!text.current) return;
  copy_text(frame.ui, *text.value,
            asked_.format == FlameFormat::Collapsed ? "the graph as collapsed stacks"
                                                    : "the graph as speedscope JSON");
  news_ = "Copied " + format_bytes(static_cast<std::int64_t>(text.value->size()));
  asked_ = {};
}

}  // namespace lanescope
