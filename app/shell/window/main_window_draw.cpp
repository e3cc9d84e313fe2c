// The parts of the window, from the top to the overlays.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/panes/pane/shared_choices.h"
#include "app/panes/timeline/event_places.h"
#include "app/shell/attach/progress.h"
#include "app/shell/layout/bottom_height.h"
#include "app/shell/layout/layout.h"
#include "app/shell/layout/low_window.h"
#include "app/shell/layout/maximize_button.h"
#include "app/shell/panes/trace_panes.h"
#include "app/shell/ranks/fleet_page.h"
#include "app/shell/ranks/history_page.h"
#include "app/shell/ranks/ranks_page.h"
#include "app/shell/record/strip.h"
#include "app/shell/start/recent_text.h"
#include "app/shell/tour/card.h"
#include "app/shell/window/bottom_area.h"
#include "app/shell/window/drawn_sizes.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/notice_line.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/ui.h"
#include "app/widgets/splitter.h"
#include "app/widgets/tooltip.h"
#include "app/workspace/notices/notices.h"
#include "app/workspace/traces/load_state.h"
#include "core/view/text/trace_lacks.h"

namespace lanescope {
namespace {

/// Whether the window is about to be taken as a picture, or the picture written.
bool takes_picture(const Exporter& exporter) {
  return exporter.unfinished().ends_with(".png");
}

/// Whether the mouse is not in use, as it may be again while a slow disk keeps the picture.
bool mouse_rests() {
  const ImGuiIO& io = ImGui::GetIO();
  return !ImGui::IsAnyMouseDown() && !ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
         !ImGui::IsMouseReleased(ImGuiMouseButton_Right) && io.MouseWheel == 0;
}

/// Draws as if the mouse were outside, so that a picture has no buttons that only appear under it.
class MouseAway {
 public:
  explicit MouseAway(bool away) : back_(ImGui::GetIO().MousePos) {
    if (away) ImGui::GetIO().MousePos = {-1, -1};
  }
  ~MouseAway() { ImGui::GetIO().MousePos = back_; }
  MouseAway(const MouseAway&) = delete;
  MouseAway& operator=(const MouseAway&) = delete;

