// Screens as text, and what they were when somebody last looked. LANESCOPE_RENEW_GOLDEN=1 writes
// the .golden files anew; look at the difference before you commit it.
#pragma once

#include <string>
#include <vector>

#include "tests/app/ui_driver.h"

namespace lanescope {

/// The words and the colours of the last frame, without what differs from run to run.
struct ScreenLines {
  ScreenLines();
  std::vector<std::string> lines;
};

/// Collects screens and compares them with tests/app/golden/NAME.golden when it ends.
class GoldenScreens {
 public:
  explicit GoldenScreens(std::string name) : name_(std::move(name)) {}
  ~GoldenScreens();
  GoldenScreens(const GoldenScreens&) = delete;
  GoldenScreens& operator=(const GoldenScreens&) = delete;

  /// The words and the colours within a rectangle of the last frame.
  void add(const std::string& title, Rect where);
  /// What another screen shows that the one before did not; nothing when there is nothing.
  void add_news(const std::string& title, const ScreenLines& before, const ScreenLines& now);

 private:
  std::string name_, text_;
};

/// Compares with tests/app/golden/NAME.golden, or writes it.
void keep_or_compare(const std::string& name, const std::string& text);

/// Parts of the window without what differs from run to run, by where the lanes are.
Rect all_panes();
Rect labels_and_lanes(UiDriver& ui);
Rect details_pane(UiDriver& ui);
Rect bottom_panes(UiDriver& ui);

/// tests/traces/NAME.
std::string trace_path(const std::string& name);

}  // namespace lanescope
