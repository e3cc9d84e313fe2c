#include "core/view/navigation/fuzzy_match.h"

#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

int score(std::string_view pattern, std::string_view text) {
  const auto match = fuzzy_match(pattern, text);
  REQUIRE(match.has_value());
  return match->score;
}

TEST_CASE("letters in order match, whatever their case and the blanks between") {
  CHECK(fuzzy_match("zs", "Zoom to selection").has_value());
  CHECK(fuzzy_match("Z O O M sel", "Zoom to selection").has_value());
  CHECK_FALSE(fuzzy_match("sz", "Zoom to selection").has_value());
  CHECK_FALSE(fuzzy_match("zoomx", "Zoom").has_value());
  CHECK(fuzzy_match("", "anything").has_value());
  CHECK(fuzzy_match("  ", "").has_value());
  CHECK_FALSE(fuzzy_match("a", "").has_value());
}

TEST_CASE("starts of words and runs are what was meant") {
  CHECK(score("sl", "Show lanes") > score("sl", "Visual"));
  CHECK(score("hide", "Hide lane") > score("hide", "Hot idle gauge"));
  const auto match = fuzzy_match("ts", "Zoom to selection");
  REQUIRE(match.has_value());
  CHECK(match->places == std::vector<std::uint32_t>{5, 8});
}

TEST_CASE("the places are those of a run even when a letter came earlier") {
  const auto match = fuzzy_match("lane", "all lanes");
  REQUIRE(match.has_value());
  CHECK(match->places == std::vector<std::uint32_t>{4, 5, 6, 7});
}

TEST_CASE("a long text is looked at from its start, a long pattern cut") {
  const std::string text = std::string(200, 'x') + "end";
  CHECK(fuzzy_match("xx", text).has_value());
  CHECK_FALSE(fuzzy_match("end", text).has_value());
  CHECK(fuzzy_match(std::string(500, 'x'), text).has_value());
}

}  // namespace
}  // namespace lanescope
