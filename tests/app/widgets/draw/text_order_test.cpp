// Lines with Hebrew and Arabic in them, as they are drawn from left to right.
#include "app/widgets/draw/text_order.h"

#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

std::string drawn(std::string_view text) {
  return std::string(DrawingOrder(text).text());
}

}  // namespace

TEST_CASE("what is written from left to right stays as it is") {
  for (const char* text : {"aten::mm (1.2 ms)", "矩阵乘法 ガンマ", "Ünïcode – …", "\xFF\xFE", ""})
    CHECK(drawn(text) == text);
}

TEST_CASE("a line break in a name is drawn as a space") {
  CHECK(drawn("my\ncounter\n") == "my counter ");
  CHECK(drawn("\u05D0\n\u05D1") == "\u05D1 \u05D0");
}

TEST_CASE("Hebrew is drawn from its last letter to its first, in the middle of a line") {
  CHECK(drawn("אבג") == "גבא");
  CHECK(drawn("step אבג דהו: x") == "step והד גבא: x");
  // A number belongs to what was written before it, as Unicode's algorithm has it.
  CHECK(drawn("step אבג דהו: 3") == "step 3 :והד גבא");
  CHECK(drawn("(אבג) x") == "(גבא) x");
}

TEST_CASE("numbers keep their own order, and brackets face what they hold") {
  CHECK(drawn("אב 12.5 גד") == "דג 12.5 בא");
  CHECK(drawn("אב (גד) הו") == "וה (דג) בא");
  CHECK(drawn("12 אב") == "12 בא");
}

TEST_CASE("Arabic letters are joined before they are turned") {
  // One letter at the beginning, one in the middle, one at the end of a word.
  CHECK(drawn("\u0628\u0628\u0628") == "\uFE90\uFE92\uFE91");
  // Some join only the letter before them.
  CHECK(drawn("\u062F\u0628") == "\uFE8F\uFEA9");
  CHECK(drawn("\u0628\u062F") == "\uFEAA\uFE91");
  // Lam and alef are one sign.
  CHECK(drawn("\u0644\u0627") == "\uFEFB");
  CHECK(drawn("\u0628\u0644\u0627") == "\uFEFC\uFE91");
  // A mark stays on its letter, and does not part others.
  CHECK(drawn("\u0628\u064E\u0628") == "\uFE90\uFE91\u064E");
}

TEST_CASE("Persian letters have shapes of their own") {
  CHECK(drawn("\u067E\u06CC\u06AF") == "\uFB93\uFBFF\uFB58");
}

}  // namespace lanescope
