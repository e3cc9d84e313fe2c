// Pages are not told which fonts the system has. One for more scripts lies beside the page, and is
// fetched when a character needs it: most traces have none.
#include "app/shell/theme/font_search.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>

#include "core/base/bytes/byte_source.h"

extern "C" char* lanescope_fetch_font(std::size_t* size);  // see app/web/library.js

namespace lanescope {
namespace {

constexpr const char* kPath = "/program/fonts/more-scripts.ttf";

/// As gzip, unless the server has unpacked it.
bool fetch_into_file() {
  std::size_t size = 0;
  char* const bytes = lanescope_fetch_font(&size);
  if (bytes == nullptr) return false;
  const auto font = memory_byte_source(std::string(bytes, size));
  std::free(bytes);
  std::ofstream file(kPath, std::ios::binary);
  std::array<char, 1 << 16> piece;
  while (const std::size_t n = font->read(piece))
    file.write(piece.data(), static_cast<std::streamsize>(n));
  file.close();
  return file.good();
}

}  // namespace

struct FontSearch::Fonts {
  bool have = fetch_into_file();
};

FontSearch::FontSearch() = default;
FontSearch::~FontSearch() = default;

std::optional<FontPlace> FontSearch::find(char32_t /*character*/) {
  if (!fonts_) fonts_ = std::make_unique<Fonts>();
  return fonts_->have ? std::optional(FontPlace{kPath, 0}) : std::nullopt;
}

}  // namespace lanescope
