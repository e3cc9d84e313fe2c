// Finds a system font that can draw a character.
#pragma once

#include <optional>

#include "app/shell/theme/raster.h"

namespace lanescope {

/// One source a system: by fontconfig, with the user's preferences; on Windows from a list of its
/// own fonts. One thread at a time.
class FontSearch {
 public:
  FontSearch();
  ~FontSearch();
  FontSearch(const FontSearch&) = delete;
  FontSearch& operator=(const FontSearch&) = delete;

  /// The best sans-serif font that has the character; nullopt if there is none, or no fontconfig.
  /// Cost: a few milliseconds the first time, and for each character that no previously found font
  /// has.
  std::optional<FontPlace> find(char32_t character);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> fonts_;
};

}  // namespace lanescope
