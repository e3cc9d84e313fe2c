// The details: beside everything else, or in a narrow window over the lanes while they are needed.

#include <cmath>
#include <cstdint>
#include <utility>

#include "app/panes/timeline/event_places.h"
#include "app/shell/panes/trace_panes.h"
#include "app/shell/ranks/fleet_page.h"
#include "app/shell/ranks/history_page.h"
#include "app/shell/ranks/ranks_page.h"
#include "app/shell/window/drawn_sizes.h"
#include "app/shell/window/main_window.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/workspace/traces/load_state.h"

namespace lanescope {
namespace {

constexpr float kDrawerHeadPx = 30;

DetailsDrawer::Selected selected_in(const Workspace& workspace) {
  if (const OpenTrace* trace = workspace.trace()) {
    const Selection& selection = trace->view.selection;
    const bool any = selection.primary() != EventId::None || selection.gap();
    return {trace, any ? selection.picks() : 0};
  }
  if (workspace.ranks() == nullptr) return {};
  if (const FleetView* fleet = workspace.ranks()->fleet()) return {fleet, fleet->picks()};
  if (const HistoryView* history = workspace.ranks()->history()) return {history, history->picks()};
  const RanksView* ranks = workspace.ranks()->view();
  if (ranks == nullptr) return {};
  const std::uint64_t rank = ranks->rank() ? *ranks->rank() + 1 : 0;
  const std::uint64_t collective = ranks->collective() ? *ranks->collective() + 1 : 0;
  return {ranks, rank << 32U | collective};
}

}  // namespace

/// Also tells the lanes where the details are, or would be.
void MainWindow::follow_selection() {
  drawer_.follow(selected_in(workspace_), frames_.now_s);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const PaneSizes sizes = drawn_sizes(settings_.panes, workspace_);
  const Areas over = share_out({0, 0, size.x, size.y}, sizes, style(), 0, DetailsPlace::Over);
  const bool over_lanes = over.timeline.empty() || over.details.y0 < over.timeline.y1;
  const bool any = sizes.details_shown && is_narrow(size.x, style()) && over_lanes;
  const bool open = details_place() == DetailsPlace::Over;
  for (OpenTrace* run : workspace_.both()) run->view.cover = {over.details_line.x0, any, open};
  // What was clicked may lie where the details have opened.
  OpenTrace* clicked = workspace_.trace();
  if (open && drawer_.take_settled(frames_.now_s) && clicked != nullptr)
    uncover_selected(clicked->view);
  OpenRanks* ranks = workspace_.ranks();
  if (ranks == nullptr || ranks->view() == nullptr) return;
  ranks->view()->viewport.set_covered_px(any ? over.details.width() : 0);
}

DetailsPlace MainWindow::details_place() const {
  if (!settings_.panes.details_shown) return DetailsPlace::None;
  if (!is_narrow(ImGui::GetIO().DisplaySize.x, style())) return DetailsPlace::Beside;
  return drawer_.is_open() ? DetailsPlace::Over : DetailsPlace::None;
}

bool MainWindow::shows_details() const {
  return details_place() != DetailsPlace::None;
}

void MainWindow::toggle_details() {
  settings_.panes.details_shown = !shows_details();
  if (settings_.panes.details_shown) drawer_.open();
}

bool MainWindow::close_drawer() {
  if (details_place() != DetailsPlace::Over) return false;
  drawer_.close();
  return true;
}

void MainWindow::draw_details_letter(const Ui& ui, Rect& details) const {
  const Rect head = details.cut_top(ui.px(kDrawerHeadPx));
  draw_run_letter(ui, *ImGui::GetWindowDrawList(), {head.x0 + ui.px(16), head.y0 + ui.px(10)},
                  workspace_.runs().active(), true);
  const Face& face = ui.face().small;
  const float x = head.x0 + ui.px(44);
  const auto [a, b] = workspace_.both().list;
  const OpenTrace* const shown = workspace_.trace();
  const OpenTrace* const other = shown == a ? b : a;
  draw_text_fitted(face, {x, centered_y(face, head.y0 + ui.px(10), head.y0 + ui.px(28))},
                   head.x1 - ui.px(14) - x, ui.color().dim,
                   session_name_beside(shown->view.session(), other->view.session()));
  ui.mark("details.run", head);
}

void MainWindow::draw_details_pane(const Ui& ui, Rect area) {
  OpenTrace* trace = workspace_.trace();
  if (trace != nullptr && trace->view.snapshot()) {
    if (workspace_.runs().both()) draw_details_letter(ui, area);
    const PaneFrame frame{ui, role_palette(settings_.theme), trace->view, *this};
    return trace->panes->details.draw(frame, area);
  }
  OpenRanks& ranks = *workspace_.ranks();
  if (ranks.fleet_panes) {
    return ranks.fleet_panes->draw_details({ui, role_palette(settings_.theme), *ranks.fleet()},
                                           area);
  }
  if (ranks.history_panes) {
    return ranks.history_panes->draw_details({ui, role_palette(settings_.theme), *ranks.history()},
                                             area);
  }
  ranks.panes->draw_details({ui, role_palette(settings_.theme), *ranks.view()}, area);
}

/// A window of its own, so that the mouse does not reach the lanes below.
void MainWindow::draw_drawer(const Ui& ui, Rect area) {
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.color().panel);
  const bool reached = drawer_.takes_mouse(frames_.now_s);
  frames_.drawer_rests = std::exchange(frames_.drawer_reached, reached) && reached;
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                                 ImGuiWindowFlags_NavFlattened |
                                 (keyboard_.walks() ? 0 : ImGuiWindowFlags_NoNav) |
                                 (reached ? 0 : ImGuiWindowFlags_NoMouseInputs);
  ImGui::BeginChild("details", area.size(), ImGuiChildFlags_None, flags);
  ui.mark("details.drawer", area);
  Rect head = area.cut_top(ui.px(kDrawerHeadPx));
  fill_rect({head.x0, head.y0, head.x1, head.y0 + 1}, ui.color().line);
  const Face& face = ui.face().head;
  draw_text(face, {head.x0 + ui.px(16), centered_y(face, head)}, ui.color().faint, "DETAILS");
  const float side = ui.px(24);
  const Rect close = head.inset(ui.px(10), (head.height() - side) / 2).cut_right(side);
  if (icon_button(ui, "details.close", close, icon::kClose, "Close (Esc)")) drawer_.close();
  draw_details_pane(ui, area);
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void MainWindow::draw_details(const Ui& ui, Rect area) {
  if (details_place() == DetailsPlace::Over) {
    draw_drawer(ui, area);
  } else {
    draw_details_pane(ui, area);
  }
}

}  // namespace lanescope
