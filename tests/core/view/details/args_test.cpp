#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"
#include "core/view/details/facts.h"

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
  CHECK(fact(R"({"registers per thread":168})", "Registers · shared") == "168 · n/a");
  CHECK(fact("{}", "Registers · shared") == "none");
}

TEST_CASE("of AMD's kernels, the vector registers and the local data share are shown") {
  const char* args = R"({"VGPR count":96,"SGPR count":80,"shared memory":1024})";
  CHECK(fact(args, "VGPRs · LDS") == "96 · 1.000 KiB");
  CHECK(fact(args, "Registers · shared") == "none");
}

TEST_CASE("what a kernel can not have is not known") {
  const auto shown = [](const char* text, const char* title) { return fact(text, title); };
  CHECK(shown(R"({"blocks per SM":-4,"warps per SM":2.5e17})", "Grid blocks · warps per SM") ==
        "not in trace · not in trace");
  CHECK(shown(R"({"est. achieved occupancy %":2.5e17})", "Est. occupancy") == "not in trace");
  CHECK(shown(R"({"est. achieved occupancy %":-1})", "Est. occupancy") == "not in trace");
}

TEST_CASE("odd values of old files are tolerated") {
  CHECK(fact(R"({"blocks per SM":"inf","warps per SM":1.5})", "Grid blocks · warps per SM") ==
        "not in trace · 1.5");
  CHECK(fact(R"({"grid":"528, 1, 1"})", "Grid · block") == "528, 1, 1 · n/a");
}

TEST_CASE("occupancy names its limits and never claims a zero") {
  CHECK(fact(R"({"est. achieved occupancy %":50})", "Est. occupancy") == "50 %");
  CHECK(fact(R"({"est. achieved occupancy %":-100})", "Est. occupancy") == "not in trace");
  CHECK(fact(R"({"est. achieved occupancy %":0})", "Est. occupancy") == "not in trace");
  CHECK(fact(R"({"est. achieved occupancy %":25,"occupancy":{"limitingFactors":"REGS|SMEM"}})",
             "Est. occupancy") == "25 % (registers, shared memory)");
  CHECK(fact(R"({"est. achieved occupancy %":25,"occupancy":{"limitingFactors":"none"}})",
             "Est. occupancy") == "25 %");
}

}  // namespace lanescope
