#include "core/base/text/message_text.h"

#include <string>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a text of pairs says what was put in") {
  MessageText text;
  text.add("path", "C:\\a\nb\rc").add("count", -7).add("empty", "");
  CHECK(text.text() == "path=C:\\\\a\\nb\\rc\ncount=-7\nempty=\n");
  const MessageText back(text.text());
  CHECK(back.value("path") == "C:\\a\nb\rc");
  CHECK(back.number("count") == -7);
  CHECK(back.value("empty").empty());
  CHECK_FALSE(back.number("empty").has_value());
}

TEST_CASE("a text of pairs takes anything and makes the best of it") {
  const MessageText text(
      "no equals\n=no key\na=1\na=2\nb=1x\nc=99999999999999999999\nd=x=y\\\ne=\\q");
  CHECK(text.value("a") == "1");
  CHECK_FALSE(text.number("b").has_value());
  CHECK_FALSE(text.number("c").has_value());
  CHECK(text.value("d") == "x=y\\");
  CHECK(text.value("e") == "q");
  CHECK(text.value("missing").empty());
  CHECK(MessageText(std::string(1 << 16, '\n')).text().empty());
}
