// Characters that the atlas did not begin with: painted beside the window by fonts of more scripts
// and put into what the atlas has left, a few a frame, so that no frame waits for a new atlas.
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

/// Room for pictures that come one after the other: from left to right on shelves.
class Shelves {
 public:
  Shelves() = default;
  Shelves(int width, int height) : width_(width), height_(height) {}

  /// Left and top of a place with a free line around it; nullopt when there is none any more.
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
  int x_ = 0, y_ = 0, shelf_ = 0;  // where the next one goes, and how high its shelf is so far
};

/// Main thread.
class LateGlyphs {
 public:
  /// `more_scripts`: a font file that comes before the system's. `wake` asks for a frame, from any
  /// thread.
  LateGlyphs(std::string more_scripts, std::function<void()> wake);

  /// For build_fonts(). Its faces note there what they lack.
  [[nodiscard]] GlyphSupply& supply() { return supply_; }
  /// After build_fonts(): what was put into the atlas before is gone with it.
  void begin_atlas(const BuiltFonts& built);
  /// Outside a frame: orders what was wished for, and takes in what is painted. True when faces can
  /// draw more than before; they are told by their generation. Cost: under a millisecond.
  bool refresh(Faces& faces, FontTexture& texture);
  /// Something that was wished for is not there yet.
  [[nodiscard]] bool waiting() const;
  /// The next refresh() has something to order or to take in.
  [[nodiscard]] bool due() const { return supply_.waiting() || painter_.ready(); }

 private:
  void order();
  bool take_in(const PaintedGlyph& glyph, FontTexture& texture);
  void start_over();
  void note_missing(char32_t character);

  GlyphSupply supply_;
  GlyphPainter painter_;
  std::array<FaceFile, kFaceCount> files_;
  std::array<int, kFaceCount> first_glyphs_{};  // of each font, that it was built with
  AtlasRoom room_;
  Shelves shelves_;
  unsigned atlas_ = 0;   // counts new beginnings
  int since_start_ = 0;  // frames
  bool missing_noted_ = false;
};

}  // namespace lanescope
