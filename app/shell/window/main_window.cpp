#include "app/shell/window/main_window.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <utility>

#include "imgui_internal.h"

#include "app/shell/keys/rank_exports.h"
#include "app/shell/panes/trace_panes.h"
#include "app/shell/ranks/fleet_page.h"
#include "app/shell/ranks/history_page.h"
#include "app/shell/ranks/ranks_page.h"
#include "app/shell/ranks/run_page.h"
#include "app/widgets/dialog.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/clamped.h"
#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr double kProgressEveryS = 0.1;  // while waiting for something
constexpr double kListEveryS = 0.5;      // list of processes
constexpr double kBlinkEveryS = 0.3;     // while a text field is being edited
constexpr double kHintAfterS = 0.6;      // delay of hints after the mouse rests
constexpr double kDrawerAfterS = 0.1;    // while the details do not take the mouse yet
constexpr double kLongestFrameS = 0.1;

/// The folder of the settings and other saved files; empty: nothing is saved.
std::string own_folder(const MainWindow::Options& options) {
  return std::filesystem::path(options.settings_path).parent_path().string();
}

Workspace::Options workspace_options(const MainWindow::Options& options) {
  return {.own_folder = own_folder(options),
          .examples = options.examples,
          .wake = options.wake,
          .make_panes = make_trace_panes};
}

/// Whether a key is held that steps on from a field for as long as it is. ImGui repeats keys as
/// frames are drawn.
bool field_key_is_held() {
  constexpr std::array kStepping{ImGuiKey_Enter, ImGuiKey_KeypadEnter, ImGuiKey_F3};
  const auto is_down = [](ImGuiKey key) { return ImGui::IsKeyDown(key); };
  return ImGui::GetIO().WantTextInput && std::ranges::any_of(kStepping, is_down);
}

}  // namespace

void WindowTitle::refresh(const Workspace& workspace) {
  const Session* session = workspace.shown_session();
  if (session == nullptr && workspace.ranks() != nullptr) {
    of_ = {};
    text_ = workspace.ranks()->name() + " – Lanescope";
    return;
  }
  const Session* other = nullptr;
  if (const auto [a, b] = workspace.both().list; b != nullptr) {
    session = &a->view.session();
    other = &b->view.session();
  }
  // Compares files, because the next session often has the same address as the previous one.
  const auto file_of = [](const Session* of) -> std::string_view {
    return of == nullptr ? std::string_view() : std::string_view(of->path());
  };
  const auto profile_of = [](const Session* of) -> std::string_view {
    return of == nullptr ? std::string_view() : std::string_view(of->beside().profile.file);
  };
  const std::array shown{file_of(session), profile_of(session), file_of(other), profile_of(other)};
  if (std::ranges::equal(shown, of_) && session != nullptr) return;
  std::ranges::copy(shown, of_.begin());
  text_ = session == nullptr ? "Lanescope" : session_name(*session) + " – Lanescope";
  if (other != nullptr)
    text_ = session_name_beside(*session, *other) + " and " +
            session_name_beside(*other, *session) + " – Lanescope";
}

MainWindow::MainWindow(Options options)
    : options_(std::move(options)),
      settings_file_(options_.settings_path),
      settings_(settings_file_.load()),
      look_(options_.font_dir, options_.wake),
      workspace_(workspace_options(options_), settings_),
      dialogs_(options_.wake, options_.proc, options_.machine),
      exporter_(options_.wake, options_.gives_pixels, options_.offers.deliver,
                options_.offers.share_page),
      quitting_(workspace_),
      top_bar_(options_.wake),
      start_page_(options_.wake, own_folder(options_)) {
  settings_.keys.in_page = !options_.offers.all_keys;
}

MainWindow::~MainWindow() {
  workspace_.run(workspace::CloseB{});
  (void)save_settings();
}

std::optional<Error> MainWindow::save_settings() {
  workspace_.run(workspace::RememberLayout{});
  return settings_file_.save(settings_);
}

std::optional<std::string> MainWindow::save_now() {
  std::optional<std::string> problem = workspace_.save_now();
  if (const auto error = save_settings(); error && !problem) problem = "settings " + error->message;
  return problem;
}

