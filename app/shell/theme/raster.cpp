#include "app/shell/theme/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ft2build.h>
#include <utility>
#include FT_FREETYPE_H

namespace lanescope {
namespace {

constexpr int kMostPx = 512;  // maximum side length; text is never that large

/// Averages a box of pixels of `from` for each pixel of the picture. The colors of `from` are
/// premultiplied with alpha, those of the picture are not.
void shrink(const FT_Bitmap& from, GlyphPicture& to) {
  const auto scale_x = static_cast<double>(from.width) / to.width;
  const auto scale_y = static_cast<double>(from.rows) / to.height;
  for (int y = 0; y < to.height; ++y) {
    const auto y0 = static_cast<unsigned>(y * scale_y);
    const auto y1 = std::max(y0 + 1, static_cast<unsigned>((y + 1) * scale_y));
    for (int x = 0; x < to.width; ++x) {
      const auto x0 = static_cast<unsigned>(x * scale_x);
      const auto x1 = std::max(x0 + 1, static_cast<unsigned>((x + 1) * scale_x));
      unsigned blue = 0, green = 0, red = 0, alpha = 0, count = 0;
      for (unsigned row = y0; row < std::min(y1, from.rows); ++row) {
        const unsigned char* line = from.buffer + static_cast<std::ptrdiff_t>(row) * from.pitch;
        for (unsigned column = x0; column < std::min(x1, from.width); ++column, ++count) {
          const unsigned char* bgra = line + std::size_t{column} * 4;
          blue += bgra[0];
          green += bgra[1];
          red += bgra[2];
          alpha += bgra[3];
        }
      }
      if (count == 0 || alpha == 0) continue;
      const auto straight = [alpha](unsigned sum) {
        return static_cast<std::uint8_t>(std::min(255U, sum * 255U / alpha));
      };
      std::uint8_t* pixel = &to.rgba[static_cast<std::size_t>(y * to.width + x) * 4];
      pixel[0] = straight(red);
      pixel[1] = straight(green);
      pixel[2] = straight(blue);
      pixel[3] = static_cast<std::uint8_t>(alpha / count);
    }
  }
}

void fill(const FT_Bitmap& from, GlyphPicture& to) {
  for (int y = 0; y < to.height; ++y) {
    const unsigned char* line = from.buffer + static_cast<std::ptrdiff_t>(y) * from.pitch;
    for (int x = 0; x < to.width; ++x) {
      const bool one_bit = from.pixel_mode == FT_PIXEL_MODE_MONO;
      const int value = one_bit ? ((line[x >> 3] >> (7 - (x & 7))) & 1) * 255 : line[x];
      std::uint8_t* pixel = &to.rgba[static_cast<std::size_t>(y * to.width + x) * 4];
      std::fill_n(pixel, 3, std::uint8_t{255});
      pixel[3] = static_cast<std::uint8_t>(value);
    }
  }
}

}  // namespace

struct GlyphRaster::Library {
  Library() {
    if (FT_Init_FreeType(&library) != 0) library = nullptr;
  }
  ~Library() {
    for (const auto& [place, face] : faces) {
      if (face != nullptr) FT_Done_Face(face);
    }
    if (library != nullptr) FT_Done_FreeType(library);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Null if the file is not a font; that is cached too.
  FT_Face face_of(const FontPlace& place) {
    for (const auto& [known, face] : faces) {
      if (known == place) return face;
    }
    FT_Face face = nullptr;
    const bool opened =
        library != nullptr && FT_New_Face(library, place.file.c_str(), place.index, &face) == 0;
    faces.emplace_back(place, opened ? face : nullptr);
    return faces.back().second;
  }

  FT_Library library = nullptr;
  std::vector<std::pair<FontPlace, FT_Face>> faces;
};

GlyphRaster::GlyphRaster() : library_(std::make_unique<Library>()) {}

GlyphRaster::~GlyphRaster() = default;

std::unique_ptr<GlyphPicture> GlyphRaster::draw(const FontPlace& font, char32_t character,
                                                float em_px) {
  FT_Face face = library_->face_of(font);
  if (face == nullptr) return nullptr;
  const FT_UInt glyph = FT_Get_Char_Index(face, character);
  if (glyph == 0) return nullptr;
  // Bitmap fonts have one size, which is scaled down.
  const bool fixed = !FT_IS_SCALABLE(face) && face->num_fixed_sizes > 0;
  const auto size = static_cast<FT_F26Dot6>(std::lround(em_px * 64));
  if (fixed ? FT_Select_Size(face, 0) != 0 : FT_Set_Char_Size(face, size, size, 72, 72) != 0)
    return nullptr;
  constexpr FT_Int32 kHow = FT_LOAD_RENDER | FT_LOAD_COLOR | FT_LOAD_TARGET_LIGHT;
  if (FT_Load_Glyph(face, glyph, kHow) != 0) return nullptr;
  const FT_GlyphSlot slot = face->glyph;
  const FT_Bitmap& bitmap = slot->bitmap;
  const float scale =
      fixed
          ? em_px * 64.0F / static_cast<float>(std::max<FT_Pos>(face->size->metrics.y_ppem, 1) * 64)
          : 1.0F;
  const auto scaled = [scale](auto value) {
    return static_cast<int>(std::lround(static_cast<float>(value) * scale));
  };
  auto picture = std::make_unique<GlyphPicture>();
  // Not rounded to pixels, like the glyphs that the atlas starts with.
  picture->advance = fixed ? static_cast<float>(slot->advance.x) / 64 * scale
                           : static_cast<float>(slot->linearHoriAdvance) / 65536;
  if (bitmap.width == 0 || bitmap.rows == 0) return picture;
  picture->width = std::max(1, scaled(bitmap.width));
  picture->height = std::max(1, scaled(bitmap.rows));
  if (picture->width > kMostPx || picture->height > kMostPx) return nullptr;
  picture->left = scaled(slot->bitmap_left);
  picture->top = scaled(slot->bitmap_top);
  picture->colored = bitmap.pixel_mode == FT_PIXEL_MODE_BGRA;
  picture->rgba.resize(static_cast<std::size_t>(picture->width * picture->height) * 4);
  if (picture->colored) {
    shrink(bitmap, *picture);
  } else if (!fixed &&
             (bitmap.pixel_mode == FT_PIXEL_MODE_GRAY || bitmap.pixel_mode == FT_PIXEL_MODE_MONO)) {
    fill(bitmap, *picture);
  } else {
    return nullptr;
  }
  return picture;
}

}  // namespace lanescope
