// Monospaced text that grows at its end: scrolling, selection of entire lines, copying.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct LogContent {
  std::size_t lines = 0;
  std::uint64_t dropped = 0;  // lines dropped before these; the first line has this number
  std::function<std::string_view(std::size_t line)> line;
};

/// Lines [begin, end) by their current index.
struct LogRange {
  std::size_t begin = 0, end = 0;
};

/// Follows the end until the user scrolls up, and again once the user scrolls back to the end.
class LogView {
 public:
  /// Draws in the current window. Returns the lines that the user wants to copy. Cost: O(visible
  /// lines).
  std::optional<LogRange> draw(const Ui& ui, Rect area, const LogContent& content);
  /// The selected lines, or all if none are selected.
  [[nodiscard]] LogRange chosen(const LogContent& content) const;
  [[nodiscard]] bool follows() const { return follows_; }
  void follow() { follows_ = true; }

 private:
  struct Selection {
    std::uint64_t anchor = 0, head = 0;  // line numbers, both inclusive
  };
  void take_mouse(const Ui& ui, Rect area, const LogContent& content);
  void draw_lines(const Ui& ui, Rect area, const LogContent& content);

  float scroll_px_ = 0, side_px_ = 0, widest_px_ = 0;
  bool follows_ = true;
  std::uint64_t anchor_ = 0;  // line number where the mouse button was pressed
  std::optional<Selection> selection_;
};

}  // namespace lanescope
