// What keys and commands do, and when they are free to.
#include <utility>

#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "app/widgets/dialog.h"
#include "core/base/files/log.h"

namespace lanescope {

void MainWindow::run(const Command& command, CommandWay way) {
  const std::string words = way_text(way, *this, command);
  log_line(LogLevel::Debug, std::string(command.id) + ", by " + words);
  given_by_ = words;
  command.run(*this);
  given_by_.clear();
}

void MainWindow::letter_key(char letter, bool down) {
  if (letter >= 'A' && letter <= 'Z')
    letters_down_.at(static_cast<std::size_t>(letter - 'A')) = down;
}

void MainWindow::peel() {
  if (loading()) {
    stop_loading();
  } else if (notice_) {
    notice_.reset();
  } else if (attachment_ && !trace_ && !ranks_) {
    cancel_attach();
  } else if (!trace_) {
    peel_ranks();
  } else if (TraceView& view = trace()->view; !view.search.text.empty()) {
    view.search.text.clear();
  } else if (view.selection.peel()) {
    return;
  } else if (view.marks.current()) {
    view.marks.set_current(std::nullopt);
  } else {
    back_to_ranks();
  }
}

HeldKeys MainWindow::held_keys() const {
  const ImGuiIO& io = ImGui::GetIO();
  HeldKeys keys;
  if (io.WantTextInput || walks_controls_ || any_popup() || io.KeyCtrl || io.KeyAlt || io.KeySuper)
    return keys;
  const auto letter = [this](char c) {
    return letters_down_.at(static_cast<std::size_t>(c - 'A'));
  };
  keys.zoom_in = letter('W');
  keys.zoom_out = letter('S');
  const bool arrows =
      !trace_ || !settings_.panes.bottom_shown || !trace()->bottom[trace()->tab]->takes_arrows();
  keys.earlier = letter('A') || (arrows && ImGui::IsKeyDown(ImGuiKey_LeftArrow));
  keys.later = letter('D') || (arrows && ImGui::IsKeyDown(ImGuiKey_RightArrow));
  keys.up = arrows && ImGui::IsKeyDown(ImGuiKey_UpArrow);
  keys.down = arrows && ImGui::IsKeyDown(ImGuiKey_DownArrow);
  keys.fast = io.KeyShift;
  return keys;
}

bool MainWindow::keys_are_free() const {
  return !any_popup() && !files_.is_open() && !keys_.is_open() && !palette_.is_open() &&
         !thresholds_.is_open() && !gpu_peaks_.is_open() && !record_dialog_.is_open() &&
         !attach_dialog_.is_open() && !mark_dialog_.is_open() && !quit_dialog_.is_open() &&
         !ImGui::GetIO().WantTextInput;
}

void MainWindow::handle_keys(double delta_s) {
  const HeldKeys held = held_keys();
  if (trace_ && trace()->view.snapshot()) move_by_keys(trace()->view, held, delta_s);
  if (ranks_in_front()) ranks_->move_by_keys(held, delta_s);
  if (!keys_are_free()) return;
  if (walks_controls_) {
    const Command* help = pressed_command(*this, true);
    if (help != nullptr && help->id == "keys") run(*help, CommandWay::Keys);
    return;
  }
  if (ranks_in_front()) ranks_->handle_keys();
  const bool letters_move =
      held.zoom_in || held.zoom_out || letters_down_[0] || letters_down_['D' - 'A'];
  run_pressed_command(*this, letters_move);
}

void MainWindow::follow_palette(const Palette::Choice& choice) {
  if (choice.command != nullptr) {
    settings_.note_command(std::string(choice.command->id));
    if (choice.command->enabled(*this)) run(*choice.command, CommandWay::Palette);
  } else if (!choice.tab.empty()) {
    go_to_tab(choice.tab);
  } else if (trace_) {
    trace()->view.reveal_lane(choice.lane);
  }
}

std::string MainWindow::keys_of(std::string_view command) const {
  const Command* found = find_command(command);
  return found == nullptr ? "" : chord_text(settings_.keys.keys_of(*found).first);
}

}  // namespace lanescope
