#include "app/shell/theme/loaded_fontconfig.h"

#include <fontconfig/fontconfig.h>

#include "core/base/loaded_library_linux.h"

namespace lanescope {
namespace {

const LoadedLibrary& library() {
  static const LoadedLibrary fontconfig("libfontconfig.so.1");
  return fontconfig;
}

/// The library's function that is declared like `declared`, looked up once.
template <auto declared>
auto loaded(const char* name) {
  static const auto function = library().function<decltype(declared)>(name);
  return function;
}

}  // namespace

bool has_fontconfig() {
  return library().is_loaded();
}

}  // namespace lanescope

// NOLINTBEGIN: names and types are those of the library's header
using lanescope::loaded;

extern "C" {

FcBool FcCharSetAddChar(FcCharSet* set, FcChar32 character) {
  return loaded<&FcCharSetAddChar>("FcCharSetAddChar")(set, character);
}
FcCharSet* FcCharSetCopy(FcCharSet* set) {
  return loaded<&FcCharSetCopy>("FcCharSetCopy")(set);
}
FcCharSet* FcCharSetCreate() {
  return loaded<&FcCharSetCreate>("FcCharSetCreate")();
}
void FcCharSetDestroy(FcCharSet* set) {
  loaded<&FcCharSetDestroy>("FcCharSetDestroy")(set);
}
FcBool FcCharSetHasChar(const FcCharSet* set, FcChar32 character) {
  return loaded<&FcCharSetHasChar>("FcCharSetHasChar")(set, character);
}
void FcConfigDestroy(FcConfig* config) {
  loaded<&FcConfigDestroy>("FcConfigDestroy")(config);
}
FcBool FcConfigSubstitute(FcConfig* config, FcPattern* pattern, FcMatchKind kind) {
  return loaded<&FcConfigSubstitute>("FcConfigSubstitute")(config, pattern, kind);
}
void FcDefaultSubstitute(FcPattern* pattern) {
  loaded<&FcDefaultSubstitute>("FcDefaultSubstitute")(pattern);
}
FcPattern* FcFontMatch(FcConfig* config, FcPattern* pattern, FcResult* result) {
  return loaded<&FcFontMatch>("FcFontMatch")(config, pattern, result);
}
FcConfig* FcInitLoadConfigAndFonts() {
  return loaded<&FcInitLoadConfigAndFonts>("FcInitLoadConfigAndFonts")();
}
FcBool FcPatternAddCharSet(FcPattern* pattern, const char* object, const FcCharSet* set) {
  return loaded<&FcPatternAddCharSet>("FcPatternAddCharSet")(pattern, object, set);
}
FcBool FcPatternAddInteger(FcPattern* pattern, const char* object, int value) {
  return loaded<&FcPatternAddInteger>("FcPatternAddInteger")(pattern, object, value);
}
FcBool FcPatternAddString(FcPattern* pattern, const char* object, const FcChar8* value) {
  return loaded<&FcPatternAddString>("FcPatternAddString")(pattern, object, value);
}
FcPattern* FcPatternCreate() {
  return loaded<&FcPatternCreate>("FcPatternCreate")();
}
void FcPatternDestroy(FcPattern* pattern) {
  loaded<&FcPatternDestroy>("FcPatternDestroy")(pattern);
}
FcResult FcPatternGetCharSet(const FcPattern* pattern, const char* object, int place,
                             FcCharSet** set) {
  return loaded<&FcPatternGetCharSet>("FcPatternGetCharSet")(pattern, object, place, set);
}
FcResult FcPatternGetInteger(const FcPattern* pattern, const char* object, int place, int* value) {
  return loaded<&FcPatternGetInteger>("FcPatternGetInteger")(pattern, object, place, value);
}
FcResult FcPatternGetString(const FcPattern* pattern, const char* object, int place,
                            FcChar8** text) {
  return loaded<&FcPatternGetString>("FcPatternGetString")(pattern, object, place, text);
}

}  // extern "C"
// NOLINTEND
