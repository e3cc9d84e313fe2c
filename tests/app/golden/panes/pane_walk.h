// A walk through the panes: after each step, everything new on the screen, pixel-exact.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/golden/golden_screens.h"

namespace lanescope {

/// Collects what each step changed, and compares it with NAME.golden in this folder on destruction.
class PaneWalk {
 public:
  explicit PaneWalk(const std::string& name) : golden_("panes/" + name) {}

  /// Adds what is new since the last look: words, colors, the mouse cursor, copied text. Waits
  /// until everything is computed and nothing moves.
  void see(UiDriver& ui, const std::string& title);
  /// The same without waiting.
  void see_now(UiDriver& ui, const std::string& title);
  /// The same with the mouse resting at a place, so that its tooltip is shown.
  void rest(UiDriver& ui, ImVec2 at, const std::string& title);

 private:
  void add(const std::string& title, const std::vector<std::string>& now);

  GoldenText golden_;
  std::vector<std::string> before_;
  std::string copied_;
};

/// A window operated by hand. After each action the mouse is moved to where it shows no tooltip.
struct HandWindow {
  /// The bottom panes are as high as in a window of usual height, as if the user had dragged them
  /// there: the screens are about the panes, not about how a window shares its height.
  explicit HandWindow(ImVec2 size) : ui(size.x, size.y) {
    ui.window().settings().panes.bottom_px = PaneSizes().bottom_px - 0.1F;
  }

  void tab(std::string_view title);
  void mouse_away();
  void click(std::string_view mark);
  void click(ImVec2 at, int button = ImGuiMouseButton_Left);
  void double_click(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to, int button = ImGuiMouseButton_Left);
  /// Presses and moves in two steps; the button stays down.
  void hold(ImVec2 from, ImVec2 to, int button = ImGuiMouseButton_Left);
  void let_go(int button = ImGuiMouseButton_Left);
  /// Shows only a fraction of that time.
  void show(TimeRange all, double from, int part_of_all);
  /// The marks whose names start with `head`.
  std::vector<std::string> marks(std::string_view head);
  std::vector<std::string> marks_from_top(std::string_view head);
  void click_each(PaneWalk& walk, std::string_view head);
  void see_each_tab(PaneWalk& walk);

  TempFolder folder;
  UiDriver ui;
};

/// A window with a copy of tests/traces/TRACE.
struct PaneWindow : HandWindow {
  explicit PaneWindow(const std::string& trace, ImVec2 size = {1600, 1000});
  /// The same for the text of a trace.
  struct Text {
    std::string json;
  };
  explicit PaneWindow(const Text& trace, ImVec2 size = {1600, 1000});
};

}  // namespace lanescope
