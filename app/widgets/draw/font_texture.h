// Dear ImGui's font texture in the renderer.
#pragma once

#include <cstdint>

namespace lanescope {

class FontTexture {
 public:
  virtual ~FontTexture() = default;
  /// Updates part of it: rows from the top, four bytes per pixel. Cost: a few microseconds per
  /// glyph.
  virtual void put(int x, int y, int width, int height, const std::uint8_t* rgba) = 0;
};

/// For use without a renderer.
class NoFontTexture final : public FontTexture {
 public:
  void put(int /*x*/, int /*y*/, int /*width*/, int /*height*/,
           const std::uint8_t* /*rgba*/) override {}
};

}  // namespace lanescope
