// A walk through the states of the window, including the bars at its top and bottom: for each
// state, what appeared and disappeared since the previous one.
#pragma once

#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/app/golden/golden_screens.h"

namespace lanescope {

/// A window whose pictures are the same at any time and on any machine: nothing blinks, two clicks
/// are never a double click, the time zone is UTC, and durations of operations are not shown.
class WalkWindow {
 public:
  explicit WalkWindow(ImVec2 size = {1200, 760});
  ~WalkWindow();
  WalkWindow(const WalkWindow&) = delete;
  WalkWindow& operator=(const WalkWindow&) = delete;

  /// A copy of a trace from tests/traces, because marks are saved next to it.
  std::string copy_of(const std::string& trace) const;
  /// Sets the date that a file dialog shows for that file or folder.
  void date(const std::string& path) const;
  void run(std::string_view command);
  /// Replaces the text of the field.
  void type_over(std::string_view text);
  /// Moves the mouse there and waits until the tooltip is complete.
  void rest_on(std::string_view mark);
  void right_click(std::string_view mark);
  void double_click(std::string_view mark);
  void drag(std::string_view mark, ImVec2 by);

 private:
  std::string zone_before_;
  bool had_zone_ = false;

 public:
  TempFolder folder;
  TempFolder own;  // settings, and the simulated processes
  UiDriver ui;
};

/// Compares what it was shown with tests/app/golden/NAME.golden on destruction.
class GoldenWalk {
 public:
  GoldenWalk(std::string name, WalkWindow& window);

  /// Replaces words that vary between runs.
  void hide(const std::string& words, const std::string& instead);
  /// The same for a regular expression, in lines that contain `sign`.
  void hide_all(const std::string& sign, const std::string& expression, const std::string& instead);
  /// Adds the entire screen, once the window is at rest.
  void all(const std::string& title);
  /// Adds what is new, once the window is at rest and the mouse is out of the way.
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
