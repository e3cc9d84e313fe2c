// The font atlas. Sizes in look.md are em sizes, as type designers count; ImGui counts the height
// of a line, so each size is multiplied by what the font's own tables say about that.
#include <algorithm>
#include <array>
#include <filesystem>
#include <list>
#include <optional>
#include <vector>

#include "app/shell/theme.h"
#include "app/shell/theme_font_file.h"
#include "app/widgets/icons.h"

namespace lanescope {
namespace {

// What names of kernels, operators and people mostly hold: Latin, Greek, Cyrillic, punctuation,
// arrows, signs of mathematics. For all else there is one font of many scripts.
constexpr std::array<ImWchar, 17> kTextRanges{0x0020, 0x024F, 0x0370, 0x03FF, 0x0400, 0x04FF,
                                              0x2000, 0x206F, 0x2070, 0x209C, 0x20AC, 0x20AC,
                                              0x2190, 0x2199, 0x2200, 0x2265, 0};
constexpr std::array<ImWchar, 2> kSpaces{0x2009, 0x202F};  // thin ones; not in every font
constexpr const char* kManyScripts = "DroidSansFallbackFull.ttf";

class FaceBuilder {
 public:
  FaceBuilder(ImFontAtlas& atlas, std::string font_dir, FontScale scale, GlyphSupply* supply)
      : atlas_(&atlas), font_dir_(std::move(font_dir)), scale_(scale), supply_(supply) {}

  Face add(const char* file, float em_px, const ImWchar* ranges = kTextRanges.data()) {
    const FontFile font_file(path_of(file));
    const bool usable = font_file.whole();
    if (!usable && problem_.empty()) {
      problem_ = "The font " + path_of(file) +
                 " is missing or damaged: text looks coarse and some signs are missing. "
                 "Installing Lanescope again brings it back.";
    }
    ImFontConfig config;
    config.OversampleH = 3;
    config.OversampleV = 1;
    // ImGui's own font has no icons, and a font of no glyphs at all is more than it can bear.
    config.GlyphRanges = usable ? ranges : kTextRanges.data();
    Face face;
    face.size_px = em_px * scale_.layout * (usable ? font_file.line_height_em() : 1.0F);
    config.SizePixels = face.size_px * scale_.density;
    face.font = usable ? add_file(font_file, config) : atlas_->AddFontDefault(&config);
    if (supply_ != nullptr) {
      face.atlas = supply_->atlases;
      face.wishes = &supply_->wishes.at(faces_);
      add_wished(*face.wishes, em_px * scale_.layout * scale_.density);
    }
    ++faces_;
    return face;
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  [[nodiscard]] std::string path_of(const char* file) const {
    return (std::filesystem::path(font_dir_) / file).string();
  }

  ImFont* add_file(const FontFile& file, ImFontConfig& config) {
    const std::vector<char>& bytes = file.bytes();
    void* owned = ImGui::MemAlloc(bytes.size());  // the atlas frees it
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(owned));
    return atlas_->AddFontFromMemoryTTF(owned, static_cast<int>(bytes.size()), config.SizePixels,
                                        &config);
  }

  /// Into the face that was added last.
  void add_wished(GlyphWishes& wishes, float em_px) {
    const std::set<ImWchar>& glyphs = wishes.take();
    if (glyphs.empty()) return;
    if (!many_scripts_) many_scripts_.emplace(path_of(kManyScripts));
    if (!many_scripts_->whole()) {
      if (problem_.empty())
        problem_ = "The font " + path_of(kManyScripts) +
                   " is missing or damaged: names in some scripts show as question marks. "
                   "Installing Lanescope again brings it back.";
      return;
    }
    std::vector<ImWchar>& ranges = wished_ranges_.emplace_back();
    for (const ImWchar glyph : glyphs) ranges.insert(ranges.end(), {glyph, glyph});
    ranges.push_back(0);
    ImFontConfig config;
    config.MergeMode = true;
    config.OversampleH = 1;  // there may be thousands
    config.OversampleV = 1;
    config.GlyphRanges = ranges.data();
    config.SizePixels = em_px * many_scripts_->line_height_em();
    add_file(*many_scripts_, config);
  }

  ImFontAtlas* atlas_;
  std::string font_dir_;
  FontScale scale_;
  GlyphSupply* supply_;
  std::size_t faces_ = 0;
  std::optional<FontFile> many_scripts_;
  std::list<std::vector<ImWchar>> wished_ranges_;  // the atlas reads them when it is built
  std::string problem_;                            // the first
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
  io.Fonts->ClearInputData();  // megabytes, and what else is built starts from the files
  io.FontDefault = faces.ui.font;
  io.FontGlobalScale = 1 / scale.density;
  return {faces, builder.problem()};
}

}  // namespace lanescope
