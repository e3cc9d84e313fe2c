// The font atlas. Design sizes are em sizes, but ImGui's are line heights, so each size is
// multiplied by the ratio from the font's own tables.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/theme/theme.h"
#include "app/widgets/draw/icons.h"

namespace lanescope {
namespace {

// What must be known about a font file before its glyphs are drawn.

using Bytes = std::vector<char>;

std::uint32_t big_endian(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + size && i < bytes.size(); ++i) {
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

/// The offset of a table, 0 if there is none.
std::size_t table_offset(const Bytes& bytes, std::string_view tag) {
  const std::size_t tables = big_endian(bytes, 4, 2);
  for (std::size_t i = 0; i < tables; ++i) {
    const std::size_t record = 12 + 16 * i;
    if (record + 16 > bytes.size()) break;
    if (std::string_view(bytes.data() + record, 4) == tag) return big_endian(bytes, record + 8, 4);
  }
  return 0;
}

class FontFile {
 public:
  /// Empty if the file cannot be read. Cost: reads the entire file.
  explicit FontFile(const std::string& path) {
    // In chunks: reading byte by byte takes as long as building the atlas, and delays the first
    // frame.
    std::array<char, 1U << 16U> piece;
    std::ifstream file(path, std::ios::binary);
    do {
      file.read(piece.data(), piece.size());
      bytes_.insert(bytes_.end(), piece.data(), piece.data() + file.gcount());
    } while (file);
  }

  [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }
  /// Whether all tables that the file lists are there, and those needed for drawing.
  [[nodiscard]] bool whole() const {
    constexpr std::size_t kHeader = 12, kRecord = 16;
    const std::size_t tables = big_endian(bytes_, 4, 2);
    if (bytes_.size() < kHeader + tables * kRecord) return false;
    for (std::size_t at = kHeader; at < kHeader + tables * kRecord; at += kRecord) {
      const std::uint64_t end = std::uint64_t{big_endian(bytes_, at + 8, 4)} +
                                std::uint64_t{big_endian(bytes_, at + 12, 4)};
      if (end > bytes_.size()) return false;
    }
    return table_offset(bytes_, "head") != 0 && table_offset(bytes_, "hhea") != 0 &&
           table_offset(bytes_, "cmap") != 0;
  }
  /// The height of a line in ems.
  [[nodiscard]] float line_height_em() const {
    const std::size_t head = table_offset(bytes_, "head");
    const std::size_t hhea = table_offset(bytes_, "hhea");
    const auto units = static_cast<float>(big_endian(bytes_, head + 18, 2));
    const auto ascent = static_cast<std::int16_t>(big_endian(bytes_, hhea + 4, 2));
    const auto descent = static_cast<std::int16_t>(big_endian(bytes_, hhea + 6, 2));
    return head == 0 || hhea == 0 || units <= 0 ? 1.2F
                                                : static_cast<float>(ascent - descent) / units;
  }

 private:
  std::vector<char> bytes_;
};

// What most names of kernels, operators and people consist of: Latin, Greek, Cyrillic, punctuation,
// arrows, mathematical symbols. Other characters are added later, see late_glyphs.h.
constexpr std::array<ImWchar, 17> kTextRanges{0x0020, 0x024F, 0x0370, 0x03FF, 0x0400, 0x04FF,
                                              0x2000, 0x206F, 0x2070, 0x209C, 0x20AC, 0x20AC,
                                              0x2190, 0x2199, 0x2200, 0x2265, 0};
constexpr std::array<ImWchar, 2> kSpaces{0x2009, 0x202F};  // thin spaces; not in every font
// For glyphs added later: about 4,000 at the usual text size.
constexpr int kAtlasPx = 2048, kRoomPx = 2000, kRoomHeightPx = 512, kMostRoomHeightPx = 2048;

float pixels_per_unit(FontScale scale) {
  return std::max(1.0F, scale.layout * scale.density);
}

/// Positions between pixels matter less where pixels are small, and the texture has to stay within
/// 8192 pixels, the most that some drivers have.
int oversampling(FontScale scale) {
  const float pixels = pixels_per_unit(scale);
  return pixels < 2 ? 3 : pixels < 3 ? 2 : 1;
}

class FaceBuilder {
 public:
  FaceBuilder(ImFontAtlas& atlas, std::string font_dir, FontScale scale, GlyphSupply* supply)
      : atlas_(&atlas), font_dir_(std::move(font_dir)), scale_(scale), supply_(supply) {}

  Face add(const char* file, float em_px, const ImWchar* ranges = kTextRanges.data()) {
    const FontFile font_file(path_of(file));
    const bool usable = font_file.whole();
    if (!usable) note_unusable(file);
    ImFontConfig config;
    config.OversampleH = oversampling(scale_);
    config.OversampleV = 1;
    // ImGui's own font has no icons, and a font without any glyphs would crash ImGui.
    config.GlyphRanges = usable ? ranges : kTextRanges.data();
    Face face;
    face.size_px = em_px * scale_.layout * (usable ? font_file.line_height_em() : 1.0F);
    config.SizePixels = face.size_px * scale_.density;
    face.font = usable ? add_file(font_file, config) : atlas_->AddFontDefault(&config);
    face.requests = supply_ == nullptr ? nullptr : &supply_->requests.at(faces_);
    face.atlas = supply_ == nullptr ? 0 : supply_->generation;
    // ImGui builds fonts at integer pixel sizes, and scales them to the size drawn.
    const float built = std::trunc(config.SizePixels) / config.SizePixels;
    files_.at(faces_) = {path_of(file), em_px * scale_.layout * scale_.density * built};
    ++faces_;
    return face;
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const std::array<FaceFile, kFaceCount>& files() const { return files_; }

 private:
  [[nodiscard]] std::string path_of(const char* file) const {
    return (std::filesystem::path(font_dir_) / file).string();
  }

  void note_unusable(const char* file) {
    if (!problem_.empty()) return;
    problem_ =
        "The font " + path_of(file) +
        " is missing or damaged, so text looks coarse and some symbols are missing. Reinstall "
        "Lanescope to restore it.";
  }

  ImFont* add_file(const FontFile& file, ImFontConfig& config) {
    const std::vector<char>& bytes = file.bytes();
    void* owned = ImGui::MemAlloc(bytes.size());  // the atlas frees it
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(owned));
    return atlas_->AddFontFromMemoryTTF(owned, static_cast<int>(bytes.size()), config.SizePixels,
                                        &config);
  }

  ImFontAtlas* atlas_;
  std::string font_dir_;
  FontScale scale_;
  GlyphSupply* supply_;
  std::size_t faces_ = 0;
  std::array<FaceFile, kFaceCount> files_;
  std::string problem_;  // the first one
};

/// Larger text needs more room.
int room_height(FontScale scale) {
  const float pixels = pixels_per_unit(scale);
  return std::min(kMostRoomHeightPx, static_cast<int>(kRoomHeightPx * pixels * pixels));
}

}  // namespace

BuiltFonts build_fonts(const std::string& font_dir, FontScale scale, GlyphSupply* supply) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->TexGlyphPadding = 1;
  const bool large = pixels_per_unit(scale) >= 2;
  io.Fonts->TexDesiredWidth = large ? 2 * kAtlasPx : kAtlasPx;
  io.Fonts->Flags = large ? ImFontAtlasFlags_NoPowerOfTwoHeight : ImFontAtlasFlags_None;
  if (supply != nullptr) ++supply->generation;
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
  const int room = io.Fonts->AddCustomRectRegular(kRoomPx, room_height(scale));
  io.Fonts->Build();
  for (ImFont* font : io.Fonts->Fonts) finish_font(*font);
  const ImFontAtlasCustomRect at = *io.Fonts->GetCustomRectByIndex(room);
  io.Fonts->ClearInputData();  // frees megabytes; a rebuild starts from the files
  io.FontDefault = faces.ui.font;
  io.FontGlobalScale = 1 / scale.density;
  return {faces, builder.problem(), builder.files(), {at.X, at.Y, at.Width, at.Height}};
}

void finish_font(ImFont& font) {
  font.BuildLookupTable();
  for (const ImWchar space : kSpaces) {
    if (font.FindGlyphNoFallback(space) == nullptr) font.AddRemapChar(space, ' ');
  }
}

}  // namespace lanescope
