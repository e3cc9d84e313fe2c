// One character of any font file as a picture, also of fonts in colour.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

/// A face of a font file: collections hold several.
struct FontPlace {
  std::string file;
  int index = 0;

  friend bool operator==(const FontPlace&, const FontPlace&) = default;
};

/// What is drawn, in pixels. Empty pictures have an advance only, as a space has.
struct GlyphPicture {
  int width = 0, height = 0;
  int left = 0, top = 0;  // of its first column from the pen, of its first row above the base line
  float advance = 0;
  bool colored = false;
  std::vector<std::uint8_t> rgba;  // rows from the top; white where it is not colored
};

/// Keeps the files open that it was asked for. One thread at a time.
class GlyphRaster {
 public:
  GlyphRaster();
  ~GlyphRaster();
  GlyphRaster(const GlyphRaster&) = delete;
  GlyphRaster& operator=(const GlyphRaster&) = delete;

  /// Null when the file has no such character, or can not be used. Cost: some 50 µs, and the
  /// reading of the file the first time.
  std::unique_ptr<GlyphPicture> draw(const FontPlace& font, char32_t character, float em_px);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace lanescope
