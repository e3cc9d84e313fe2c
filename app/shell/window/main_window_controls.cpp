// Everything in the window by keys alone: tabs one after the other, and a walk from control to
// control. Dear ImGui moves the focus; here is decided when it may.
#include <algorithm>

#include "imgui_internal.h"

#include "app/panes/ranks/bottom.h"
#include "app/shell/window/main_window.h"
#include "app/widgets/dialog.h"

namespace lanescope {
namespace {

void let_keys_walk(bool on) {
  ImGuiIO& io = ImGui::GetIO();
  if (on) {
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else {
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  }
}

}  // namespace

/// In the current ImGui window.
void MainWindow::focus_first_control() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  // Its own list of windows comes up with Ctrl+Tab otherwise.
  context.ConfigNavWindowingKeyNext = context.ConfigNavWindowingKeyPrev = 0;
  ImGui::FocusWindow(context.CurrentWindow);
  ImGui::NavInitWindow(context.CurrentWindow, true);
  context.NavDisableHighlight = false;
  context.NavDisableMouseHover = true;
}

std::vector<std::string_view> MainWindow::tabs() const {
  if (ranks_in_front())
    return ranks_->bottom() == nullptr ? std::vector<std::string_view>()
                                       : ranks_->bottom()->titles();
  std::vector<std::string_view> titles;
  if (trace() == nullptr || trace()->view.snapshot() == nullptr) return titles;
  for (const auto& pane : trace()->bottom) titles.push_back(pane->title());
  return titles;
}

std::string_view MainWindow::shown_tab() const {
  if (tabs().empty()) return {};
  return ranks_in_front() ? ranks_->bottom()->open_table().title() : trace()->tab_title();
}

void MainWindow::go_to_tab(std::string_view title) {
  if (!show_tab(title) || ranks_in_front()) return;
  trace()->bottom[trace()->tab]->take_arrows();
}

void MainWindow::step_tab(int by) {
  const auto titles = tabs();
  if (titles.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(titles.size());
  const auto at = std::ranges::find(titles, shown_tab()) - titles.begin();
  go_to_tab(titles[static_cast<std::size_t>((at + by + count) % count)]);
}

void MainWindow::walk_controls() {
  const bool ends = ImGui::IsKeyPressed(ImGuiKey_Escape, false) ||
                    ImGui::IsKeyPressed(ImGuiKey_F6, false) ||
                    ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (walks_controls_ && !walk_begins_ && ends && !any_popup()) walks_controls_ = false;
  let_keys_walk(walks_controls_ || any_popup());
}

/// Tab goes on from a field, but arrows stay in it, and in the list that it narrows.
void MainWindow::leave_arrows_to_fields() {
  if (ImGui::GetIO().WantTextInput) let_keys_walk(false);
}

}  // namespace lanescope
