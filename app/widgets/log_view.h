// Many lines of monospaced text that grow at their end: scrolled, selected by whole lines, copied.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct LogContent {
  std::size_t lines = 0;
  std::uint64_t dropped = 0;  // lines that were before them: the first has this number
  std::function<std::string_view(std::size_t line)> line;
};

/// Lines [begin, end) by their place now.
struct LogRange {
  std::size_t begin = 0, end = 0;
};

/// Shows the end until the user scrolls up, and again from there on that the end is reached.
class LogView {
 public:
  /// Draws in the current window. Cost: O(lines in sight). Something: the user wants these lines on
  /// the clipboard.
  std::optional<LogRange> draw(const Ui& ui, Rect area, const LogContent& content);
  /// The selected lines, else all.
  [[nodiscard]] LogRange chosen(const LogContent& content) const;
  [[nodiscard]] bool follows() const { return follows_; }
  void follow() { follows_ = true; }

 private:
  struct Selection {
    std::uint64_t anchor = 0, head = 0;  // numbers of lines, both included
  };
  void take_mouse(const Ui& ui, Rect area, const LogContent& content);
  void draw_lines(const Ui& ui, Rect area, const LogContent& content);

  float scroll_px_ = 0, side_px_ = 0, widest_px_ = 0;
  bool follows_ = true;
  std::uint64_t anchor_ = 0;  // where the mouse went down
  std::optional<Selection> selection_;
};

}  // namespace lanescope
