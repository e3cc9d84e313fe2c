// The font atlas. Sizes in look.md are em sizes, as type designers count; ImGui counts the height
// of a line, so each size is multiplied by what the font's own tables say about that.
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "app/shell/theme.h"
#include "app/widgets/icons.h"

namespace lanescope {
namespace {

// What names of kernels, operators and people may hold: Latin, Greek, Cyrillic, punctuation,
// arrows, signs of mathematics.
constexpr std::array<ImWchar, 17> kTextRanges{0x0020, 0x024F, 0x0370, 0x03FF, 0x0400, 0x04FF,
                                              0x2000, 0x206F, 0x2070, 0x209C, 0x20AC, 0x20AC,
                                              0x2190, 0x2199, 0x2200, 0x2265, 0};
constexpr std::array<ImWchar, 2> kSpaces{0x2009, 0x202F};  // thin ones; not in every font

using Bytes = std::vector<char>;

Bytes read_font(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::uint32_t big_endian(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + size && i < bytes.size(); ++i) {
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

/// Offset of a table of an OpenType file, 0 when there is none.
std::size_t table_offset(const Bytes& bytes, std::string_view tag) {
  const std::size_t tables = big_endian(bytes, 4, 2);
  for (std::size_t i = 0; i < tables; ++i) {
    const std::size_t record = 12 + 16 * i;
    if (record + 16 > bytes.size()) break;
    if (std::string_view(bytes.data() + record, 4) == tag) return big_endian(bytes, record + 8, 4);
  }
  return 0;
}

/// All that its table of contents promises is there, and what is needed to draw with it.
bool is_whole(const Bytes& bytes) {
  constexpr std::size_t kHeader = 12, kRecord = 16;
  const std::size_t tables = big_endian(bytes, 4, 2);
  if (bytes.size() < kHeader + tables * kRecord) return false;
  for (std::size_t at = kHeader; at < kHeader + tables * kRecord; at += kRecord) {
    const std::uint64_t end =
        std::uint64_t{big_endian(bytes, at + 8, 4)} + std::uint64_t{big_endian(bytes, at + 12, 4)};
    if (end > bytes.size()) return false;
  }
  return table_offset(bytes, "head") != 0 && table_offset(bytes, "hhea") != 0 &&
         table_offset(bytes, "cmap") != 0;
}

/// Height of a line in ems.
float line_height_em(const Bytes& bytes) {
  const std::size_t head = table_offset(bytes, "head");
  const std::size_t hhea = table_offset(bytes, "hhea");
  const auto units = static_cast<float>(big_endian(bytes, head + 18, 2));
  const auto ascent = static_cast<std::int16_t>(big_endian(bytes, hhea + 4, 2));
  const auto descent = static_cast<std::int16_t>(big_endian(bytes, hhea + 6, 2));
  return head == 0 || hhea == 0 || units <= 0 ? 1.2F : static_cast<float>(ascent - descent) / units;
}

class FaceBuilder {
 public:
  FaceBuilder(ImFontAtlas& atlas, std::string font_dir, FontScale scale)
      : atlas_(&atlas), font_dir_(std::move(font_dir)), scale_(scale) {}

  Face add(const char* file, float em_px, const ImWchar* ranges = kTextRanges.data()) {
    const std::string path = (std::filesystem::path(font_dir_) / file).string();
    Bytes bytes = read_font(path);
    if (!is_whole(bytes)) {
      if (unusable_.empty()) unusable_ = path;
      bytes.clear();
    }
    const float layout_px = em_px * scale_.layout * (bytes.empty() ? 1.0F : line_height_em(bytes));
    ImFontConfig config;
    config.OversampleH = 3;
    config.OversampleV = 1;
    // ImGui's own font has no icons, and a font of no glyphs at all is more than it can bear.
    config.GlyphRanges = bytes.empty() ? kTextRanges.data() : ranges;
    config.SizePixels = layout_px * scale_.density;
    ImFont* font = bytes.empty() ? atlas_->AddFontDefault(&config) : add_bytes(bytes, config);
    return {font, layout_px};
  }
  [[nodiscard]] std::string problem() const {
    if (unusable_.empty()) return "";
    return "The font " + unusable_ +
           " is missing or damaged: text looks coarse and some signs are missing. Installing "
           "Lanescope again brings it back.";
  }

 private:
  ImFont* add_bytes(const Bytes& bytes, ImFontConfig& config) {
    void* owned = ImGui::MemAlloc(bytes.size());  // the atlas frees it
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(owned));
    return atlas_->AddFontFromMemoryTTF(owned, static_cast<int>(bytes.size()), config.SizePixels,
                                        &config);
  }

  ImFontAtlas* atlas_;
  std::string font_dir_;
  FontScale scale_;
  std::string unusable_;  // the first of them
};

}  // namespace

BuiltFonts build_fonts(const std::string& font_dir, FontScale scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->TexGlyphPadding = 1;
  FaceBuilder builder(*io.Fonts, font_dir, scale);
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
  io.FontDefault = faces.ui.font;
  io.FontGlobalScale = 1 / scale.density;
  return {faces, builder.problem()};
}

}  // namespace lanescope
