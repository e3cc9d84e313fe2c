// A walk through the panes: after each step all that is new on the screen, to the pixel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/golden/golden_screens.h"

namespace lanescope {

/// Collects what each step brought, and compares it with NAME.golden beside this when it ends.
class PaneWalk {
 public:
  explicit PaneWalk(const std::string& name) : golden_("panes/" + name) {}

  /// What is there now and was not at the look before: words, colours, the mouse's shape, what was
  /// copied. Waits until all is computed and nothing moves.
  void see(UiDriver& ui, const std::string& title);
  /// The same without waiting.
  void see_now(UiDriver& ui, const std::string& title);
  /// The same with the mouse resting at a place, so that what is told of it is there.
  void rest(UiDriver& ui, ImVec2 at, const std::string& title);

 private:
  void add(const std::string& title, const std::vector<std::string>& now);

  GoldenText golden_;
  std::vector<std::string> before_;
  std::string copied_;
};

/// A window under hand. After each thing that is done the mouse is where nothing is told of it.
struct HandWindow {
  explicit HandWindow(ImVec2 size) : ui(size.x, size.y) {}

  void tab(std::string_view title);
  void mouse_away();
  void click(std::string_view mark);
  void click(ImVec2 at, int button = ImGuiMouseButton_Left);
  void double_click(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to, int button = ImGuiMouseButton_Left);
  /// Pressed and moved in two steps; still held.
  void hold(ImVec2 from, ImVec2 to, int button = ImGuiMouseButton_Left);
  void let_go(int button = ImGuiMouseButton_Left);
  /// A part of that time alone is in sight.
  void show(TimeRange all, double from, int part_of_all);
  /// Those that begin so.
  std::vector<std::string> marks(std::string_view head);
  std::vector<std::string> marks_from_top(std::string_view head);
  void click_each(PaneWalk& walk, std::string_view head);
  void see_each_tab(PaneWalk& walk);

  TempFolder folder;
  UiDriver ui;
};

/// A copy of tests/traces/TRACE in a window.
struct PaneWindow : HandWindow {
  explicit PaneWindow(const std::string& trace, ImVec2 size = {1600, 1000});
  /// The same of a trace's text.
  struct Text {
    std::string json;
  };
  explicit PaneWindow(const Text& trace, ImVec2 size = {1600, 1000});
};

}  // namespace lanescope
