#include "core/base/text/nearest_word.h"

#include <array>
#include <string>

#include <doctest/doctest.h>

using lanescope::nearest_word;

TEST_CASE("the word that was meant is found for what fingers do, and none for another word") {
  constexpr std::array<std::string_view, 5> words{"info", "report", "compare", "record", "search"};
  CHECK(nearest_word("inof", words) == "info");       // two letters changed places
  CHECK(nearest_word("reprot", words) == "report");   // the same
  CHECK(nearest_word("serch", words) == "search");    // one left out
  CHECK(nearest_word("recorrd", words) == "record");  // one too many
  CHECK(nearest_word("train", words).empty());
  CHECK(nearest_word("x", words).empty());
  CHECK(nearest_word("", words).empty());
  CHECK(nearest_word(std::string(100'000, 'r'), words).empty());
  CHECK(nearest_word("info", {}).empty());
}
