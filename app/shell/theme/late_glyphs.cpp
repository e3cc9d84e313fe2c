#include "app/shell/theme/late_glyphs.h"

#include <cmath>

#include "imgui.h"
#include <fmt/format.h>

#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostInFrame = 64;
/// Limits resets of the added glyphs when there is no more room. If more are shown at once than
/// fit, the first ones stay visible in between.
constexpr int kFramesBetweenStarts = 120;

ImFont& font_of(std::size_t face) {
  return *ImGui::GetIO().Fonts->Fonts[static_cast<int>(face)];
}

/// ImGui's glyph for tabs is always the last one, and is re-created when the font is finished.
void drop_tab(ImFont& font) {
  if (!font.Glyphs.empty() && font.Glyphs.back().Codepoint == '\t') font.Glyphs.pop_back();
}

}  // namespace

LateGlyphs::LateGlyphs(std::string more_scripts, std::function<void()> wake)
    : painter_({std::move(more_scripts)}, std::move(wake)) {}

void LateGlyphs::begin_atlas(const BuiltFonts& built) {
  files_ = built.files;
  room_ = built.room;
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    drop_tab(font_of(face));
    first_glyphs_[face] = font_of(face).Glyphs.Size;
  }
  start_over();
}

void LateGlyphs::start_over() {
  ++atlas_;
  since_start_ = 0;
  shelves_ = Shelves(room_.width, room_.height);
  painter_.forget();
  for (GlyphRequests& requests : supply_.requests) requests.forget();
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    ImFont& font = font_of(face);
    drop_tab(font);
    if (font.Glyphs.Size != first_glyphs_[face]) font.Glyphs.resize(first_glyphs_[face]);
    finish_font(font);
  }
}

void LateGlyphs::order() {
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    for (const char32_t character : supply_.requests[face].take())
      painter_.order({atlas_, face, character, files_[face].path, files_[face].em_px});
  }
}

bool LateGlyphs::refresh(Faces& faces, FontTexture& texture) {
  ++since_start_;
  order();
  std::array<bool, kFaceCount> grown{};
  bool full = false;
  for (const PaintedGlyph& glyph : painter_.take(kMostInFrame)) {
    if (glyph.order.atlas != atlas_ || full) continue;
    if (glyph.picture == nullptr) {
      note_missing(glyph.order.character);
      continue;
    }
    full = !take_in(glyph, texture);
    grown[glyph.order.face] |= !full;
  }
  bool any = false;
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    if (grown[face]) finish_font(font_of(face));
    any = any || grown[face];
  }
  if (full && since_start_ > kFramesBetweenStarts) {
    start_over();
    any = true;
  }
  if (!any) return false;
  ++supply_.generation;
  for (Face Faces::*const face : kAllFaces) (faces.*face).atlas = supply_.generation;
  return true;
}

/// False if there is no room for it.
bool LateGlyphs::take_in(const PaintedGlyph& glyph, FontTexture& texture) {
  ImFont& font = font_of(glyph.order.face);
  const GlyphPicture& picture = *glyph.picture;
  const auto c = static_cast<ImWchar>(glyph.order.character);
  drop_tab(font);
  if (picture.width == 0) {
    font.AddGlyph(nullptr, c, 0, 0, 0, 0, 0, 0, 0, 0, picture.advance);
    return true;
  }
  const auto place = shelves_.place(picture.width, picture.height);
  if (!place) return false;
  const int x = room_.x + place->first;
  const int y = room_.y + place->second;
  texture.put(x, y, picture.width, picture.height, picture.rgba.data());
  const auto number = [](int value) { return static_cast<float>(value); };
  const ImVec2 uv = ImGui::GetIO().Fonts->TexUvScale;
  const float left = number(picture.left);
  const float top = std::round(font.Ascent) - number(picture.top);
  font.AddGlyph(nullptr, c, left, top, left + number(picture.width), top + number(picture.height),
                number(x) * uv.x, number(y) * uv.y, number(x + picture.width) * uv.x,
                number(y + picture.height) * uv.y, picture.advance);
  font.Glyphs.back().Colored = picture.colored ? 1 : 0;
  return true;
}

/// Logs only the first one: if a script is missing, all its characters are.
void LateGlyphs::note_missing(char32_t character) {
  if (std::exchange(missing_noted_, true)) return;
  log_line(LogLevel::Warning,
           fmt::format(
               "no installed font has the character U+{:04X}, which is shown as a question mark; "
               "packages such as fonts-noto provide fonts for most scripts",
               static_cast<std::uint32_t>(character)));
}

bool LateGlyphs::waiting() const {
  return supply_.waiting() || painter_.busy();
}

}  // namespace lanescope
