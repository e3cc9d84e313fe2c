#include "core/view/text/terminal_text.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::string plain(std::string_view bytes) {
  TerminalText text;
  text.add(bytes);
  return text.text();
}

}  // namespace

TEST_CASE("lines are lines, and the last may be open") {
  CHECK(plain("one\ntwo\r\n\nthree") == "one\ntwo\n\nthree\n");
  CHECK(plain("") == "");
  TerminalText text;
  text.add("Tra");
  CHECK(text.line(0) == "Tra");
  text.add("ceback\nend");
  CHECK(text.size() == 2);
  CHECK(text.line(0) == "Traceback");
  CHECK(text.text(1) == "end\n");
  CHECK(text.text(0, 1) == "Traceback\n");
}

TEST_CASE("orders to a terminal are left out, wherever they are cut") {
  const std::string bytes =
      "\x1b[1;31mError\x1b[0m: \x1b]0;a title\x07no\x1b]8;;http://x\x1b\\ GPU\x1b(B\x07!\n";
  CHECK(plain(bytes) == "Error: no GPU!\n");
  TerminalText text;
  for (const char byte : bytes) text.add({&byte, 1});
  CHECK(text.text() == "Error: no GPU!\n");
  CHECK(plain("\x1b[12\nstays\n") == "\nstays\n");  // a sequence that was none
}

TEST_CASE("a progress bar replaces its line") {
  CHECK(plain(" 10%|#  |\r 50%|## |\r100%|###|\ndone\n") == "100%|###|\ndone\n");
  CHECK(plain("kept\r") == "kept\n");
  CHECK(plain("spin |\b/\b-\n") == "spin -\n");
  CHECK(plain("\xC3\xA9\b\b\bx\n") == "x\n");
  CHECK(plain("a\tb\n") == "a       b\n");
}

TEST_CASE("what is no text is shown as such or not at all") {
  CHECK(plain("caf\xC3\xA9 \xE2\x9C\x93\n") == "caf\xC3\xA9 \xE2\x9C\x93\n");
  CHECK(plain("a\xFF\xC3z\n") == "a\xEF\xBF\xBD\xEF\xBF\xBDz\n");
  CHECK(plain(std::string_view("a\0b\x01\x7F", 5)) == "ab\n");
  CHECK(plain("a\xC2\x9B"
              "1m\xE2\x80\xAE"
              "b\n") == "a1mb\n");  // C1, right to left
  TerminalText text;
  text.add("\xE2\x9C");
  CHECK(text.empty());
  text.add("\x93");
  CHECK(text.text() == "\xE2\x9C\x93\n");
}

TEST_CASE("very much output keeps its end, and long lines are broken") {
  TerminalText text;
  const std::string line(99, 'x');
  for (int i = 0; i < 20'000; ++i) text.add(line + std::to_string(i % 10) + "\n");
  // A line of 100 bytes is counted as 132: 1 MiB holds 7,943 of them.
  CHECK(text.size() == 7943);
  CHECK(text.dropped() == 20'000 - 7943);
  CHECK(text.line(text.size() - 1).ends_with("9"));
  CHECK(plain(std::string(9000, 'y')).size() == 9000 + 3);  // in three lines
  text.add_gap(3 << 20);
  CHECK(text.line(text.size() - 1).starts_with("… 3"));
  CHECK(text.line(text.size() - 1).ends_with(" MiB left out …"));
}

TEST_CASE("tabs break lines too, and write a line anew") {
  TerminalText text;
  text.add(std::string(100'000, '\t'));
  CHECK(text.size() > 100);
  CHECK(text.line(0).size() <= 4000);
  CHECK(plain("old\r\tnew\n") == "        new\n");
}
