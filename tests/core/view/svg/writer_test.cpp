#include "core/view/svg/writer.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/xml_check.h"

namespace lanescope {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  append_svg_text(text, out);
  return out;
}

TEST_CASE("markup in a name stays a name") {
  CHECK(escaped("a<b>&\"c\"") == "a&lt;b&gt;&amp;&quot;c&quot;");
  CHECK(escaped("größer 大") == "größer 大");
}

TEST_CASE("what XML forbids, or turns the direction of writing, is replaced") {
  CHECK(escaped(std::string_view("a\0b", 3)) == "a\uFFFDb");
  CHECK(escaped("a\x1B[31mb") == "a\uFFFD[31mb");
  CHECK(escaped("a\u202Eb\u2066c") == "a\uFFFDb\uFFFDc");
  CHECK(escaped("a\xFFz") == "a\uFFFDz");
  CHECK(escaped("\uFFFE") == "\uFFFD");
  CHECK(escaped("two\nlines") == "two\nlines");
}

TEST_CASE("shapes and words make a document") {
  SvgWriter writer;
  writer.raw("<svg>\n");
  writer.box({0, 1, 10, 21}, rgb(0x1A2B3C), 2, "<tip>");
  writer.words(3, 4, "slice", rgb(0xFFFFFF), "a & b");
  writer.path("M0 0h1z", "fill=\"none\"");
  writer.raw("</svg>\n");
  const std::string text = writer.take();
  CHECK(xml_problem(text) == "");
  CHECK(text.find("fill=\"#1a2b3c\"") != std::string::npos);
  CHECK(xml_texts(text) == std::vector<std::string>{"a & b"});
}

TEST_CASE("a document stops growing and still ends") {
  SvgWriter writer;
  writer.raw("<svg>");
  const std::string name(100'000, 'x');
  for (int i = 0; i < 1000; ++i) writer.words(0, 0, "slice", {}, name);
  writer.raw("</svg>");
  const std::string text = writer.take();
  CHECK(text.size() < SvgWriter::kLargestBytes + 200'000);
  CHECK(xml_problem(text) == "");
}

TEST_CASE("labels are cut where Inter would not fit") {
  const LabelFitter labels = svg_labels(10);
  CHECK(labels.width_px("iiii") < labels.width_px("mmmm"));
  CHECK(labels.fit("mmmmmmmmmmmm", 40).ellipsis);
}

TEST_CASE("a colour over another is between them") {
  CHECK(blended(rgb(0x000000), rgb(0xFFFFFF), 0.5) == rgb(0x808080));
  CHECK(blended(rgb(0x102030), rgb(0xFFFFFF), 0) == rgb(0x102030));
}

}  // namespace
}  // namespace lanescope
