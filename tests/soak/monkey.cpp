#include "tests/soak/monkey.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "imgui_internal.h"

#include "app/shell/keys/commands.h"

namespace lanescope {
namespace {

/// What would end the run or start programs.
constexpr std::array<std::string_view, 1> kForbidden = {"quit"};

constexpr std::array<ImGuiKey, 41> kKeys = {
    ImGuiKey_A,       ImGuiKey_B,         ImGuiKey_C,          ImGuiKey_D,
    ImGuiKey_E,       ImGuiKey_F,         ImGuiKey_G,          ImGuiKey_H,
    ImGuiKey_L,       ImGuiKey_M,         ImGuiKey_N,          ImGuiKey_P,
    ImGuiKey_Q,       ImGuiKey_S,         ImGuiKey_T,          ImGuiKey_V,
    ImGuiKey_W,       ImGuiKey_X,         ImGuiKey_Z,          ImGuiKey_0,
    ImGuiKey_1,       ImGuiKey_5,         ImGuiKey_Equal,      ImGuiKey_Minus,
    ImGuiKey_Slash,   ImGuiKey_Space,     ImGuiKey_Tab,        ImGuiKey_Escape,
    ImGuiKey_Enter,   ImGuiKey_Backspace, ImGuiKey_Delete,     ImGuiKey_Home,
    ImGuiKey_End,     ImGuiKey_PageUp,    ImGuiKey_PageDown,   ImGuiKey_LeftArrow,
    ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_RightArrow, ImGuiKey_F3,
    ImGuiKey_F1};

constexpr std::array<std::string_view, 12> kTexts = {"gemm",
                                                     "cat:kernel dur>1us",
                                                     "/aten::(mm|add)/",
                                                     "-copy",
                                                     "shape:[64,",
                                                     "(((",
                                                     "7",
                                                     "\xF0\x9F\x98\x80 \xE2\x80\xAE",
                                                     "%s%n%p",
                                                     "self>1ms",
                                                     "stream",
                                                     "99999999999999999999"};

/// Before it gives up on a dialog or menu.
constexpr int kActionsInPopup = 8;

/// The topmost one's name; empty when there is none.
std::string open_popup() {
  const auto& stack = ImGui::GetCurrentContext()->OpenPopupStack;
  if (stack.empty()) return {};
  return stack.back().Window == nullptr ? "one that is not drawn" : stack.back().Window->Name;
}

}  // namespace

Monkey::Monkey(UiDriver& ui, Toys toys, std::uint64_t seed)
    : ui_(ui), toys_(std::move(toys)), random_(seed) {}

const std::vector<Monkey::Action>& Monkey::actions() {
  static const std::vector<Action> all = {
      {"open", 3, &Monkey::open_file, false},   {"ranks", 1, &Monkey::open_ranks, true},
      {"compare", 3, &Monkey::compare, true},   {"record", 1, &Monkey::record, false},
      {"stop", 2, &Monkey::stop, false},        {"tab", 12, &Monkey::show_tab, false},
      {"search", 5, &Monkey::search, false},    {"lane", 30, &Monkey::on_lane, false},
      {"click", 40, &Monkey::click_mark, true}, {"poke", 15, &Monkey::click_anywhere, true},
      {"drag", 12, &Monkey::drag, true},        {"wheel", 15, &Monkey::wheel, true},
      {"key", 40, &Monkey::key, true},          {"command", 20, &Monkey::command, false},
      {"type", 8, &Monkey::type, true},         {"resize", 2, &Monkey::resize, true},
      {"wait", 6, &Monkey::wait, true},
  };
  return all;
}

/// A start page and a dialog are seen soon; most is to be found where there is a trace.
const Monkey::Action& Monkey::next_action() {
  static const Action leaving = {"leave", 0, &Monkey::leave, true};
  static const Action opening = {"open", 0, &Monkey::open_file, false};
  in_popup_ = open_popup().empty() ? 0 : in_popup_ + 1;
  if (in_popup_ > kActionsInPopup) return leaving;
  const bool empty = ui_.workspace().trace() == nullptr && !ui_.workspace().loading();
  if (empty && in_popup_ == 0 && below(4) == 0) return opening;

  const auto weight = [this](const Action& action) {
    return in_popup_ > 0 && !action.in_popup ? 0 : action.weight;
  };
  int sum = 0;
  for (const Action& action : actions()) sum += weight(action);
  auto at = static_cast<int>(below(static_cast<std::size_t>(sum)));
  return *std::ranges::find_if(actions(),
                               [&](const Action& action) { return (at -= weight(action)) < 0; });
}

std::string Monkey::act() {
  const Action& action = next_action();
  ++done_[action.name];
  return std::string(action.name) + " " + (this->*action.run)();
}

std::string Monkey::tally() const {
  std::string text;
  for (const auto& [name, times] : done_)
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(times);
  return text;
}

/// What keeps the window from coming to rest, in words for whoever looks for it.
std::string Monkey::unrest() {
  MainWindow& window = ui_.window();
  if (window.quiet()) return {};
  std::string text = "the window comes to rest, but for";
  const auto add = [&text](bool so, std::string_view what) {
    if (so) text.append(" ").append(what);
  };
  add(window.workspace().loading(), "a load");
  add(window.workspace().is_live(), "a live trace");
  add(window.workspace().recording() != nullptr, "a recording");
  add(!window.workspace().runs().quiet(), "run B");
  add(window.workspace().ranks() != nullptr, "ranks");
  if (const OpenTrace* const trace = window.workspace().trace()) {
    add(true, "the trace " + trace->view.session().path());
    add(trace->view.animating(), "that moves");
    add(!trace->bookmark_file.idle(), "that saves marks");
    add(!trace->view.search.current(), "that searches");
    add(trace->view.insights.busy(), "that computes");
    add(open_pane(*trace).busy(), "with a busy tab");
    add(trace->panes->details.busy(), "with busy details");
  }
  return text;
}

std::string Monkey::close_all() {
  // What was begun may open a dialog a moment later.
  for (int i = 0; i < 3 && (i == 0 || !open_popup().empty()); ++i) leave();
  ui_.run(workspace::StopRecording{});
  ui_.run(workspace::StopLoading{});
  std::string left = open_popup();
  if (!left.empty()) left = "Esc takes every dialog and menu away, but not " + left;
  for (int i = 0;
       i < 3 && (ui_.workspace().trace() != nullptr || ui_.workspace().ranks() != nullptr); ++i)
    ui_.run(workspace::Close{});
  // A busy machine takes its time to end what was begun.
  for (int i = 0; i < 10 && !ui_.frames_until([this] { return ui_.window().quiet(); }); ++i) {
  }
  return left.empty() ? unrest() : left;
}

std::string Monkey::open_file() {
  const std::string& file = any_file();
  ui_.run(workspace::Open{file});
  ui_.frames(static_cast<int>(below(20)));
  if (below(4) != 0) return file;
  ui_.run(workspace::StopLoading{});
  ui_.frame();
  return file + ", stopped";
}

std::string Monkey::open_ranks() {
  ui_.run(workspace::Drop{{toys_.ranks}});
  ui_.frame();
  return toys_.ranks;
}

std::string Monkey::compare() {
  const std::string& file = any_file();
  ui_.run(workspace::Drop{{file}});
  ui_.frames(static_cast<int>(below(20)));
  return file;
}

std::string Monkey::record() {
  if (toys_.program.empty() || !ui_.workspace().can_record()) return {};
  RecordRequest request;
  request.command = toys_.program;
  request.environment = toys_.program_environment;
  request.file = toys_.recordings + "/" + std::to_string(recordings_++) + ".lanes";
  if (below(3) == 0) request.keep_last = "1";
  ui_.run(workspace::Record{request});
  ui_.frames_until([this] { return ui_.workspace().trace() != nullptr; });
  return request.file;
}

std::string Monkey::stop() {
  if (below(2) == 0) {
    ui_.run(workspace::StopRecording{});
  } else {
    ui_.run(workspace::StopLoading{});
  }
  ui_.frame();
  return {};
}

std::string Monkey::leave() {
  for (int i = 0; i < 5; ++i) ui_.key(ImGuiKey_Escape);
  in_popup_ = 0;
  return {};
}

std::string Monkey::show_tab() {
  const OpenTrace* const trace = ui_.workspace().trace();
  if (trace == nullptr) return {};
  const std::string title(trace->tab_titles[below(trace->tab_titles.size())]);
  ui_.show_tab(title);
  ui_.frames(static_cast<int>(below(30)));
  return title;
}

std::string Monkey::search() {
  ui_.window().top_bar().focus_search();
  ui_.frames(2);
  const std::string text = type();
  for (std::size_t i = below(4); i > 0; --i)
    ui_.key(ImGuiKey_Enter, below(2) == 0 ? ImGuiMod_Shift : 0);
  ui_.frames(static_cast<int>(below(20)));
  return text;
}

std::string Monkey::on_lane() {
  std::vector<std::string> lanes = ui_.mark_names();
  std::erase_if(lanes, [](const std::string& name) { return !name.starts_with("lane."); });
  if (lanes.empty()) return {};
  const std::string lane = lanes[below(lanes.size())];
  const Rect rect = ui_.mark(lane);
  switch (below(4)) {
    case 0:
      ui_.drag(within(rect), within(rect));
      break;
    case 1:
      ui_.move(within(rect));
      for (std::size_t i = below(10); i > 0; --i) ui_.wheel(below(2) == 0 ? 1.0F : -1.0F);
      break;
    default:
      click_somehow(within(rect));
  }
  return lane;
}

std::string Monkey::click_mark() {
  const auto names = ui_.mark_names();
  if (names.empty()) return {};
  const std::string name = names[below(names.size())];
  click_somehow(within(ui_.mark(name)));
  return name;
}

std::string Monkey::click_anywhere() {
  ui_.click(anywhere());
  return {};
}

std::string Monkey::drag() {
  ui_.drag(anywhere(), anywhere(), below(4) == 0 ? ImGuiMouseButton_Middle : ImGuiMouseButton_Left);
  return {};
}

std::string Monkey::wheel() {
  ui_.move(anywhere());
  constexpr std::array<ImGuiKey, 4> kMods = {ImGuiKey_None, ImGuiMod_Ctrl, ImGuiMod_Shift,
                                             ImGuiMod_Alt};
  const ImGuiKey mod = kMods[below(kMods.size())];
  if (mod != ImGuiKey_None) ui_.modifier(mod, true);
  const float notches = static_cast<float>(below(9)) - 4;
  for (int i = 0; i < 5; ++i) ui_.wheel(notches);
  if (mod != ImGuiKey_None) ui_.modifier(mod, false);
  return {};
}

std::string Monkey::key() {
  constexpr std::array<int, 4> kMods = {0, 0, ImGuiMod_Shift, ImGuiMod_Alt};
  const ImGuiKey key = kKeys[below(kKeys.size())];
  ui_.key(key, kMods[below(kMods.size())]);
  return ImGui::GetKeyName(key);
}

std::string Monkey::command() {
  const Command& command = commands()[below(commands().size())];
  if (std::ranges::find(kForbidden, command.id) != kForbidden.end()) return {};
  if (!command.enabled(ui_.window())) return {};
  command.run(ui_.window());
  ui_.frame();
  return std::string(command.id);
}

std::string Monkey::type() {
  const std::string_view text = kTexts[below(kTexts.size())];
  ui_.type(text);
  return std::string(text);
}

std::string Monkey::resize() {
  constexpr std::array<ImVec2, 5> kSizes = {
      {{1600, 900}, {1280, 720}, {2560, 1440}, {640, 400}, {300, 200}}};
  ImGui::GetIO().DisplaySize = kSizes[below(kSizes.size())];
  ui_.frames(2);
  return {};
}

std::string Monkey::wait() {
  for (std::size_t i = below(200); i > 0 && !ui_.window().quiet(); --i) {
    ui_.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

void Monkey::click_somehow(ImVec2 at) {
  switch (below(6)) {
    case 0:
      ui_.click(at, ImGuiMouseButton_Right);
      break;
    case 1:
      ui_.double_click(at);
      break;
    default:
      ui_.click(at);
  }
}

std::size_t Monkey::below(std::size_t end) {
  return static_cast<std::size_t>(random_() % end);
}

ImVec2 Monkey::anywhere() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {size.x * static_cast<float>(below(1000)) / 1000,
          size.y * static_cast<float>(below(1000)) / 1000};
}

ImVec2 Monkey::within(Rect rect) {
  return {rect.x0 + rect.width() * static_cast<float>(below(100)) / 100,
          rect.y0 + rect.height() * static_cast<float>(below(100)) / 100};
}

const std::string& Monkey::any_file() {
  return toys_.files[below(toys_.files.size())];
}

}  // namespace lanescope
