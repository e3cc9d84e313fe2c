// Names of operators, files and people in scripts that the usual faces have no glyphs for.
#include <filesystem>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// The small trace with `name` for "kernel_a".
std::string trace_with(std::string_view name) {
  constexpr std::string_view kOld = "kernel_a";
  std::string text = small_trace_text();
  for (std::size_t at = text.find(kOld); at != std::string::npos; at = text.find(kOld, at))
    text.replace(at, kOld.size(), name);
  return text;
}

bool draws(const Face& face, ImWchar glyph) {
  return face.font->FindGlyphNoFallback(glyph) != nullptr;
}

bool any_draws(const Faces& faces, ImWchar glyph) {
  return draws(faces.ui, glyph) || draws(faces.strong, glyph) || draws(faces.small, glyph) ||
         draws(faces.title, glyph);
}

std::string notice(UiDriver& ui) {
  return ui.window().notice() ? ui.window().notice()->text : std::string();
}

}  // namespace

TEST_CASE("names in Chinese and Japanese are drawn where they stand") {
  const TempFolder folder;
  UiDriver ui;
  CHECK_FALSE(draws(ui.window().style().face.slice, u'矩'));
  const unsigned first = ui.window().style().face.slice.atlas;
  ui.open(folder.write("训练.json", trace_with("矩阵乘法 ガンマ")));
  CHECK(any_draws(ui.window().style().face, u'训'));  // the file, above the lanes
  const auto slice = ui.view().snapshot()->find_slice(ui.find("矩阵乘法 ガンマ"));
  REQUIRE(slice);
  ui.view().viewport.show(slice->chunk->range(slice->slice));
  ui.settle();
  const Faces& face = ui.window().style().face;
  CHECK(draws(face.slice, u'矩'));
  CHECK(draws(face.slice, u'ガ'));
  CHECK_FALSE(draws(face.tiny, u'矩'));
  CHECK(face.slice.atlas > first);
  CHECK(notice(ui).empty());
  // A glyph as wide as high is given the room for that.
  CHECK(face.slice.font->GetCharAdvance(u'矩') > 1.3F * face.slice.font->GetCharAdvance(u'n'));
}

TEST_CASE("what is typed in another script is drawn, also in another size") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", trace_with("矩阵")));
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("矩阵");
  ui.settle();
  REQUIRE(ui.view().search.matches() != nullptr);
  CHECK(ui.view().search.matches()->events().size() == 6);
  CHECK(draws(ui.window().style().face.ui, u'阵'));
  ui.window().zoom_interface(1.5F);
  ui.settle();
  CHECK(draws(ui.window().style().face.ui, u'阵'));
}

TEST_CASE("what no font has is asked for once") {
  const TempFolder folder;
  UiDriver ui;
  const unsigned first = ui.window().style().face.ui.atlas;
  ui.open(folder.write("small.json", trace_with("\uAC00\uAC70 \U0001F680 \xEE\x80\x80")));
  REQUIRE(ui.window().show_tab("Kernels"));
  ui.settle();
  const unsigned atlas = ui.window().style().face.ui.atlas;
  CHECK(atlas > first);
  ui.frames(60);
  CHECK(ui.window().style().face.ui.atlas == atlas);
}

TEST_CASE("what no font has leaves the room to others, and own glyphs come before others'") {
  const TempFolder folder;
  UiDriver ui;
  GlyphWishes wishes;
  const ImFont& font = *ui.window().style().face.ui.font;
  for (char32_t c = 0xAC00; c < 0xAC00 + GlyphWishes::kMost; ++c) {
    const std::string one{static_cast<char>(0xE0U | c >> 12U),
                          static_cast<char>(0x80U | (c >> 6U & 0x3FU)),
                          static_cast<char>(0x80U | (c & 0x3FU))};
    wishes.note(font, one);
  }
  CHECK(wishes.take().size() == GlyphWishes::kMost);
  wishes.forget_missing(font);
  wishes.note(font, "\uAC00\u77E9");
  CHECK(wishes.take() == std::set<ImWchar>{0x77E9});
  // Vietnamese is in the usual faces, beyond what they begin with.
  ui.open(folder.write("small.json", trace_with("ti\u1EBFng")));
  REQUIRE(ui.window().show_tab("Kernels"));
  ui.settle();
  CHECK(draws(ui.window().style().face.ui, 0x1EBF));
}

TEST_CASE("thousands of characters take up no more than there is room for") {
  const TempFolder folder;
  UiDriver ui;
  std::string many;
  for (char32_t c = 0x4E00; c < 0x9FA0; ++c) {
    many += {static_cast<char>(0xE0U | c >> 12U), static_cast<char>(0x80U | (c >> 6U & 0x3FU)),
             static_cast<char>(0x80U | (c & 0x3FU))};
  }
  GlyphWishes wishes;
  const ImFont& font = *ui.window().style().face.ui.font;
  wishes.note(font, many);
  CHECK(wishes.waiting());
  CHECK(wishes.take().size() == GlyphWishes::kMost);
  wishes.note(font, many);
  wishes.note(font, "aten::mm, µs, é, Ж and …");
  CHECK_FALSE(wishes.waiting());
}

TEST_CASE("without the font of many scripts a name in one of them tells so") {
  const TempFolder folder;
  for (const auto& font : fs::directory_iterator(binary_folder() + "/fonts"))
    fs::copy_file(font.path(), folder.path() + "/" + font.path().filename().string());
  fs::remove(folder.path() + "/DroidSansFallbackFull.ttf");
  UiDriver ui({.settings = {}, .proc = {}, .example = {}, .fonts = folder.path()}, 1600, 900);
  ui.frames(3);
  CHECK(notice(ui).empty());
  ui.open(folder.write("small.json", trace_with("矩阵")));
  ui.frames(3);
  CHECK(notice(ui).find("names in some scripts show as question marks") != std::string::npos);
}

}  // namespace lanescope
