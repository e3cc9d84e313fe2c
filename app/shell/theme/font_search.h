// Which of the fonts that the system has can draw a character.
#pragma once

#include <optional>

#include "app/shell/theme/raster.h"

namespace lanescope {

/// Asks fontconfig, with the user's own preferences. One thread at a time.
class FontSearch {
 public:
  FontSearch();
  ~FontSearch();
  FontSearch(const FontSearch&) = delete;
  FontSearch& operator=(const FontSearch&) = delete;

  /// The best font without serifs that has the character; nullopt when none has it. Cost: some
  /// milliseconds the first time, and for each character that no font found before has.
  std::optional<FontPlace> find(char32_t character);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> fonts_;
};

}  // namespace lanescope
