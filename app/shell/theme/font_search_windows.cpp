// Windows comes with a font for each of the world's scripts, always under the same name.
#include "app/shell/theme/font_search.h"

#include <array>
#include <cstdlib>
#include <ft2build.h>
#include <string>
#include <vector>

#include FT_FREETYPE_H

namespace lanescope {
namespace {

/// Those that lack a character are passed over, so the first ones are the ones that look best.
constexpr std::array kFiles{
    "segoeui.ttf",  "seguiemj.ttf", "msyh.ttc",     "YuGothM.ttc", "msgothic.ttc", "malgun.ttf",
    "Nirmala.ttf",  "Nirmala.ttc",  "LeelawUI.ttf", "ebrima.ttf",  "gadugi.ttf",   "himalaya.ttf",
    "monbaiti.ttf", "mmrtext.ttf",  "javatext.ttf", "ntailu.ttf",  "taile.ttf",    "seguisym.ttf",
    "seguihis.ttf", "simsunb.ttf",  "arial.ttf",    "tahoma.ttf"};

std::string font_folder_of_system() {
  const char* root = std::getenv("SystemRoot");  // NOLINT(concurrency-mt-unsafe): never changed
  return std::string(root != nullptr ? root : "C:\\Windows") + "\\Fonts\\";
}

}  // namespace

struct FontSearch::Fonts {
  Fonts();
  ~Fonts() {
    for (const Face& one : faces) FT_Done_Face(one.face);
    FT_Done_FreeType(library);
  }
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  struct Face {
    std::string path;
    FT_Face face;
  };
  FT_Library library = nullptr;
  std::vector<Face> faces;  // of the fonts that are there
};

FontSearch::Fonts::Fonts() {
  if (FT_Init_FreeType(&library) != 0) return;
  const std::string folder = font_folder_of_system();
  for (const char* const file : kFiles) {
    std::string path = folder + file;
    FT_Face face = nullptr;
    if (FT_New_Face(library, path.c_str(), 0, &face) == 0) faces.push_back({std::move(path), face});
  }
}

FontSearch::FontSearch() = default;
FontSearch::~FontSearch() = default;

std::optional<FontPlace> FontSearch::find(char32_t character) {
  if (!fonts_) fonts_ = std::make_unique<Fonts>();
  for (const auto& [path, face] : fonts_->faces) {
    if (FT_Get_Char_Index(face, character) != 0) return FontPlace{path, 0};
  }
  return std::nullopt;
}

}  // namespace lanescope
