// The flame graph of the selected range or the chosen window: time or bytes by call path.

#include <string>
#include <string_view>

#include "app/panes/flame/bar.h"
#include "app/panes/flame/canvas.h"
#include "app/panes/flame/state.h"
#include "app/panes/pane/pane_note.h"
#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/text_field.h"
#include "core/view/text/short_name.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

// The menus of a flame graph: for a frame, for threads, and for copying to other programs.

constexpr const char* kFrameMenu = "flame.menu";
constexpr const char* kThreadMenu = "flame.threads.menu";
constexpr const char* kWhenMenu = "flame.when.menu";
constexpr const char* kCopyMenu = "flame.copy.menu";
constexpr std::size_t kMostSteps = 200;  // in the menu; all steps can be selected elsewhere

/// The current graph as a file for another program; nullopt if there is none yet.
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

class FlameMenu {
 public:
  explicit FlameMenu(const std::function<void()>& wake) : texts_(wake) {}

  /// Opens the frame's menu at the mouse.
  void open_for(const FlameScene& scene, FlameSpot spot) {
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
  /// Draws open menus, and puts a text that has become ready on the clipboard.
  void draw(const PaneFrame& frame, FlameState& state, const FlameBarEvents& bar) {
    if (bar.thread_menu) ImGui::OpenPopup(kThreadMenu);
    if (bar.when_menu) ImGui::OpenPopup(kWhenMenu);
    if (bar.export_menu) ImGui::OpenPopup(kCopyMenu);
    draw_frame_menu(frame, state);
    draw_thread_menu(frame, state);
    draw_when_menu(frame, state);
    draw_copy_menu(frame);
    copy(frame, state);
  }

  /// Whether "Zoom to frame" was chosen; returned once.
  bool take_zoom() { return std::exchange(zoom_, false); }
  [[nodiscard]] FlameSpot spot() const { return spot_; }
  [[nodiscard]] bool busy() const { return asked_.number != 0; }
  /// "Copied 1.204 MiB"; empty after another action.
  [[nodiscard]] std::string_view news() const { return news_; }

 private:
  struct Request {
    int number = 0;  // 0: none
    FlameFormat format = FlameFormat::Collapsed;
    friend bool operator==(const Request&, const Request&) = default;
  };

  void draw_frame_menu(const PaneFrame& frame, FlameState& state) {
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
  void draw_thread_menu(const PaneFrame& frame, FlameState& state) const {
    const Ui& ui = frame.ui;
    if (!begin_menu(ui, kThreadMenu)) return;
    if (menu_item(ui, "All threads", "", true, !state.query.thread)) state.query.thread.reset();
    menu_separator(ui);
    const Snapshot& snapshot = *frame.view.snapshot();
    const TrackKind kind =
        state.query.stack == FlameStack::Samples ? TrackKind::ThreadSamples : TrackKind::CpuThread;
    for (const LaneGroup& group : frame.view.lanes.tree().groups) {
      for (const Lane& lane : group.lanes) {
        if (lane.kind != LaneKind::Slices || index_of(lane.track) >= snapshot.tracks.size())
          continue;
        if (snapshot.tracks[index_of(lane.track)].kind != kind) continue;
        ImGui::PushID(lane.key.c_str());
        if (menu_item(ui, lane.thread_title(), "", true, state.query.thread == lane.track)) {
          state.query.thread = lane.track;
          state.sandwich.reset();
        }
        ImGui::PopID();
      }
    }
    end_menu();
  }
  static void draw_when_menu(const PaneFrame& frame, FlameState& state) {
    const Ui& ui = frame.ui;
    if (!begin_menu(ui, kWhenMenu)) return;
    const std::string window(window_title(frame.view.insights.window()));
    if (menu_item(ui, window, "as other tabs", true, !state.query.step)) state.choose_no_step();
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
    if (state.steps().size() > kMostSteps)
      menu_note(ui, "FOR OTHERS, SELECT A STEP IN THE TIMELINE");
    end_menu();
  }
  void draw_copy_menu(const PaneFrame& frame) {
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
  void copy(const PaneFrame& frame, const FlameState& state) {
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

  FlameSpot spot_;
  StringId name_ = StringId::Empty;
  bool is_event_ = false;
  std::string label_, stack_;  // of the menu's frame
  bool zoom_ = false;
  Request asked_;
  int requests_ = 0;
  std::string news_;
  Background<Request, std::string> texts_;
};

constexpr float kBarPx = 34;
constexpr float kPathPx = 30;
constexpr float kFieldPx = 220;
constexpr float kFieldShare = 0.4F;  // most of the row

class FlamePane final : public Pane {
 public:
  explicit FlamePane(const TraceView& view) : state_(view.wake()), menu_(view.wake()) {}

  [[nodiscard]] std::string_view title() const override { return "Flame"; }
  [[nodiscard]] std::string_view facts() const override {
    return menu_.news().empty() ? std::string_view(state_.facts()) : menu_.news();
  }
  [[nodiscard]] bool busy() const override { return state_.busy() || menu_.busy(); }
  [[nodiscard]] std::optional<PaneFile> file(const TraceView& view,
                                             FileFormat format) const override {
    return flame_file(view, state_, format);
  }
  [[nodiscard]] bool takes_arrows() const override {
    return canvas_.has_keys() && state_.has_graph() && state_.tree().total() != 0;
  }
  void take_arrows() override { canvas_.take_keys(); }

  void draw(const PaneFrame& frame, Rect area) override {
    const Ui& ui = frame.ui;
    if (state_.refresh(frame.view)) canvas_.reset(state_.tree(), state_.callers());
    const FlameQuery before = state_.query;
    const FlameBarEvents bar =
        draw_flame_bar(ui, area.cut_top(ui.px(kBarPx)), *frame.view.snapshot(), state_.sources(),
                       thread_title(frame.view), state_.when(), state_.query);
    if (!(before == state_.query)) state_.sandwich.reset();
    menu_.draw(frame, state_, bar);
    if (!state_.has_graph()) return note_for_chart(ui, area, state_.missing());
    if (state_.tree().total() == 0) return note_for_chart(ui, area, state_.missing());
    const FlameScene scene{frame, state_.tree(), state_.callers(), state_.shown_weight(),
                           state_.matches()};
    draw_head(scene, area.cut_top(ui.px(kPathPx)));
    canvas_.draw(scene, area.inset(ui.px(10), 0));
    if (const auto spot = canvas_.menu_spot()) menu_.open_for(scene, *spot);
    if (menu_.take_zoom()) canvas_.zoom_to(scene, menu_.spot());
  }

 private:
  /// The path to the current zoom, and the search results.
  void draw_head(const FlameScene& scene, Rect row) {
    const Ui& ui = scene.frame.ui;
    row = row.inset(ui.px(12), 0);
    const Face& face = ui.face().small;
    Rect field = row.cut_right(std::min(ui.px(kFieldPx), row.width() * kFieldShare));
    field = field.inset(0, ui.px(2));
    text_field(ui, "flame.search", field, state_.search, "Find frames", icon::kSearch, false);
    row.cut_right(ui.px(12));
    if (const FlameMatches* found = state_.matches()) {
      const Rect words = row.cut_right(text_width(face, found->words) + ui.px(4));
      ui.mark("flame.found", words);
      draw_text(face, {words.x0, centered_y(face, words)}, ui.color().text, found->words);
      row.cut_right(ui.px(12));
    }
    if (state_.callers() != nullptr) {
      const Rect close = row.cut_left(ui.px(20));
      if (icon_button(ui, "flame.sandwich.close", close, icon::kClose, "Back to the whole graph"))
        state_.sandwich.reset();
      constexpr std::string_view kWords = "Callers above, callees below";
      row.cut_left(ui.px(4));
      draw_text(face, {row.x0, centered_y(face, row)}, ui.color().dim, kWords);
      row.cut_left(text_width(face, kWords) + ui.px(14));
    }
    canvas_.draw_path(scene, row);
  }

  [[nodiscard]] std::string_view thread_title(const TraceView& view) const {
    if (!state_.query.thread) return "All threads";
    const auto ref = view.lanes.tree().find(*state_.query.thread);
    return ref ? std::string_view(view.lanes.tree().at(*ref).thread_title()) : "A thread";
  }

  FlameState state_;
  FlameCanvas canvas_;
  FlameMenu menu_;
};

}  // namespace

std::unique_ptr<Pane> make_flame_pane(const TraceView& view) {
  return std::make_unique<FlamePane>(view);
}

}  // namespace lanescope