 private:
  ImVec2 back_;
};

/// The sizes that the user has set, as they suit what is open.
PaneSizes fitting_sizes(const Workspace& workspace, const PaneSizes& sizes, const Style& style) {
  const float screen_px = ImGui::GetIO().DisplaySize.y;
  if (workspace.runs().open()) return sizes_for_runs(sizes, screen_px, style);
  const OpenTrace* trace = workspace.both().a();
  const bool allocations = trace != nullptr && trace->view.snapshot() != nullptr &&
                           has_only_allocations(*trace->view.snapshot());
  return allocations ? sizes_for_allocations(sizes, screen_px, style) : sizes;
}

/// The height of the notice line.
float notice_height(const Style& style) {
  return style.px(34);
}

/// Where the card of the tour covers neither what its step is about nor what was found by it.
Rect tour_room(const Style& style, const Areas& areas, OpenTrace& trace, bool with_bottom) {
  CardGround ground{areas.timeline, {}, with_bottom ? areas.bottom : Rect{}};
  CardObstacles keep_off;
  keep_off.details = areas.details;
  if (areas.timeline.empty()) {
    ground.timeline = ground.bottom;
    return tour_card_room(style, ground, keep_off);
  }
  ground.lanes = trace.panes->timeline.lanes_area();
  keep_off.selected = selected_place(trace.view, ground.lanes);
  keep_off.gpu = gpu_lanes_place(trace.view, ground.lanes);
  return tour_card_room(style, ground, keep_off);
}

/// As on the title bar of a window.
bool double_clicked_beside_tabs(Rect tabs) {
  return ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered() &&
         tabs.contains(ImGui::GetIO().MousePos) && !ImGui::IsAnyItemHovered();
}

/// What was chosen in the open pane is so in that of the other run too.
void share_choices(const OpenTrace& shown, const OpenTrace& other) {
  const Pane& chosen = open_pane(shown);
  for (const auto& pane : other.panes->bottom) {
    auto* const shared = dynamic_cast<SharedChoices*>(pane.get());
    if (shared != nullptr && pane->title() == chosen.title()) shared->take_choices(chosen);
  }
}

}  // namespace

/// A double click on a line restores its default position; above the bottom panes, it maximizes
/// them, or restores their height.
void MainWindow::drag_lines(const Ui& ui, const Areas& areas) {
  PaneSizes& sizes = settings_.panes;
  if (!areas.timeline.empty()) {
    const Rect labels_line{areas.timeline.x0 + areas.labels_px - 1, areas.timeline.y0,
                           areas.timeline.x0 + areas.labels_px, areas.timeline.y1};
    const SplitterMove labels = vertical_splitter(ui, "split.labels", labels_line);
    if (labels.moved) drag_labels(sizes, labels.delta_px, ui.style);
    if (labels.reset) sizes.labels_px = PaneSizes().labels_px;
  }
  if (!areas.details.empty()) {
    const SplitterMove details = vertical_splitter(ui, "split.details", areas.details_line);
    if (details.moved) drag_details(sizes, details.delta_px, ui.style);
    if (details.reset) sizes.details_px = PaneSizes().details_px;
  }
  bool maximizes = double_clicked_beside_tabs(areas.tabs);
  if (sizes.bottom_shown) {
    const SplitterMove bottom = horizontal_splitter(ui, "split.bottom", areas.bottom_line);
    // It starts where the edge is, and is the user's own height from then on.
    if (bottom.held && !sizes.bottom_maximized)
      sizes.bottom_px = bottom_height(fitting_sizes(workspace_, sizes, ui.style),
                                      ImGui::GetIO().DisplaySize.y, ui.style);
    bottom_drag_.follow(sizes, bottom, ui.style, areas.status.y0 - areas.notice.y1);
    maximizes = maximizes || bottom.reset;
  }
  if (maximizes) toggle_maximized(sizes);
}

void MainWindow::draw_surface() {
  const bool in_picture = takes_picture(exporter_);
  const MouseAway away(in_picture && mouse_rests());
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  const ImGuiWindowFlags flags =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
      (keyboard_.walks() ? 0 : ImGuiWindowFlags_NoNav);
  ImGui::Begin("surface", nullptr, flags);
  keyboard_.begin_walk();
  const Ui ui{style(),
              options_.marks,
              &copy_note_,
              &settings_.tables,
              settings_.keys.wheel_scrolls(),
              keyboard_.mouse_rests()};
  const Rect screen{0, 0, size.x, size.y};
  fill_rect(screen, style().color.panel);
  // After starting a program, the user wants to see it.
  const bool starts = workspace_.recording_begins();
  const OpenTrace* a = workspace_.both().a();
  const bool show_trace = a != nullptr && a->view.snapshot() && !starts;
  const bool show_ranks = !show_trace && workspace_.ranks() != nullptr && !starts;
  follow_selection();
  const PaneSizes fitting = fitting_sizes(workspace_, settings_.panes, style());
  Areas areas = share_out(screen, drawn_sizes(fitting, workspace_), style(),
                          workspace_.notices().shown() && !in_picture ? notice_height(style()) : 0,
                          details_place());
  if (show_trace) {
    fold_low_table(areas, *workspace_.trace(), settings_.panes, style());
    draw_trace(ui, areas);
  } else if (show_ranks) {
    draw_ranks(ui, areas, screen);
  } else {
    Rect page = screen;
    page.cut_top(areas.top.height());
    draw_page(ui, page);
  }
  top_bar_.draw(ui, areas.top, *this);
  dialogs_.draw(ui, *this);
  copy_note_.draw(ui, show_trace || workspace_.ranks() != nullptr ? areas.status.y0 : screen.y1,
                  frames_.now_s);
  if (auto notice = exporter_.take_notice()) workspace_.notices().tell(std::move(*notice));
  if (show_trace || show_ranks) {
    exporter_.note_frame(areas.timeline.empty() ? screen : areas.timeline, screen);
  } else {
    exporter_.give_up_picture();
  }
  ImGui::End();
}

void MainWindow::draw_notice_line(const Ui& ui, Rect row) {
  const auto& notice = workspace_.notices().shown();
  if (!notice || row.empty()) return;
  const OpenTrace* trace = workspace_.trace();
  const bool output_shown =
      trace != nullptr && settings_.panes.bottom_shown && trace->tab_title() == "Output";
  if (auto command = draw_notice(ui, row, *notice, output_shown)) ask(std::move(*command));
}

void MainWindow::draw_trace(const Ui& ui, const Areas& areas) {
  const TooltipsBeside beside(areas.details);
  const bool two = workspace_.runs().open();
  Areas lines = areas;
  if (two)
    lines.labels_px =
        stack_labels_px(areas.timeline.width(), settings_.panes.runs_beside, areas.labels_px);
  drag_lines(ui, lines);
  draw_notice_line(ui, areas.notice);
  if (areas.timeline.empty()) {
    // The bottom is maximized.
  } else if (two) {
    draw_runs(ui, areas);
  } else {
    OpenTrace& trace = *workspace_.trace();
    const PaneFrame frame{ui, role_palette(settings_.theme), trace.view, *this};
    trace.panes->timeline.draw(frame, areas.timeline, areas.labels_px,
                               !is_low(ImGui::GetIO().DisplaySize.y, ui.style));
  }
  OpenTrace& shown = *workspace_.trace();
  const PaneFrame frame{ui, role_palette(settings_.theme), shown.view, *this};
  Areas panes = areas;
  if (workspace_.runs().both()) draw_tabs_letter(ui, panes);
  frames_.tab_drawn = draw_bottom(frame, panes, shown, settings_.panes);
  if (workspace_.runs().both()) share_choices(shown, *workspace_.both().beside(&shown));
  frames_.details_drawn = !panes.details.empty();
  if (frames_.details_drawn) draw_details(ui, panes.details);
  if (tour_.running())
    draw_tour(ui, tour_room(ui.style, areas, *workspace_.both().a(), settings_.panes.bottom_shown));
  if (!areas.status.empty()) status_.draw(ui, areas.status, shown.view, frames_.took_ms);
}

void MainWindow::draw_runs(const Ui& ui, const Areas& areas) {
  const std::string_view chosen = stacks_.draw(
      {ui, role_palette(settings_.theme), *this, *workspace_.both().a(), workspace_.runs(),
       areas.timeline, areas.labels_px, settings_.panes.runs_beside});
  if (const Command* command = chosen.empty() ? nullptr : find_command(chosen))
    ask(request::RunCommand{command, CommandWay::Button});
}

void MainWindow::draw_tabs_letter(const Ui& ui, Areas& areas) const {
  const Rect tabs = areas.tabs.cut_left(ui.px(26));
  draw_run_letter(ui, *ImGui::GetWindowDrawList(),
                  {tabs.x0 + ui.px(14), std::floor((tabs.y0 + tabs.y1) / 2) - ui.px(9)},
                  workspace_.runs().active(), true);
}

void MainWindow::draw_ranks(const Ui& ui, const Areas& areas, Rect screen) {
  OpenRanks& ranks = *workspace_.ranks();
  const TooltipsBeside beside(areas.details);
  const bool loaded = ranks.panes || ranks.fleet_panes || ranks.history_panes;
  if (loaded) drag_lines(ui, areas);
  draw_notice_line(ui, areas.notice);
  screen.cut_top(areas.top.height());
  if (!loaded) {
    if (draw_ranks_loading(ui, screen, ranks)) ask(workspace::StopLoading{});
    return;
  }
  Areas panes = areas;
  if (settings_.panes.bottom_shown && settings_.panes.bottom_maximized) {
    panes.tabs.cut_right(ui.px(12));
    draw_maximize_button(ui, *this, panes.tabs, settings_.panes);
  }
  const auto draw_panes = [&](auto& own) {
    own.draw(ui, role_palette(settings_.theme), panes, ranks, settings_.panes);
    return own.sentences_end_px();
  };
  const float sentences_end_px = ranks.panes         ? draw_panes(*ranks.panes)
                                 : ranks.fleet_panes ? draw_panes(*ranks.fleet_panes)
                                                     : draw_panes(*ranks.history_panes);
  Rect details = areas.details;
  // The sentences may take more lines than the overview of a trace is high.
  if (details_place() == DetailsPlace::Over && !areas.timeline.empty())
    details.y0 = std::max(details.y0, sentences_end_px);
  if (!details.empty()) draw_details(ui, details);
}

void MainWindow::draw_page(const Ui& ui, Rect page) {
  if (workspace_.notices().shown()) draw_notice_line(ui, page.cut_top(notice_height(style())));
  const OpenTrace* opening = workspace_.opening();
  const Attachment* attachment = workspace_.attachment();
  if (workspace_.recording_begins()) {
    draw_record_page(ui, page, *workspace_.recording());
  } else if (opening != nullptr) {
    if (draw_loading_page(ui, page, opening->path(), load_facts(opening->view.session())))
      ask(workspace::StopLoading{});
  } else if (attachment != nullptr && attachment->state().stage) {
    if (draw_attach_page(ui, page, *attachment)) ask(workspace::CancelAttach{});
  } else {
    draw_start(ui, page);
  }
}

void MainWindow::draw_start(const Ui& ui, Rect page) {
  // Nothing else here takes Tab: as in a dialog, it leads to the first control.
  const ImGuiIO& io = ImGui::GetIO();
  if (keys_are_free() && !keyboard_.walks() && !io.KeyCtrl && !io.KeyAlt &&
      ImGui::IsKeyPressed(ImGuiKey_Tab, false))
    keyboard_.toggle_walk();
  const auto& problem = workspace_.notices().problem();
  const std::string words = problem ? problem->file + ": " + problem->message : std::string();
  const StartChoice choice =
      start_page_.draw(ui, page, settings_, options_.examples, words, keys_are_free(),
                       options_.offers.records, options_.offers.folders);
  if (choice.browse) ask(request::Browse{});
  if (choice.compare) ask(request::Browse{FilePurpose::CompareA});
  if (choice.record) ask(request::ShowRecord{});
  if (choice.attach) ask(request::ShowAttach{});
  if (choice.forget) ask(request::ForgetRecent{*choice.forget});
  if (choice.recent) ask(open_again(*choice.recent));
  if (!choice.example.empty()) ask(workspace::Open{choice.example});
}

}  // namespace lanescope
