#include "core/view/text/label_fit.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

/// Ten pixels a character, five for an 'i', twenty for what is not ASCII but the ellipsis.
float advance(char32_t c) {
  if (c == U'i') return 5;
  return c < 128 || c == U'…' ? 10 : 20;
}

}  // namespace

TEST_CASE("a text that fits is left whole") {
  const LabelFitter fitter(advance);
  const FittedLabel label = fitter.fit("conv", 40);
  CHECK(label.text == "conv");
  CHECK_FALSE(label.ellipsis);
  CHECK(label.width_px == 40);
}

TEST_CASE("a text that does not fit ends in an ellipsis that does") {
  const LabelFitter fitter(advance);
  const FittedLabel label = fitter.fit("aten::convolution", 95);
  CHECK(label.text == "aten::co");
  CHECK(label.ellipsis);
  CHECK(label.width_px == 90);
}

TEST_CASE("too little room gives nothing rather than a letter") {
  const LabelFitter fitter(advance);
  CHECK(fitter.fit("convolution", 39).text.empty());
  CHECK(fitter.fit("convolution", 40).text == "con");
  CHECK(fitter.fit("mm", 20).text == "mm");
  CHECK(fitter.fit("", 100).text.empty());
}

TEST_CASE("two wide characters say as much as three letters") {
  const LabelFitter fitter(advance);
  CHECK(fitter.fit("\u77E9\u9635\u4E58\u6CD5", 50).text == "\u77E9\u9635");
  CHECK(fitter.fit("\u77E9\u9635\u4E58\u6CD5", 49).text.empty());
}

TEST_CASE("narrow characters leave room for more of them") {
  const LabelFitter fitter(advance);
  CHECK(fitter.fit("iiiiiiiiii", 40).text == "iiiiii");
}

TEST_CASE("characters of several bytes are never cut in two") {
  const LabelFitter fitter(advance);
  CHECK(fitter.fit("aöööö", 65).text == "aöö");
  CHECK(fitter.fit("日本語日本語", 75).text == "日本語");
  CHECK(fitter.width_px("日本") == 40);
}

TEST_CASE("broken UTF-8 is survived") {
  const LabelFitter fitter(advance);
  CHECK(fitter.fit("abc\xf0", 1000).text.size() == 4);
  CHECK(fitter.fit("\x80\x80\x80", 1000).text.size() == 3);
  CHECK(fitter.fit("\xe2\x80", 1000).text.size() == 2);
}

}  // namespace lanescope
