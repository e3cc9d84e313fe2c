#include "tests/app/seen_screen.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text/utf8.h"
#include "tests/text_hash.h"

namespace lanescope {
namespace {

constexpr float kColumnPx = 8;
constexpr float kSameLinePx = 4;  // words of different size beside each other

std::string utf8_of(unsigned int code) {
  std::array<char, 4> bytes{};
  return {bytes.data(), write_utf8(static_cast<char32_t>(code), bytes.data())};
}

std::size_t letters_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_in(const Rect& rect, ImVec2 at) {
  return at.x >= rect.x0 && at.x < rect.x1 && at.y >= rect.y0 && at.y < rect.y1;
}

bool is_in(const ImVec4& clip, ImVec2 at) {
  return at.x >= clip.x && at.x < clip.z && at.y >= clip.y && at.y < clip.w;
}

/// What is left of a polygon on one side of a line that is parallel to an axis.
std::vector<ImVec2> cut(const std::vector<ImVec2>& polygon, bool by_x, float edge, bool above) {
  const auto side = [&](ImVec2 p) { return ((by_x ? p.x : p.y) - edge) * (above ? 1.0F : -1.0F); };
  std::vector<ImVec2> left;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImVec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const float at_a = side(a), at_b = side(b);
    if (at_a >= 0) left.push_back(a);
    if ((at_a < 0) == (at_b < 0)) continue;
    const float part = at_a / (at_a - at_b);
    left.push_back({a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part});
  }
  return left;
}

/// What is left of a triangle within a rectangle: most lie in it wholly, and are left alone.
std::vector<ImVec2> cut_to(const ImVec2 (&corners)[3], const Rect& where) {
  std::vector<ImVec2> left(std::begin(corners), std::end(corners));
  const auto [x0, x1] = std::minmax({corners[0].x, corners[1].x, corners[2].x});
  const auto [y0, y1] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
  if (x1 < where.x0 || x0 > where.x1 || y1 < where.y0 || y0 > where.y1) return {};
  if (x0 < where.x0) left = cut(left, true, where.x0, true);
  if (x1 > where.x1) left = cut(left, true, where.x1, false);
  if (y0 < where.y0) left = cut(left, false, where.y0, true);
  if (y1 > where.y1) left = cut(left, false, where.y1, false);
  return left;
}

double area_of(const std::vector<ImVec2>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ImVec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    twice += double{a.x} * double{b.y} - double{b.x} * double{a.y};
  }
  return std::abs(twice) / 2;
}

/// Words of a line in columns from the rectangle's left edge on.
std::string text_of(const std::vector<SeenWords>& words, Rect where) {
  std::string line;
  for (const SeenWords& one : words) {
    const auto column = static_cast<std::size_t>((one.at.x - where.x0) / kColumnPx);
    const std::size_t now = letters_in(line);
    line += std::string(column > now ? column - now : line.empty() ? 0 : 1, ' ') + one.text;
  }
  return line;
}

std::string color_text(ImU32 color) {
  return fmt::format("#{:02x}{:02x}{:02x} {:02x}: ", color & 0xFFU, color >> 8U & 0xFFU,
                     color >> 16U & 0xFFU, color >> 24U);
}

/// To a quarter of a pixel: edges that are smoothed lie half way between two.
std::string place_text(ImVec2 at) {
  return std::to_string(std::lround(at.x * 4)) + "," + std::to_string(std::lround(at.y * 4)) + ";";
}

std::string mark_of(std::uint64_t places) {
  return fmt::format("  ·{:04x}", places & 0xFFFFU);
}

struct AtlasGlyph {
  ImFontGlyph glyph;
  float font_px;
};

/// The glyphs of all fonts by their place in the atlas.
class AtlasGlyphs {
 public:
  /// Few screens have other fonts than the one before, and to sort them takes longer than to look.
  void update() {
    std::vector<Font> fonts;
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
      fonts.push_back({font->FontSize, bytes_of(*font)});
    if (fonts == fonts_) return;
    fonts_ = std::move(fonts);
    by_place_.clear();
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      for (const ImFontGlyph& glyph : font->Glyphs) {
        if (glyph.Visible)
          by_place_.emplace(std::pair(glyph.U0, glyph.V0), AtlasGlyph{glyph, font->FontSize});
      }
    }
  }
  /// nullptr: none is there.
  [[nodiscard]] const AtlasGlyph* find(ImVec2 place) const {
    const auto found = by_place_.find({place.x, place.y});
    return found == by_place_.end() ? nullptr : &found->second;
  }

 private:
  using Font = std::pair<float, std::string>;  // its size, and its glyphs byte by byte
  static std::string bytes_of(const ImFont& font) {
    return {reinterpret_cast<const char*>(font.Glyphs.Data),
            static_cast<std::size_t>(font.Glyphs.size_in_bytes())};
  }
  std::vector<Font> fonts_;
  std::map<std::pair<float, float>, AtlasGlyph> by_place_;
};

AtlasGlyphs& atlas_glyphs() {
  static AtlasGlyphs glyphs;
  return glyphs;
}

}  // namespace

SeenScreen::SeenScreen() {
  atlas_glyphs().update();
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) read_list(*data.CmdLists[i]);
}

void SeenScreen::read_list(const ImDrawList& list) {
  words_end_x_ = -1;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.UserCallback == nullptr) read_command(list, command);
  }
}

