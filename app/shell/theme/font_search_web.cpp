// Pages are not told which fonts the system has. A font for more scripts lies beside the page, and
// is fetched when a character needs it: most traces have none.
#include "app/shell/theme/font_search.h"

#include <fstream>
#include <string>

#include "core/base/bytes/page_part.h"

namespace lanescope {
namespace {

constexpr const char* kPath = "/program/fonts/more-scripts.ttf";

bool fetch_into_file() {
  const auto font = fetch_page_part("more-scripts.ttf.gz");
  if (!font.ok()) return false;
  std::ofstream file(kPath, std::ios::binary);
  file << font.value();
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
