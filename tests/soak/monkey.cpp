#include "tests/soak/monkey.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "app/shell/commands.h"

namespace lanescope {
namespace {

/// What would end the run or start programs.
constexpr std::array<std::string_view, 2> kForbidden = {"quit", "record"};

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

}  // namespace

Monkey::Monkey(UiDriver& ui, std::vector<std::string> files, std::string folder, std::uint64_t seed)
    : ui_(ui), files_(std::move(files)), folder_(std::move(folder)), random_(seed) {}

const std::vector<Monkey::Action>& Monkey::actions() {
  static const std::vector<Action> all = {
      {"open", 3, &Monkey::open_file},       {"ranks", 1, &Monkey::open_ranks},
      {"compare", 2, &Monkey::compare},      {"click", 40, &Monkey::click_mark},
      {"poke", 15, &Monkey::click_anywhere}, {"drag", 12, &Monkey::drag},
      {"wheel", 15, &Monkey::wheel},         {"key", 40, &Monkey::key},
      {"command", 20, &Monkey::command},     {"type", 8, &Monkey::type},
      {"resize", 2, &Monkey::resize},        {"wait", 6, &Monkey::wait},
  };
  return all;
}

std::string Monkey::act() {
  int sum = 0;
  for (const Action& action : actions()) sum += action.weight;
  auto at = static_cast<int>(below(static_cast<std::size_t>(sum)));
  for (const Action& action : actions()) {
    at -= action.weight;
    if (at < 0) return std::string(action.name) + " " + (this->*action.run)();
  }
  return {};
}

void Monkey::close_all() {
  for (int i = 0; i < 5; ++i) ui_.key(ImGuiKey_Escape);
  ui_.window().stop_loading();
  for (int i = 0; i < 3 && (ui_.window().trace() != nullptr || ui_.window().ranks() != nullptr);
       ++i)
    ui_.window().close_trace();
  // A busy machine takes its time to end what was begun.
  for (int i = 0; i < 10 && !ui_.frames_until([this] { return ui_.window().quiet(); }); ++i) {
  }
}

std::string Monkey::open_file() {
  const std::string& file = any_file();
  ui_.window().open(file);
  ui_.frame();
  return file;
}

std::string Monkey::open_ranks() {
  ui_.window().drop({folder_});
  ui_.frame();
  return folder_;
}

std::string Monkey::compare() {
  const std::string& file = any_file();
  if (ui_.window().trace() != nullptr) ui_.window().compare_with(file);
  ui_.frame();
  return file;
}

std::string Monkey::click_mark() {
  const auto names = ui_.mark_names();
  if (names.empty()) return {};
  const std::string name = names[below(names.size())];
  const Rect rect = ui_.mark(name);
  const ImVec2 at{rect.x0 + rect.width() * static_cast<float>(below(100)) / 100,
                  rect.y0 + rect.height() * static_cast<float>(below(100)) / 100};
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
  ui_.frames_until([this] { return ui_.window().quiet(); });
  return {};
}

std::size_t Monkey::below(std::size_t end) {
  return static_cast<std::size_t>(random_() % end);
}

ImVec2 Monkey::anywhere() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {size.x * static_cast<float>(below(1000)) / 1000,
          size.y * static_cast<float>(below(1000)) / 1000};
}

const std::string& Monkey::any_file() {
  return files_[below(files_.size())];
}

}  // namespace lanescope
