// Renders a character of any font file, including color fonts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

/// A face in a font file; collections contain several.
struct FontPlace {
  std::string file;
  int index = 0;

  friend bool operator==(const FontPlace&, const FontPlace&) = default;
};

/// A rendered glyph, in pixels. Empty pictures have only an advance, such as that of a space.
struct GlyphPicture {
  int width = 0, height = 0;
  int left = 0, top = 0;  // first column relative to the pen; first row above baseline
  float advance = 0;
  bool colored = false;
  std::vector<std::uint8_t> rgba;  // rows from the top; white unless colored
};

/// Keeps used font files open. One thread at a time.
class GlyphRaster {
 public:
  GlyphRaster();
  ~GlyphRaster();
  GlyphRaster(const GlyphRaster&) = delete;
  GlyphRaster& operator=(const GlyphRaster&) = delete;

  /// Null if the file does not have the character or cannot be used. Cost: about 50 µs, plus
  /// reading the file the first time.
  std::unique_ptr<GlyphPicture> draw(const FontPlace& font, char32_t character, float em_px);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace lanescope
