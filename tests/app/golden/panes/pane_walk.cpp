#include "tests/app/golden/panes/pane_walk.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/seen_screen.h"
#include "tests/text_hash.h"

namespace lanescope {
namespace {

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

}  // namespace

void PaneWalk::see(UiDriver& ui, const std::string& title) {
  tell_at_once();
  let_rest(ui);
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
  rest_at(ui, at);
  see(ui, title);
}

void PaneWalk::add(const std::string& title, const std::vector<std::string>& now) {
  const News news(before_, now, kMostNews);
  golden_.add(title, news.text + fmt::format("{} gone\n", news.gone));
  before_ = now;
}

void HandWindow::tab(std::string_view title) {
  REQUIRE(ui.show_tab(title));
  mouse_away();
  ui.settle();
}

void HandWindow::mouse_away() {
  ui.move({-10, -10});
  ui.frames(4);
}

void HandWindow::click(std::string_view mark) {
  ui.click(mark);
  mouse_away();
}

void HandWindow::click(ImVec2 at, int button) {
  ui.click(at, button);
  mouse_away();
}

void HandWindow::double_click(ImVec2 at) {
  ui.double_click(at);
  mouse_away();
}

void HandWindow::drag(ImVec2 from, ImVec2 to, int button) {
  ui.drag(from, to, button);
  mouse_away();
}

void HandWindow::hold(ImVec2 from, ImVec2 to, int button) {
  ui.move(from);
  ui.frame();
  ui.press(button);
  ui.move({(from.x + to.x) / 2, (from.y + to.y) / 2});
  ui.move(to);
  ui.frame();
}

void HandWindow::let_go(int button) {
  ui.release(button);
  mouse_away();
}

void HandWindow::show(TimeRange all, double from, int part_of_all) {
  const auto begin = all.begin_ns + static_cast<Ns>(from * static_cast<double>(all.length_ns()));
  ui.view().viewport.show({begin, begin + all.length_ns() / part_of_all});
  mouse_away();
}

std::vector<std::string> HandWindow::marks(std::string_view head) {
  std::vector<std::string> found;
  for (const std::string& name : ui.mark_names()) {
    if (name.starts_with(head)) found.push_back(name);
  }
  return found;
}

std::vector<std::string> HandWindow::marks_from_top(std::string_view head) {
  std::vector<std::string> found = marks(head);
  std::ranges::sort(found, {}, [&](const std::string& name) { return ui.mark(name).y0; });
  return found;
}

void HandWindow::click_each(PaneWalk& walk, std::string_view head) {
  for (const std::string& name : marks(head)) {
    click(name);
    walk.see(ui, name);
  }
}

void HandWindow::see_each_tab(PaneWalk& walk) {
  for (const std::string_view title : ui.tabs()) {
    tab(title);
    walk.see(ui, std::string(title));
  }
}

PaneWindow::PaneWindow(const std::string& trace, ImVec2 size) : HandWindow(size) {
  ui.open(copy_of_trace(trace, folder));
}

PaneWindow::PaneWindow(const Text& trace, ImVec2 size) : HandWindow(size) {
  ui.open(folder.write("trace.json", trace.json));
}

}  // namespace lanescope
