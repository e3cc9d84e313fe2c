#include "tests/app/golden/panes/pane_walk.h"

#include <filesystem>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/seen_screen.h"
#include "tests/text_hash.h"

namespace lanescope {
namespace {

constexpr int kRestFrames = 4;
constexpr std::size_t kMostNews = 8;  // lines that are kept to be read; of the others a hash
constexpr std::size_t kMostCopied = 160;

std::string mouse_shape() {
  return fmt::format("mouse {}", static_cast<int>(ImGui::GetMouseCursor()));
}

/// On one line, as far as it goes, and a hash of all.
std::string copied_line(const std::string& text) {
  std::string line = text.substr(0, kMostCopied);
  for (char& c : line) {
    if (c == '\n') c = '|';
    if (static_cast<unsigned char>(c) >= 0x80U) c = '?';  // may be cut through
  }
  return fmt::format("copied {} bytes, {:016x}: {}", text.size(), text_hash(text), line);
}

/// Without the folders that are another in each run.
std::string without_folders(std::string text) {
  constexpr std::string_view kFolder = "lanescope-test-";
  constexpr std::size_t kOwnPart = 6;
  for (std::size_t at = text.find(kFolder); at != std::string::npos; at = text.find(kFolder)) {
    const std::size_t before = text.find_last_of("\" ,'", at);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    text.erase(begin, at + kFolder.size() + kOwnPart - begin);
  }
  return text;
}

std::string clipboard() {
  const char* const text = ImGui::GetClipboardText();
  return text == nullptr ? "" : without_folders(text);
}

/// How wide the words of a line are that names such a folder, nobody knows.
void leave_out_folders(std::vector<std::string>& lines) {
  for (std::string& line : lines) {
    if (line.find("lanescope-test-") != std::string::npos) line = "(a folder's name)";
  }
}

/// Without the lines at the top and the bottom of the window, which tell of this run.
Rect panes_of(UiDriver& ui) {
  const float scale = ui.window().style().scale;
  const Rect usual = all_panes();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {usual.x0, usual.y0 * scale, usual.x1, size.y - (size.y - usual.y1) * scale};
}

/// What is told where the mouse rests comes at once.
void tell_at_once() {
  ImGui::GetStyle().HoverDelayNormal = ImGui::GetStyle().HoverDelayShort = 0.01F;
}

}  // namespace

void PaneWalk::see(UiDriver& ui, const std::string& title) {
  tell_at_once();
  ui.settle();
  // How far a word that fades has faded depends on how fast the machine is.
  REQUIRE(ui.frames_until([&] { return !ui.has_mark("copied"); }));
  see_now(ui, title);
}

void PaneWalk::see_now(UiDriver& ui, const std::string& title) {
  std::vector<std::string> now = SeenScreen().exact(panes_of(ui));
  leave_out_folders(now);
  now.push_back(mouse_shape());
  if (const std::string copied = clipboard(); copied != copied_) {
    copied_ = copied;
    now.push_back(copied_line(copied));
  }
  add(title, now);
}

void PaneWalk::rest(UiDriver& ui, ImVec2 at, const std::string& title) {
  tell_at_once();
  ui.move(at);
  ui.frames(kRestFrames);
  see(ui, title);
}

void PaneWalk::add(const std::string& title, const std::vector<std::string>& now) {
  std::multiset<std::string_view> known(before_.begin(), before_.end());
  text_ += "== " + title + "\n";
  std::size_t count = 0;
  std::uint64_t rest = kNoTextHash;
  for (const std::string& line : now) {
    if (const auto found = known.find(line); found != known.end()) {
      known.erase(found);
    } else if (++count <= kMostNews) {
      text_ += line + "\n";
    } else {
      rest = text_hash(line, rest);
    }
  }
  if (count > kMostNews) text_ += fmt::format("and {} more, {:016x}\n", count - kMostNews, rest);
  text_ += fmt::format("{} gone\n\n", known.size());
  before_ = now;
}

PaneWindow::PaneWindow(const std::string& trace, ImVec2 size) : ui(size.x, size.y) {
  std::filesystem::copy(trace_path(trace), folder.path() + "/" + trace,
                        std::filesystem::copy_options::recursive);
  ui.open(folder.path() + "/" + trace);
}

PaneWindow::PaneWindow(const Text& trace, ImVec2 size) : ui(size.x, size.y) {
  ui.open(folder.write("trace.json", trace.json));
}

void PaneWindow::tab(std::string_view title) {
  REQUIRE(ui.window().show_tab(title));
  mouse_away();
  ui.settle();
}

void PaneWindow::mouse_away() {
  ui.move({-10, -10});
  ui.frames(4);
}

void PaneWindow::click(std::string_view mark) {
  ui.click(mark);
  mouse_away();
}

void PaneWindow::click(ImVec2 at, int button) {
  ui.click(at, button);
  mouse_away();
}

ImVec2 within(Rect rect, float x_share, float y_share) {
  return {rect.x0 + (rect.x1 - rect.x0) * x_share, rect.y0 + (rect.y1 - rect.y0) * y_share};
}

}  // namespace lanescope
