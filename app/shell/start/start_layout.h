// How the start page divides its column: what stands side by side in a large window is one below
// the other in a small one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct StartWords {
  std::string_view what_for;                  // below the name of the program
  std::span<const std::string_view> buttons;  // labels
  std::string_view hint;                      // below the buttons
  std::string_view link;                      // a text button that belongs to it; may be empty
};

/// Heights in pixels.
struct StartLayout {
  float words_px = 0;                   // what the program is for
  std::size_t side_by_side = 1;         // buttons
  float button_px = 0, buttons_px = 0;  // of one, and of all
  float hint_px = 0;
  bool link_below = false;  // else it is on the right of the hint

  /// For a column of that width. Cost: measures the words.
  static StartLayout of(const Ui& ui, float width, const StartWords& words);
  /// The name of the program, and what is below it up to the recent files.
  [[nodiscard]] float head_px(const Ui& ui) const;
};

/// Of the line with the name of the program.
inline constexpr float kStartNamePx = 42;
/// Between two buttons.
inline constexpr float kStartGapPx = 12;

}  // namespace lanescope