void MainWindow::quit(std::string why) {
  if (!given_by_.empty()) why += " via " + given_by_;
  quitting_.ask(std::move(why), exporter_.unfinished(), dialogs_.get<QuitDialog>());
  options_.wake();
}

/// Returns how long the previous frame was shown.
double MainWindow::begin_frame(double now_s) {
  const double delta_s = clamped(now_s - frames_.now_s, 0.0, kLongestFrameS);
  frames_.now_s = now_s;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown())
    frames_.last_input_s = now_s;
  for (auto problem : {look_.take_problem(), settings_file_.take_problem()}) {
    if (problem) workspace_.notices().warn_later(std::move(*problem));
  }
  return delta_s;
}

void MainWindow::draw(double now_s) {
  const auto started = std::chrono::steady_clock::now();
  const double delta_s = begin_frame(now_s);
  const bool asked_a_process = workspace_.attachment() != nullptr;
  workspace_.refresh(now_s, delta_s);
  refresh_dialogs(asked_a_process);
  refresh_ranks_panes();
  refresh_pending_export();
  quitting_.refresh(now_s);
  title_.refresh(workspace_);
  keyboard_.note_last_used();
  handle_keys(delta_s);
  take_waiting_drop();
  answer_requests();
  refresh_tour();
  keyboard_.refresh_walk();
  draw_surface();
  Keyboard::leave_arrows_to_fields();
  close_forgotten_popups();
  keyboard_.note_popups();
  answer_requests();
  workspace_.notices().log();
  if (!options_.shows_costs) return;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
  frames_.took_ms =
      frames_.took_ms == 0 ? took.count() : frames_.took_ms * 0.5 + took.count() * 0.5;
}

void MainWindow::refresh_dialogs(bool asked_a_process) {
  auto& attach = dialogs_.get<AttachDialog>();
  const Attachment* attachment = workspace_.attachment();
  if (auto why = workspace_.take_refusal()) {
    if (attach.is_open()) attach.complain(std::move(*why));
  } else if (attach.is_open() && asked_a_process &&
             (attachment == nullptr || attachment->state().stage)) {
    attach.close();
  } else if (attach.is_open() && workspace_.recording() != nullptr) {
    attach.close();  // the process is sampled
  }
  // The dialog stays open until the process has accepted; closing it with Esc cancels the request.
  if (attachment != nullptr && !attachment->state().stage && !attach.is_open())
    workspace_.run(workspace::CancelAttach{});
}

void MainWindow::refresh_pending_export() {
  if (pending_export_ && !go_on_with_export(*this, *pending_export_)) pending_export_.reset();
}

void MainWindow::refresh_ranks_panes() {
  OpenRanks* ranks = workspace_.ranks();
  if (ranks != nullptr && ranks->view() != nullptr && !ranks->panes)
    ranks->panes = std::make_shared<RanksPanes>(*ranks->view(), options_.wake);
  if (ranks != nullptr && ranks->fleet() != nullptr && !ranks->fleet_panes)
    ranks->fleet_panes = std::make_shared<FleetPanes>(*ranks->fleet(), options_.wake);
  if (ranks != nullptr && ranks->history() != nullptr && !ranks->history_panes)
    ranks->history_panes = std::make_shared<HistoryPanes>(*ranks->history(), options_.wake);
}

bool MainWindow::quiet() const {
  if (look_.waiting() || !workspace_.quiet() || pending_export_) return false;
  if (workspace_.is_live()) return true;
  if (dialogs_.is_open<FileDialog>() || exporter_.busy()) return false;
  if (workspace_.ranks_in_front()) {
    const RanksTableTabs* const tables = table_tabs(*workspace_.ranks());
    return tables == nullptr || !tables->busy();
  }
  const OpenTrace* shown = workspace_.trace();
  if (shown == nullptr) return !start_page_.busy();
  return !(frames_.tab_drawn && open_pane(*shown).busy()) &&
         !(frames_.details_drawn && shown->panes->details.busy());
}

