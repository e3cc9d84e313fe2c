#include "tests/app/golden/golden_walk.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sstream>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/seen_screen.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kZone = "TZ";
constexpr int kRestFrames = 32;  // half a second
/// So many lines are kept to be read, and of the others a hash.
constexpr std::size_t kMostReported = 14, kMostOfAll = 60;

}  // namespace

WalkWindow::WalkWindow(ImVec2 size)
    : ui({.settings = own.path() + "/settings.json",
          .proc = own.path() + "/proc",
          .example = trace_path("training.json"),
          .shows_costs = false},
         size.x, size.y) {
  const char* const zone = std::getenv(kZone);
  had_zone_ = zone != nullptr;
  if (had_zone_) zone_before_ = zone;
  ::setenv(kZone, "UTC0", 1);
  ::tzset();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigInputTextCursorBlink = false;
  io.MouseDoubleClickTime = 0;
  ui.window().settings().last_folder = folder.path();
  ui.window().settings().recordings_folder = folder.path();
  ui.window().settings().export_folder = folder.path();
}

WalkWindow::~WalkWindow() {
  if (had_zone_) {
    ::setenv(kZone, zone_before_.c_str(), 1);
  } else {
    ::unsetenv(kZone);
  }
  ::tzset();
}

std::string WalkWindow::copy_of(const std::string& trace) const {
  return copy_of_trace(trace, folder);
}

void WalkWindow::date(const std::string& path) const {
  constexpr std::chrono::sys_seconds kWritten{std::chrono::seconds(1'715'940'300)};  // 2024-05-17
  fs::last_write_time(path, std::chrono::file_clock::from_sys(kWritten));
}

void WalkWindow::run(std::string_view command) {
  const Command* const found = find_command(command);
  REQUIRE_MESSAGE(found != nullptr, command);
  REQUIRE_MESSAGE(found->enabled(ui.window()), command);
  found->run(ui.window());
  ui.frames(3);
}

void WalkWindow::type_over(std::string_view text) {
  ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  ui.type(text);
}

void WalkWindow::rest_on(std::string_view mark) {
  ui.move(within(ui.mark(mark)));
  ui.frames(kRestFrames);
}

void WalkWindow::right_click(std::string_view mark) {
  ui.click(within(ui.mark(mark)), ImGuiMouseButton_Right);
  ui.frames(2);
}

void WalkWindow::double_click(std::string_view mark) {
  ImGui::GetIO().MouseDoubleClickTime = 0.3F;
  ui.double_click(within(ui.mark(mark)));
  ImGui::GetIO().MouseDoubleClickTime = 0;
  ui.frames(2);
}

void WalkWindow::drag(std::string_view mark, ImVec2 by) {
  const ImVec2 from = within(ui.mark(mark));
  ui.drag(from, {from.x + by.x, from.y + by.y});
}

GoldenWalk::GoldenWalk(std::string name, WalkWindow& window)
    : golden_(std::move(name)), window_(window) {
  const fs::path folder = window.folder.path();
  // As the file dialog writes it.
  std::string parts;
  for (const fs::path& part : folder) {
    if (!parts.empty()) parts += parts == "/" ? " " : " / ";
    parts += part.string();
  }
  hide(folder.string(), "/FOLDER");
  hide(parts, "/ FOLDER");
  hide(folder.filename().string(), "FOLDER");
}

void GoldenWalk::hide(const std::string& words, const std::string& instead) {
  hidden_.emplace_back(words, instead);
}

void GoldenWalk::hide_all(const std::string& sign, const std::string& expression,
                          const std::string& instead) {
  hidden_expressions_.push_back({sign, std::regex(expression), instead});
}

std::string GoldenWalk::without_hidden(std::string line) const {
  for (const auto& [words, instead] : hidden_) {
    for (std::size_t at = 0; (at = line.find(words, at)) != std::string::npos; at += instead.size())
      line.replace(at, words.size(), instead);
  }
  for (const Hidden& one : hidden_expressions_) {
    if (line.find(one.sign) != std::string::npos)
      line = std::regex_replace(line, one.expression, one.instead);
  }
  return line;
}

std::vector<std::string> GoldenWalk::lines() const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Rect all{0, 0, size.x, size.y};
  const SeenScreen seen;
  std::istringstream text(seen.page(all) + seen.colors(all));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    lines.push_back(without_hidden(std::move(line)));
  return lines;
}

/// What is copied is told for a moment and fades.
void GoldenWalk::rest() const {
  UiDriver& ui = window_.ui;
  ui.frames(2);
  if (!ui.window().dialogs().is_open<FileDialog>()) ui.settle();
  REQUIRE(ui.frames_until([&] { return !ui.has_mark("copied"); }));
}

void GoldenWalk::all(const std::string& title) {
  rest();
  before_ = lines();
  golden_.add(title, News({}, before_, kMostOfAll).text);
}

void GoldenWalk::step(const std::string& title) {
  window_.ui.move({-10, -10});
  step_here(title);
}

void GoldenWalk::step_here(const std::string& title) {
  rest();
  std::vector<std::string> now = lines();
  golden_.add(title, News(now, before_, kMostReported, "- ").text +
                         News(before_, now, kMostReported, "+ ").text);
  before_ = std::move(now);
}

}  // namespace lanescope
