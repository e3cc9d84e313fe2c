// Characters that the atlas did not begin with: painted beside the window by fonts of more scripts
// and put into what the atlas has left, a few a frame, so that no frame waits for a new atlas.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "app/shell/theme/painter.h"
#include "app/shell/theme/shelves.h"
#include "app/shell/theme/theme.h"
#include "app/widgets/draw/font_texture.h"
#include "app/widgets/draw/glyph_requests.h"

namespace lanescope {

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
