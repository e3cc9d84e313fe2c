// Characters that the atlas did not start with: drawn in the background from fonts for more scripts
// and added to the free part of the atlas, a few per frame, so no frame waits for a new atlas.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/shell/theme/painter.h"
#include "app/shell/theme/theme.h"
#include "app/widgets/draw/font_texture.h"
#include "app/widgets/draw/glyph_requests.h"

namespace lanescope {

/// Allocates space for pictures one by one: from left to right on shelves.
class Shelves {
 public:
  Shelves() = default;
  Shelves(int width, int height) : width_(width), height_(height) {}

  /// Left and top of a free place with a one-pixel margin; nullopt if there is none.
  std::optional<std::pair<int, int>> place(int width, int height) {
    if (x_ + width + 1 > width_) {
      y_ += shelf_;
      x_ = shelf_ = 0;
    }
    if (x_ + width + 1 > width_ || y_ + height + 1 > height_) return std::nullopt;
    const std::pair at(x_, y_);
    x_ += width + 1;
    shelf_ = std::max(shelf_, height + 1);
    return at;
  }

 private:
  int width_ = 0, height_ = 0;
  int x_ = 0, y_ = 0, shelf_ = 0;  // where the next picture goes, and the height of its shelf
};

/// Main thread.
class LateGlyphs {
 public:
  /// `more_scripts`: a font file that is tried before the system's fonts. `wake` requests a frame,
  /// from any thread.
  LateGlyphs(std::string more_scripts, std::function<void()> wake);

  /// For build_fonts(), whose faces note missing glyphs there.
  [[nodiscard]] GlyphSupply& supply() { return supply_; }
  /// Call after build_fonts(): glyphs added to the previous atlas are gone.
  void begin_atlas(const BuiltFonts& built);
  /// Call outside a frame: orders missing glyphs and adds those that are ready. True if the faces
  /// can draw more than before, which also changes their `atlas`. Cost: under a millisecond.
  bool refresh(Faces& faces, FontTexture& texture);
  /// Some requested glyphs are not ready yet.
  [[nodiscard]] bool waiting() const;
  /// The next refresh() has something to do.
  [[nodiscard]] bool due() const { return supply_.waiting() || painter_.ready(); }

 private:
  void order();
  bool take_in(const PaintedGlyph& glyph, FontTexture& texture);
  void start_over();
  void note_missing(char32_t character);

  GlyphSupply supply_;
  GlyphPainter painter_;
  std::array<FaceFile, kFaceCount> files_;
  std::array<int, kFaceCount> first_glyphs_{};  // of each font, as built
  AtlasRoom room_;
  Shelves shelves_;
  unsigned atlas_ = 0;   // number of times the added glyphs were reset
  int since_start_ = 0;  // number of frames
  bool missing_noted_ = false;
};

}  // namespace lanescope
