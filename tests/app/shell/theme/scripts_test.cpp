// Names of operators, files and people in scripts that the usual faces have no glyphs for.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "app/shell/theme/font_search.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"
#include "tests/skip.h"

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
  return ui.notice() ? ui.notice()->text : std::string();
}

struct Script {
  const char* what;
  const char* name;
  char32_t one;  // a character as it is drawn
  bool colored;
};

void check_script(const Script& script) {
  const TempFolder folder;
  UiDriver ui;
  FontSearch fonts;
  if (!fonts.find(script.one)) skip_case(std::string("no font here has ") + script.what);
  const int atlases = ui.atlases();
  ui.open(folder.write("small.json", trace_with(script.name)));
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  const ImFont& font = *ui.window().style().face.ui.font;
  const ImFontGlyph* glyph = font.FindGlyphNoFallback(static_cast<ImWchar>(script.one));
  REQUIRE(glyph != nullptr);
  CHECK(glyph->Visible == 1);
  CHECK(glyph->AdvanceX > 1);
  CHECK((glyph->Colored == 1) == script.colored);
  // None of it made the window wait for a new atlas, and each frame took in a few.
  CHECK(ui.atlases() == atlases);
  CHECK(ui.most_pieces_in_frame() <= 64);
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
  ui.window().settings().zoom_interface(1.5F);
  ui.settle();
  CHECK(draws(ui.window().style().face.ui, u'阵'));
}

TEST_CASE("Korean names are drawn with the fonts that the system has") {
  check_script({"Korean", "행렬 곱셈", U'행', false});
}

TEST_CASE("Thai names are drawn with the fonts that the system has") {
  check_script({"Thai", "คูณเมทริกซ์", U'ค', false});
}

TEST_CASE("Arabic names are drawn with the fonts that the system has") {
  check_script({"Arabic", "ضرب المصفوفات", U'\uFEAE', false});  // joined to the one before
}

TEST_CASE("emoji in names are drawn with the fonts that the system has") {
  check_script({"emoji", "\U0001F680 step", U'\U0001F680', true});
}

TEST_CASE("what no font has is asked for once") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", trace_with("\u0378 \U0010FFFD")));
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  const unsigned generation = ui.window().style().face.ui.atlas;
  CHECK_FALSE(draws(ui.window().style().face.ui, 0x0378));
  ui.frames(60);
  CHECK(ui.window().style().face.ui.atlas == generation);
  CHECK(ui.window().quiet());
}

TEST_CASE("a face's own glyphs come before others', and are no wider for coming late") {
  const TempFolder folder;
  UiDriver ui;
  // Vietnamese is in the usual faces, beyond what they begin with.
  ui.open(folder.write("small.json", trace_with("ti\u1EBFng")));
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  const ImFont& font = *ui.window().style().face.ui.font;
  REQUIRE(draws(ui.window().style().face.ui, 0x1EBF));
  CHECK(font.GetCharAdvance(0x1EBF) == doctest::Approx(font.GetCharAdvance(u'ê')).epsilon(0.03));
}

TEST_CASE("a character is wished for once, whatever is drawn") {
  UiDriver ui;
  GlyphRequests requests;
  const ImFont& font = *ui.window().style().face.ui.font;
  requests.note(font, "\u77E9\u9635 and \u77E9");
  CHECK(requests.take() == std::vector<char32_t>{0x77E9, 0x9635});
  requests.note(font, "\u77E9");
  requests.note(font, "aten::mm, µs, é, Ж and …");
  CHECK_FALSE(requests.waiting());
  requests.forget();
  requests.note(font, "\u77E9");
  CHECK(requests.waiting());
}

TEST_CASE("when the atlas is full it starts over with what is drawn") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("small.json", trace_with("矩阵")));
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  GlyphRequests& requests = *ui.window().style().face.display.requests;
  const ImFont& font = *ui.window().style().face.display.font;
  for (char32_t c = 0x4E00; c < 0x7000; ++c) {
    const std::string one{static_cast<char>(0xE0U | c >> 12U),
                          static_cast<char>(0x80U | (c >> 6U & 0x3FU)),
                          static_cast<char>(0x80U | (c & 0x3FU))};
    requests.note(font, one);
  }
  ui.settle();
  ui.frames(5);
  ui.settle();
  CHECK(font.Glyphs.Size < 3000);
  CHECK(draws(ui.window().style().face.ui, u'矩'));  // is still on the screen
}

TEST_CASE("without the font of many scripts a name in one of them is drawn by another, or is not") {
  const TempFolder folder;
  for (const auto& font : fs::directory_iterator(binary_folder() + "/fonts"))
    fs::copy_file(font.path(), folder.path() + "/" + font.path().filename().string());
  fs::remove(folder.path() + "/DroidSansFallbackFull.ttf");
  UiDriver ui({.settings = {}, .proc = {}, .example = {}, .fonts = folder.path()}, 1600, 900);
  ui.open(folder.write("small.json", trace_with("矩阵")));
  REQUIRE(ui.show_tab("Kernels"));
  ui.settle();
  CHECK(notice(ui).empty());
  FontSearch fonts;
  CHECK(draws(ui.window().style().face.ui, u'矩') == fonts.find(U'矩').has_value());
}

}  // namespace lanescope
