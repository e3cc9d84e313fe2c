// The look's tokens, dark and light, as a Style; and what Dear ImGui's own pieces (text fields,
// popups) need to match.
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

/// Sets ImGui's own style from `style`.
void apply_to_imgui(const Style& style, ThemeKind theme);

struct FontScale {
  float layout = 1;   // units of layout per pixel of look.md
  float density = 1;  // pixels of the framebuffer per unit of layout
};

inline constexpr std::size_t kFaceCount = 12;
/// In the order that the atlas has their fonts.
inline constexpr std::array<Face Faces::*, kFaceCount> kAllFaces{
    &Faces::ui,   &Faces::strong, &Faces::small, &Faces::lane,    &Faces::group, &Faces::slice,
    &Faces::tiny, &Faces::head,   &Faces::title, &Faces::display, &Faces::mono,  &Faces::icon};

/// What a face is drawn from.
struct FaceFile {
  std::string path;
  float em_px = 0;  // pixels of the framebuffer
};

/// Of the atlas, left free for glyphs that come later; in pixels.
struct AtlasRoom {
  int x = 0, y = 0, width = 0, height = 0;
};

struct BuiltFonts {
  Faces faces;
  std::string problem;  // a sentence for people, when files are missing or damaged
  std::array<FaceFile, kFaceCount> files;
  AtlasRoom room;
};

/// Fills the current ImGui context's atlas from the font files in `font_dir`; for files that are
/// missing or damaged ImGui's own font is taken, so there is always something to read. The faces
/// note in `supply` what they lack; without one they do not. The renderer must upload the atlas
/// afterwards. Cost: some 30 ms.
BuiltFonts build_fonts(const std::string& font_dir, FontScale scale, GlyphSupply* supply = nullptr);

/// A font whose glyphs have changed is ready to draw again. Cost: some 100 µs.
void finish_font(ImFont& font);

}  // namespace lanescope
