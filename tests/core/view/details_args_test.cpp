#include "core/view/details_args.h"

#include <doctest/doctest.h>

#include "core/readers/event_text.h"

namespace lanescope {
namespace {

JsonValue json(const std::string& text) {
  auto parsed = parse_event_text(text);
  REQUIRE(parsed.ok());
  return parsed.value();
}

std::string fact(const std::string& args, std::string_view title) {
  for (const ArgumentFact& fact : known_arguments(json(args))) {
    if (fact.title == title) return fact.value;
  }
  return "none";
}

}  // namespace

TEST_CASE("launch shapes read as products, a block without its ones") {
  const std::string args = R"({"grid":[528,1,1],"block":[32,4,1]})";
  CHECK(fact(args, "Grid · block") == "528 × 1 × 1 · 32 × 4");
}

TEST_CASE("one of a pair may be missing") {
  CHECK(fact(R"({"registers per thread":168})", "Registers · shared") == "168 · –");
  CHECK(fact("{}", "Registers · shared") == "none");
}

TEST_CASE("odd values of old files are tolerated") {
  CHECK(fact(R"({"bytes":"4096"})", "Size") == "4.000 KiB");
  CHECK(fact(R"({"est. achieved occupancy %":-100})", "Occupancy est.") == "none");
  CHECK(fact(R"x({"memory bandwidth (GB/s)":12.345678})x", "Bandwidth") == "12.34 GB/s");
  CHECK(fact(R"x({"memory bandwidth (GB/s)":"N/A"})x", "Bandwidth") == "N/A GB/s");
  CHECK(fact(R"({"blocks per SM":"inf","warps per SM":1.5})", "Blocks · warps per SM") ==
        "inf · 1.5");
  CHECK(fact(R"({"grid":"528, 1, 1"})", "Grid · block") == "528, 1, 1 · –");
}

TEST_CASE("lists read without their outer brackets") {
  CHECK(list_text(*json(R"({"v":[[64,256],[],[512]]})").find("v")) == "[64,256] [] [512]");
  CHECK(list_text(*json(R"({"v":["float","","int"]})").find("v")) == "float int");
  CHECK(list_text(std::nullopt).empty());
}

}  // namespace lanescope