double MainWindow::next_frame_in_s() const {
  if (pressed_keys().any() || field_key_is_held()) return 0;
  // ImGui passes on several key events of one frame in separate frames; do not wait for other
  // events in between.
  if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) return 0;
  if (look_.due() || !requests_.empty()) return 0;
  if (!waiting_drop_.empty() && !dialogs_.any_open()) return 0;
  for (const OpenTrace* run : workspace_.both()) {
    if (run->panes->timeline.dragging()) return 0;
  }
  if (workspace_.ranks_in_front()) {
    const OpenRanks& ranks = *workspace_.ranks();
    if (ranks.panes && ranks.panes->dragging()) return 0;
    if (ranks.fleet_panes && ranks.fleet_panes->dragging()) return 0;
  }
  double wait_s = workspace_.next_refresh_in_s();
  const auto within = [&wait_s](double s) { wait_s = wait_s < 0 ? s : std::min(wait_s, s); };
  if (exporter_.busy() || pending_export_) within(kProgressEveryS);
  if (const double s = copy_note_.next_frame_in_s(); s >= 0) within(s);
  if (dialogs_.is_open<AttachDialog>()) within(kListEveryS);
  if (dialogs_.is_open<QuitDialog>()) within(kProgressEveryS);
  if (ImGui::GetIO().WantTextInput) within(kBlinkEveryS);
  if (frames_.now_s - frames_.last_input_s < kHintAfterS) within(kHintAfterS / 2);
  if (details_place() == DetailsPlace::Over && !frames_.drawer_rests) within(kDrawerAfterS);
  return wait_s;
}

void MainWindow::run(const Command& command, CommandWay way) {
  const std::string words = way_text(way, *this, command);
  log_line(LogLevel::Debug, std::string(command.id) + ", via " + words);
  given_by_ = words;
  command.run(*this);
  given_by_.clear();
}

PressedKeys MainWindow::pressed_keys() const {
  const OpenTrace* trace = workspace_.trace();
  const FleetView* wall = workspace_.ranks_in_front() ? workspace_.ranks()->fleet() : nullptr;
  // They choose the neighbor of a cell of the wall.
  const bool at_cell = wall != nullptr && wall->rank() && wall->step();
  const bool of_pane =
      trace != nullptr && settings_.panes.bottom_shown && open_pane(*trace).takes_arrows();
  const bool arrows = !at_cell && !of_pane;
  return keyboard_.held(arrows);
}

bool MainWindow::keys_are_free() const {
  return !any_popup() && !keyboard_.had_popup() && !dialogs_.any_open() &&
         !ImGui::GetIO().WantTextInput;
}

void MainWindow::handle_keys(double delta_s) {
  const PressedKeys held = pressed_keys();
  OpenTrace* trace = workspace_.trace();
  if (trace != nullptr && trace->view.snapshot()) move_by_keys(trace->view, held, delta_s);
  RanksView* ranks = workspace_.ranks_in_front() ? workspace_.ranks()->view() : nullptr;
  if (ranks != nullptr) move_by_keys(*ranks, held, delta_s);
  FleetView* fleet = workspace_.ranks_in_front() ? workspace_.ranks()->fleet() : nullptr;
  if (fleet != nullptr) move_by_keys(*fleet, held, delta_s);
  HistoryView* history = workspace_.ranks_in_front() ? workspace_.ranks()->history() : nullptr;
  if (!keys_are_free()) return;
  if (keyboard_.walks()) {
    const Command* help = pressed_command(*this, true);
    if (help != nullptr && help->id == "keys") run(*help, CommandWay::Keys);
    return;
  }
  if (ranks != nullptr) handle_ranks_keys(*ranks);
  if (fleet != nullptr) handle_fleet_keys(*fleet);
  if (history != nullptr) handle_history_keys(*history);
  run_pressed_command(*this, keyboard_.letters_move());
}

std::string MainWindow::keys_of(std::string_view command) const {
  const Command* found = find_command(command);
  return found == nullptr ? "" : chord_text(settings_.keys.keys_of(*found).first);
}

}  // namespace lanescope
