// A walk through the panes: after each step all that is new on the screen, to the pixel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/golden/golden_screens.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

/// Collects what each step brought, and compares it with NAME.golden beside this when it ends.
class PaneWalk {
 public:
  explicit PaneWalk(const std::string& name) : name_("panes/" + name) {}
  ~PaneWalk() { check_golden(name_, text_); }
  PaneWalk(const PaneWalk&) = delete;
  PaneWalk& operator=(const PaneWalk&) = delete;

  /// What is there now and was not at the look before: words, colours, the mouse's shape, what was
  /// copied. Waits until all is computed and nothing moves.
  void see(UiDriver& ui, const std::string& title);
  /// The same without waiting.
  void see_now(UiDriver& ui, const std::string& title);
  /// The same with the mouse resting at a place, so that what is told of it is there.
  void rest(UiDriver& ui, ImVec2 at, const std::string& title);

 private:
  void add(const std::string& title, const std::vector<std::string>& now);

  std::string name_, text_;
  std::vector<std::string> before_;
  std::string copied_;
};

/// A copy of tests/traces/TRACE in a window: marks are kept beside it.
struct PaneWindow {
  explicit PaneWindow(const std::string& trace, ImVec2 size = {1600, 1000});
  /// The same of a trace's text.
  struct Text {
    std::string json;
  };
  explicit PaneWindow(const Text& trace, ImVec2 size = {1600, 1000});

  void tab(std::string_view title);
  /// To where nothing is told of it.
  void mouse_away();
  void click(std::string_view mark);
  void click(ImVec2 at, int button = ImGuiMouseButton_Left);

  TempFolder folder;
  UiDriver ui;
};

/// A point within, by its shares of the way.
ImVec2 within(Rect rect, float x_share = 0.5F, float y_share = 0.5F);

}  // namespace lanescope
