// Screens as text, and what they were when somebody last looked. LANESCOPE_RENEW_GOLDEN=1 writes
// the .golden files anew; look at the difference before you commit it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

/// The words and the colours of the last frame, without what differs from run to run.
struct ScreenLines {
  ScreenLines();
  std::vector<std::string> lines;
};

/// Whether screens are what tests/app/golden/NAME.golden says; or writes it anew.
void check_golden(const std::string& name, const std::string& text);

/// Collects text and compares it with tests/app/golden/NAME.golden when it ends.
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

/// What of lines was not there before: the first `most` to be read, of the others a hash.
struct News {
  News(const std::vector<std::string>& before, const std::vector<std::string>& now,
       std::size_t most, const char* sign = "");
  std::string text;       // each line behind the sign
  std::size_t count = 0;  // of lines that are new
  std::size_t gone = 0;   // of lines that are there no longer
};

/// Waits until all is computed and nothing moves or fades.
void let_rest(UiDriver& ui);

/// What is told where the mouse rests comes at once from now on.
void tell_at_once();
/// The mouse goes there and stays until all that is told of it is told.
void rest_at(UiDriver& ui, ImVec2 at);

/// Collects screens and compares them with tests/app/golden/NAME.golden when it ends.
class GoldenScreens {
 public:
  explicit GoldenScreens(std::string name) : golden_(std::move(name)) {}

  /// The words and the colours within a rectangle of the last frame.
  void add(const std::string& title, Rect where);
  /// What another screen shows that the one before did not; nothing when there is nothing.
  void add_news(const std::string& title, const ScreenLines& before, const ScreenLines& now);

 private:
  GoldenText golden_;
};

/// Parts of the window without what differs from run to run, by where the lanes are.
Rect all_panes();
Rect labels_and_lanes(UiDriver& ui);
Rect details_pane(UiDriver& ui);
Rect bottom_panes(UiDriver& ui);

/// A point within, by its shares of the way.
ImVec2 within(Rect rect, float x_share = 0.5F, float y_share = 0.5F);

/// tests/traces/NAME.
std::string trace_path(const std::string& name);
/// A copy of it: marks are kept beside it.
std::string copy_of_trace(const std::string& name, const TempFolder& folder);

}  // namespace lanescope
