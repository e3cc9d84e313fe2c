// The look's tokens, dark and light, as a Style; and what Dear ImGui's own pieces (text fields,
// popups) need to match.
#pragma once

#include <string>

#include "imgui.h"

#include "app/widgets/glyph_wishes.h"
#include "app/widgets/style.h"
#include "core/view/role_palette.h"

namespace lanescope {

Colors theme_colors(ThemeKind theme);

/// Sets ImGui's own style from `style`.
void apply_to_imgui(const Style& style, ThemeKind theme);

struct FontScale {
  float layout = 1;   // units of layout per pixel of look.md
  float density = 1;  // pixels of the framebuffer per unit of layout
};

struct BuiltFonts {
  Faces faces;
  std::string problem;  // a sentence for people, when files are missing or damaged
};

/// Fills the current ImGui context's atlas from the font files in `font_dir`; for files that are
/// missing or damaged ImGui's own font is taken, so there is always something to read. What
/// `supply` waits for is taken in, from the same files or a font of more scripts; without one the
/// faces note no wishes. The renderer must upload the atlas afterwards. Cost: some 30 ms; more with
/// wishes.
BuiltFonts build_fonts(const std::string& font_dir, FontScale scale, GlyphSupply* supply = nullptr);

}  // namespace lanescope
