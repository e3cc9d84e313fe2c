#include <doctest/doctest.h>

#include "core/view/text/escaping.h"

using namespace lanescope;

TEST_CASE("words keep their meaning in Markdown") {
  CHECK(markdown_text("up to 33 %") == "up to 33 %");
  CHECK(markdown_text("a|b <img> *x* `y` _z_ #1 @you") ==
        "a\\|b \\<img\\> \\*x\\* \\`y\\` \\_z\\_ \\#1 \\@you");
}

TEST_CASE("line ends, control bytes and marks of direction become spaces") {
  CHECK(markdown_text("a\nb\x1b[31m\tc") == "a b \\[31m c");
  CHECK(markdown_code("a\r\nb\xE2\x80\xAE"
                      "c") == "`a  b c`");
  CHECK(markdown_text("\xFF") == "\xEF\xBF\xBD");
}

TEST_CASE("a name is code, whatever it holds") {
  CHECK(markdown_code("void f<int>(*)") == "`void f<int>(*)`");
  CHECK(markdown_code("a|b") == "`a\\|b`");
  CHECK(markdown_code("a``b") == "```a``b```");
  CHECK(markdown_code("`") == "`` ` ``");
  CHECK(markdown_code("").empty());
}
