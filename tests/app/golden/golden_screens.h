// Screens as text, compared with approved ones. LANESCOPE_RENEW_GOLDEN=1 rewrites the .golden
// files; review the diff before you commit it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

/// The words and colors of the last frame, without what varies between runs.
struct ScreenLines {
  ScreenLines();
  std::vector<std::string> lines;
};

/// Compares with tests/app/golden/NAME.golden, or rewrites it.
void check_golden(const std::string& name, const std::string& text);

/// Collects text and compares it with tests/app/golden/NAME.golden on destruction.
class GoldenText {
 public:
  explicit GoldenText(std::string name) : name_(std::move(name)) {}
  ~GoldenText() { check_golden(name_, text_); }
  GoldenText(const GoldenText&) = delete;
  GoldenText& operator=(const GoldenText&) = delete;

  void add(const std::string& title, const std::string& text) {
    text_ += "== " + title + "\n" + text + "\n";
  }

 private:
  std::string name_, text_;
};

/// The lines that were not there before: the first `most` as text, the others as a hash.
struct News {
  News(const std::vector<std::string>& before, const std::vector<std::string>& now,
       std::size_t most, const char* sign = "");
  std::string text;       // each line prefixed with the sign
  std::size_t count = 0;  // new lines
  std::size_t gone = 0;   // removed lines
};

/// Waits until everything is computed and nothing moves or fades.
void let_rest(UiDriver& ui);

/// Tooltips appear without delay from now on.
void tell_at_once();
/// Moves the mouse there and waits until the tooltip is complete.
void rest_at(UiDriver& ui, ImVec2 at);

/// Collects screens and compares them with tests/app/golden/NAME.golden on destruction.
class GoldenScreens {
 public:
  explicit GoldenScreens(std::string name) : golden_(std::move(name)) {}

  /// Adds the words and colors within a rectangle of the last frame.
  void add(const std::string& title, Rect where);
  /// Adds what is new on the second screen; adds nothing if there is nothing new.
  void add_news(const std::string& title, const ScreenLines& before, const ScreenLines& now);

 private:
  GoldenText golden_;
};

/// Parts of the window without what varies between runs, located by the lanes.
Rect all_panes();
Rect labels_and_lanes(UiDriver& ui);
Rect details_pane(UiDriver& ui);
Rect bottom_panes(UiDriver& ui);

/// A point in the rectangle, by its fractions of the width and height.
ImVec2 within(Rect rect, float x_share = 0.5F, float y_share = 0.5F);

/// tests/traces/NAME.
std::string trace_path(const std::string& name);
/// A copy of it, because marks are saved next to the trace.
std::string copy_of_trace(const std::string& name, const TempFolder& folder);

}  // namespace lanescope
