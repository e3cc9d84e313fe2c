// The font atlas. Sizes in look.md are em sizes, as type designers count; ImGui counts the height
// of a line, so each size is multiplied by what the font's own tables say about that.
#include <algorithm>
#include <array>
#include <filesystem>
#include <list>
#include <optional>
#include <set>
#include <vector>

#include "app/shell/theme.h"
#include "app/shell/theme_font_file.h"
#include "app/widgets/icons.h"

namespace lanescope {
namespace {

// What names of kernels, operators and people mostly hold: Latin, Greek, Cyrillic, punctuation,
// arrows, signs of mathematics. What else is asked for is taken from the same file or, Chinese and
// Japanese above all, from a font of more scripts.
constexpr std::array<ImWchar, 17> kTextRanges{0x0020, 0x024F, 0x0370, 0x03FF, 0x0400, 0x04FF,
                                              0x2000, 0x206F, 0x2070, 0x209C, 0x20AC, 0x20AC,
                                              0x2190, 0x2199, 0x2200, 0x2265, 0};
constexpr std::array<ImWchar, 1> kNone{0};
constexpr std::array<ImWchar, 2> kSpaces{0x2009, 0x202F};  // thin ones; not in every font
constexpr const char* kMoreScripts = "DroidSansFallbackFull.ttf";

class FaceBuilder {
 public:
  FaceBuilder(ImFontAtlas& atlas, std::string font_dir, FontScale scale, GlyphSupply* supply)
      : atlas_(&atlas), font_dir_(std::move(font_dir)), scale_(scale), supply_(supply) {}

  Face add(const char* file, float em_px, const ImWchar* ranges = kTextRanges.data()) {
    const FontFile font_file(path_of(file));
    const bool usable = font_file.whole();
    if (!usable) note_unusable(file, "text looks coarse and some signs are missing");
    ImFontConfig config;
    config.OversampleH = 3;
    config.OversampleV = 1;
    GlyphWishes* wishes = supply_ == nullptr ? nullptr : &supply_->wishes.at(faces_++);
    const std::set<ImWchar> wished = wishes == nullptr ? std::set<ImWchar>() : wishes->take();
    // ImGui's own font has no icons, and a font of no glyphs at all is more than it can bear.
    config.GlyphRanges = usable ? with_wished(ranges, wished) : kTextRanges.data();
    Face face;
    face.size_px = em_px * scale_.layout * (usable ? font_file.line_height_em() : 1.0F);
    config.SizePixels = face.size_px * scale_.density;
    face.font = usable ? add_file(font_file, config) : atlas_->AddFontDefault(&config);
    face.wishes = wishes;
    face.atlas = supply_ == nullptr ? 0 : supply_->atlases;
    if (!wished.empty()) add_more_scripts(wished, em_px * scale_.layout * scale_.density);
    return face;
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  [[nodiscard]] std::string path_of(const char* file) const {
    return (std::filesystem::path(font_dir_) / file).string();
  }

  void note_unusable(const char* file, const char* so) {
    if (!problem_.empty()) return;
    problem_ = "The font " + path_of(file) + " is missing or damaged: " + so +
               ". Installing Lanescope again brings it back.";
  }

  ImFont* add_file(const FontFile& file, ImFontConfig& config) {
    const std::vector<char>& bytes = file.bytes();
    void* owned = ImGui::MemAlloc(bytes.size());  // the atlas frees it
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(owned));
    return atlas_->AddFontFromMemoryTTF(owned, static_cast<int>(bytes.size()), config.SizePixels,
                                        &config);
  }

  /// Lives until the atlas is built.
  const ImWchar* with_wished(const ImWchar* ranges, const std::set<ImWchar>& wished) {
    std::vector<ImWchar>& all = ranges_.emplace_back();
    for (; *ranges != 0; ++ranges) all.push_back(*ranges);
    for (const ImWchar glyph : wished) all.insert(all.end(), {glyph, glyph});
    all.push_back(0);
    return all.data();
  }

  /// What the face that was added last does not have itself.
  void add_more_scripts(const std::set<ImWchar>& wished, float em_px) {
    if (!more_scripts_) more_scripts_.emplace(path_of(kMoreScripts));
    if (!more_scripts_->whole())
      return note_unusable(kMoreScripts, "names in some scripts show as question marks");
    ImFontConfig config;
    config.MergeMode = true;
    config.OversampleH = 1;  // there may be thousands
    config.OversampleV = 1;
    config.GlyphRanges = with_wished(kNone.data(), wished);
    config.SizePixels = em_px * more_scripts_->line_height_em();
    add_file(*more_scripts_, config);
  }

  ImFontAtlas* atlas_;
  std::string font_dir_;
  FontScale scale_;
  GlyphSupply* supply_;
  std::size_t faces_ = 0;
  std::optional<FontFile> more_scripts_;
  std::list<std::vector<ImWchar>> ranges_;
  std::string problem_;  // the first
};

}  // namespace

BuiltFonts build_fonts(const std::string& font_dir, FontScale scale, GlyphSupply* supply) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->TexGlyphPadding = 1;
  if (supply != nullptr) ++supply->atlases;
  FaceBuilder builder(*io.Fonts, font_dir, scale, supply);
  Faces faces;
  faces.ui = builder.add("Inter-Regular.otf", 13);
  faces.strong = builder.add("Inter-SemiBold.otf", 13);
  faces.small = builder.add("Inter-Regular.otf", 11.5F);
  faces.lane = builder.add("Inter-Regular.otf", 12.5F);
  faces.group = builder.add("Inter-SemiBold.otf", 12.5F);
  faces.slice = builder.add("Inter-Medium.otf", 11.5F);
  faces.tiny = builder.add("Inter-Regular.otf", 9.5F);
  faces.head = builder.add("Inter-SemiBold.otf", 11);
  faces.title = builder.add("Inter-SemiBold.otf", 15);
  faces.display = builder.add("Inter-SemiBold.otf", 28);
  faces.mono = builder.add("JetBrainsMono-Regular.ttf", 12);
  faces.icon = builder.add("fontawesome-webfont.ttf", 14, icon::kRanges.data());
  io.Fonts->Build();
  for (ImFont* font : io.Fonts->Fonts) {
    for (const ImWchar space : kSpaces) {
      if (font->FindGlyphNoFallback(space) == nullptr) font->AddRemapChar(space, ' ');
    }
  }
  if (supply != nullptr) {
    for (std::size_t face = 0; face < supply->wishes.size(); ++face)
      supply->wishes[face].forget_missing(*io.Fonts->Fonts[static_cast<int>(face)]);
  }
  io.Fonts->ClearInputData();  // megabytes, and what else is built starts from the files
  io.FontDefault = faces.ui.font;
  io.FontGlobalScale = 1 / scale.density;
  return {faces, builder.problem()};
}

}  // namespace lanescope
