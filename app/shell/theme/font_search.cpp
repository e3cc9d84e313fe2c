#include "app/shell/theme/font_search.h"

#include <utility>

#include <fontconfig/fontconfig.h>

#include "app/shell/theme/loaded_fontconfig.h"

namespace lanescope {
namespace {

template <typename T, void (*end)(T*)>
struct Ends {
  void operator()(T* thing) const { end(thing); }
};
using Pattern = std::unique_ptr<FcPattern, Ends<FcPattern, FcPatternDestroy>>;
using CharSet = std::unique_ptr<FcCharSet, Ends<FcCharSet, FcCharSetDestroy>>;

/// Sans-serif text; color pictures only for characters that are emoji.
Pattern wanted_for(char32_t character) {
  const CharSet set(FcCharSetCreate());
  FcCharSetAddChar(set.get(), character);
  Pattern pattern(FcPatternCreate());
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, set.get());
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, FC_WEIGHT_REGULAR);
  FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
  return pattern;
}

}  // namespace

struct FontSearch::Fonts {
  /// Fonts found so far, with their characters.
  std::vector<std::pair<FontPlace, CharSet>> known;
  FcConfig* config = nullptr;
};

FontSearch::FontSearch() : fonts_(std::make_unique<Fonts>()) {}

FontSearch::~FontSearch() {
  if (fonts_->config != nullptr) FcConfigDestroy(fonts_->config);
}

std::optional<FontPlace> FontSearch::find(char32_t character) {
  if (!has_fontconfig()) return std::nullopt;
  for (const auto& [place, characters] : fonts_->known) {
    if (FcCharSetHasChar(characters.get(), character) == FcTrue) return place;
  }
  if (fonts_->config == nullptr) fonts_->config = FcInitLoadConfigAndFonts();
  if (fonts_->config == nullptr) return std::nullopt;
  const Pattern wanted = wanted_for(character);
  FcConfigSubstitute(fonts_->config, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  const Pattern found(FcFontMatch(fonts_->config, wanted.get(), &result));
  FcChar8* file = nullptr;
  int index = 0;
  FcCharSet* characters = nullptr;
  if (!found || FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch ||
      FcPatternGetCharSet(found.get(), FC_CHARSET, 0, &characters) != FcResultMatch ||
      FcCharSetHasChar(characters, character) != FcTrue)
    return std::nullopt;
  // Variable fonts have the number of the variation in the upper bits of the index.
  if (FcPatternGetInteger(found.get(), FC_INDEX, 0, &index) != FcResultMatch) index = 0;
  FontPlace place{reinterpret_cast<const char*>(file), index};
  fonts_->known.emplace_back(place, CharSet(FcCharSetCopy(characters)));
  return place;
}

}  // namespace lanescope
