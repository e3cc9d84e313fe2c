// The colors and fonts of the dark and the light theme as a Style, and matching settings for Dear
// ImGui's own widgets (text fields, popups).
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "imgui.h"

#include "app/widgets/draw/glyph_requests.h"
#include "app/widgets/draw/style.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

Colors theme_colors(ThemeKind theme);

/// Sets ImGui's style from `style`.
void apply_to_imgui(const Style& style, ThemeKind theme);

struct FontScale {
  float layout = 1;   // layout units per design pixel
  float density = 1;  // framebuffer pixels per layout unit
};

inline constexpr std::size_t kFaceCount = 12;
/// In the order of their fonts in the atlas.
inline constexpr std::array<Face Faces::*, kFaceCount> kAllFaces{
    &Faces::ui,   &Faces::strong, &Faces::small, &Faces::lane,    &Faces::group, &Faces::slice,
    &Faces::tiny, &Faces::head,   &Faces::title, &Faces::display, &Faces::mono,  &Faces::icon};

/// The font of a face.
struct FaceFile {
  std::string path;
  float em_px = 0;  // in framebuffer pixels
};

/// The free part of the atlas for glyphs added later, in pixels.
struct AtlasRoom {
  int x = 0, y = 0, width = 0, height = 0;
};

struct BuiltFonts {
  Faces faces;
  std::string problem;  // a sentence for the user, if files are missing or damaged
  std::array<FaceFile, kFaceCount> files;
  AtlasRoom room;
};

/// Fills the current ImGui context's atlas from the font files in `font_dir`. Uses ImGui's built-in
/// font for missing or damaged files, so there is always readable text. The faces note missing
/// glyphs in `supply`, unless it is null. The renderer must upload the atlas afterwards. Cost:
/// about 30 ms.
BuiltFonts build_fonts(const std::string& font_dir, FontScale scale, GlyphSupply* supply = nullptr);

/// Makes a font whose glyphs have changed ready to draw again. Cost: about 100 µs.
void finish_font(ImFont& font);

}  // namespace lanescope
