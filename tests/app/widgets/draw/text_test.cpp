#include "app/widgets/draw/text.h"

#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

/// ImGui's own font, which every character of this test has 7 pixels of.
struct Font {
  Font() {
    context = ImGui::CreateContext();
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    face = {ImGui::GetIO().Fonts->Fonts[0], 13};
  }
  ~Font() { ImGui::DestroyContext(context); }
  [[nodiscard]] float lines(std::string_view text, int characters) const {
    const float width = text_width(face, "0") * (static_cast<float>(characters) + 0.5F);
    return draw_text_wrapped(nullptr, face, {0, 0}, width, 0, text) / face.size_px;
  }
  ImGuiContext* context;
  Face face;
};

}  // namespace

TEST_CASE("long names break where their pieces meet") {
  const Font font;
  CHECK(font.lines("elementwise_kernel<FillFunctor>", 19) == 2);  // after the bracket
  CHECK(font.lines("at::native::fill", 13) == 2);                 // after ::, not inside native
  CHECK(font.lines("aaaa_bbbb_cccc", 10) == 2);
  CHECK(font.lines("aaaa_bbbb_cccc", 8) == 3);  // "aaaa_", "bbbb_", "cccc"
}

TEST_CASE("words stay whole where there are spaces, and a word too long is cut anywhere") {
  const Font font;
  CHECK(font.lines("record with with_stack=True", 16) == 2);
  CHECK(font.lines("abcdefghij", 4) == 3);
  CHECK(font.lines("one\ntwo", 20) == 2);
  CHECK(font.lines("", 20) == 0);
  CHECK(font.lines("wide", 0) == 4);
}

}  // namespace lanescope
