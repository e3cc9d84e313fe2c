// Dear ImGui's font texture, as the renderer has it.
#pragma once

#include <cstdint>

namespace lanescope {

class FontTexture {
 public:
  virtual ~FontTexture() = default;
  /// Puts pixels into it, rows from the top, four bytes each. Cost: of a glyph some microseconds.
  virtual void put(int x, int y, int width, int height, const std::uint8_t* rgba) = 0;
};

/// Where there is no renderer.
class NoFontTexture final : public FontTexture {
 public:
  void put(int /*x*/, int /*y*/, int /*width*/, int /*height*/,
           const std::uint8_t* /*rgba*/) override {}
};

}  // namespace lanescope
