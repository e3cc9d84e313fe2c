// A walk through the states of the whole window, the lines at its top and bottom with it: of each
// state what came and what went since the one before.
#pragma once

#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/app/golden/golden_screens.h"

namespace lanescope {

/// A window whose pictures are the same at any time and on any machine: nothing blinks, no second
/// click is a double one, clocks are those of Greenwich, and nobody tells how long something took.
class WalkWindow {
 public:
  explicit WalkWindow(ImVec2 size = {1200, 760});
  ~WalkWindow();
  WalkWindow(const WalkWindow&) = delete;
  WalkWindow& operator=(const WalkWindow&) = delete;

  /// A copy of a trace of tests/traces: marks are kept beside it.
  std::string copy_of(const std::string& trace) const;
  /// What a file dialog tells of that file or folder.
  void date(const std::string& path) const;
  void run(std::string_view command);
  /// In place of all that is written in the field.
  void type_over(std::string_view text);
  /// The mouse goes there and stays until all that is told of it is told.
  void rest_on(std::string_view mark);
  void right_click(std::string_view mark);
  void double_click(std::string_view mark);
  void drag(std::string_view mark, ImVec2 by);

 private:
  std::string zone_before_;
  bool had_zone_ = false;

 public:
  TempFolder folder;
  TempFolder own;  // settings, and the processes that there are
  UiDriver ui;
};

/// Compares what it was shown with tests/app/golden/NAME.golden when it ends.
class GoldenWalk {
 public:
  GoldenWalk(std::string name, WalkWindow& window);

  /// Stands in place of words that differ from run to run.
  void hide(const std::string& words, const std::string& instead);
  /// The same for an expression, in lines that hold `sign`.
  void hide_all(const std::string& sign, const std::string& expression, const std::string& instead);
  /// The whole screen, once the window rests.
  void all(const std::string& title);
  /// What is new, once the window rests and the mouse is elsewhere.
  void step(const std::string& title);
  /// The same, with the mouse where it is.
  void step_here(const std::string& title);

 private:
  [[nodiscard]] std::vector<std::string> lines() const;
  [[nodiscard]] std::string without_hidden(std::string line) const;
  void rest() const;

  GoldenText golden_;
  WalkWindow& window_;
  std::vector<std::pair<std::string, std::string>> hidden_;
  struct Hidden {
    std::string sign;
    std::regex expression;
    std::string instead;
  };
  std::vector<Hidden> hidden_expressions_;
  std::vector<std::string> before_;
};

}  // namespace lanescope