void SeenScreen::read_command(const ImDrawList& list, const ImDrawCmd& command) {
  const ImDrawVert* const corners = list.VtxBuffer.Data + command.VtxOffset;
  const ImDrawIdx* const indices = list.IdxBuffer.Data + command.IdxOffset;
  for (unsigned int i = 0; i + 2 < command.ElemCount; i += 3) {
    const bool is_half_of_two = i + 5 < command.ElemCount && indices[i + 3] == indices[i] &&
                                indices[i + 4] == indices[i + 2];
    if (const Letter letter = is_half_of_two ? letter_of(corners + indices[i]) : Letter();
        letter.glyph != nullptr) {
      const ImVec2 middle{letter.at.x + letter.advance / 2, letter.at.y + letter.size / 2};
      if (is_in(command.ClipRect, middle)) add_letter(letter);
      i += 3;
      continue;
    }
    const ImDrawVert &a = corners[indices[i]], &b = corners[indices[i + 1]],
                     &c = corners[indices[i + 2]];
    if (a.col != b.col || b.col != c.col || (a.col >> IM_COL32_A_SHIFT) == 0) continue;
    triangles_.push_back({{a.pos, b.pos, c.pos}, a.col, command.ClipRect});
  }
}

SeenScreen::Letter SeenScreen::letter_of(const ImDrawVert* corners) {
  const AtlasGlyph* const found = atlas_glyphs().find({corners[0].uv.x, corners[0].uv.y});
  if (found == nullptr || corners[2].uv.x != found->glyph.U1) return {};
  const ImFontGlyph& glyph = found->glyph;
  const float scale = (corners[2].pos.x - corners[0].pos.x) / (glyph.X1 - glyph.X0);
  const ImVec2 origin{corners[0].pos.x - glyph.X0 * scale, corners[0].pos.y - glyph.Y0 * scale};
  return {&glyph, origin, found->font_px * scale, glyph.AdvanceX * scale, corners[0].col};
}

void SeenScreen::add_letter(const Letter& letter) {
  const float gap = letter.at.x - words_end_x_;
  const bool follows = !words_.empty() && words_end_x_ >= 0 &&
                       std::abs(words_.back().at.y - letter.at.y) < 1 && gap > -2 &&
                       gap < letter.size;
  if (!follows) {
    words_.push_back({"", letter.at, 0, letter.size, letter.color});
  } else if (gap > letter.size / 8) {
    words_.back().text += " ";
  }
  words_.back().text += utf8_of(letter.glyph->Codepoint);
  words_end_x_ = letter.at.x + letter.advance;
  words_.back().end_x = words_end_x_;
}

SeenScreen::Paint::Paint() : places(kNoTextHash) {}

std::vector<SeenScreen::Line> SeenScreen::lines_in(Rect where) const {
  std::vector<SeenWords> words;
  std::ranges::copy_if(words_, std::back_inserter(words),
                       [&](const SeenWords& one) { return is_in(where, one.at); });
  std::ranges::stable_sort(words, {}, [](const SeenWords& one) { return one.at.y; });
  std::vector<Line> lines;
  for (auto begin = words.begin(); begin != words.end();) {
    const auto end = std::find_if(begin, words.end(), [&](const SeenWords& one) {
      return one.at.y - begin->at.y >= kSameLinePx;
    });
    std::stable_sort(begin, end,
                     [](const SeenWords& a, const SeenWords& b) { return a.at.x < b.at.x; });
    lines.emplace_back(begin, end);
    begin = end;
  }
  return lines;
}

std::string SeenScreen::page(Rect where) const {
  std::string page;
  for (const Line& line : lines_in(where)) page += text_of(line, where) + "\n";
  return page;
}

std::vector<std::string> SeenScreen::overprints(Rect where) const {
  std::vector<std::string> found;
  for (const Line& line : lines_in(where)) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      if (line[i].end_x > line[i + 1].at.x + 1)
        found.push_back(line[i].text + " under " + line[i + 1].text);
    }
  }
  return found;
}

std::map<ImU32, SeenScreen::Paint> SeenScreen::paints_in(Rect where, bool with_places) const {
  std::map<ImU32, Paint> paints;
  for (const Triangle& one : triangles_) {
    const std::vector<ImVec2> left =
        cut_to(one.corners, {std::max(one.clip.x, where.x0), std::max(one.clip.y, where.y0),
                             std::min(one.clip.z, where.x1), std::min(one.clip.w, where.y1)});
    if (left.size() < 3) continue;
    Paint& paint = paints[one.color];
    paint.area += area_of(left);
    for (const ImVec2 p : left) {
      paint.x0 = std::min(paint.x0, p.x - where.x0);
      paint.x1 = std::max(paint.x1, p.x - where.x0);
      paint.y0 = std::min(paint.y0, p.y - where.y0);
      paint.y1 = std::max(paint.y1, p.y - where.y0);
      if (with_places) paint.places = text_hash(place_text(p), paint.places);
    }
  }
  std::erase_if(paints, [](const auto& one) { return one.second.area < 0.5; });
  return paints;
}

std::string SeenScreen::colors(Rect where) const {
  std::string text;
  for (const auto& [color, paint] : paints_in(where, false)) {
    text += color_text(color) + fmt::format("{} px² in {}–{}, {}–{}\n", std::lround(paint.area),
                                            std::lround(paint.x0), std::lround(paint.x1),
                                            std::lround(paint.y0), std::lround(paint.y1));
  }
  return text;
}

std::vector<std::string> SeenScreen::exact(Rect where) const {
  std::vector<std::string> exact;
  for (const Line& line : lines_in(where)) {
    std::uint64_t places = kNoTextHash;
    for (const SeenWords& one : line)
      places = text_hash(
          place_text(one.at) + fmt::format("{} {:.2f} {:x}", one.text, one.size, one.color),
          places);
    exact.push_back(text_of(line, where) + mark_of(places));
  }
  for (const auto& [color, paint] : paints_in(where, true))
    exact.push_back(color_text(color) + fmt::format("{} px²", std::lround(paint.area)) +
                    mark_of(paint.places));
  return exact;
}

}  // namespace lanescope
