#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"
#include "core/view/details/facts.h"

namespace lanescope {
namespace {

std::optional<Collective> collective(const std::string& args, Ns gpu_ns = 1000) {
  const auto parsed = parse_event_text(args);
  REQUIRE(parsed.ok());
  return collective_of(parsed.value(), gpu_ns);
}

}  // namespace

TEST_CASE("bus bandwidth follows the definition of nccl-tests") {
  CHECK(bus_factor("allreduce", 8) == doctest::Approx(1.75));
  CHECK(bus_factor("_allgather_base", 4) == doctest::Approx(0.75));
  CHECK(bus_factor("_reduce_scatter_base", 4) == doctest::Approx(0.75));
  CHECK(bus_factor("all_to_allv", 2) == doctest::Approx(0.5));
  CHECK(bus_factor("gather", 4) == doctest::Approx(0.75));
  CHECK(bus_factor("send", 2) == doctest::Approx(1));
  CHECK(bus_factor("broadcast", 8) == doctest::Approx(1));
  CHECK_FALSE(bus_factor("barrier", 8));
  CHECK_FALSE(bus_factor("allreduce", 0));
}

TEST_CASE("the size of an element is known for every type that collectives carry") {
  const std::vector<std::pair<std::string, std::int64_t>> sizes = {
      {"Byte", 1},         {"Char", 1},          {"Bool", 1},   {"Float8_e4m3fn", 1}, {"Short", 2},
      {"Half", 2},         {"BFloat16", 2},      {"UInt16", 2}, {"Int", 4},           {"Float", 4},
      {"UInt32", 4},       {"ComplexHalf", 4},   {"Long", 8},   {"Double", 8},        {"UInt64", 8},
      {"ComplexFloat", 8}, {"ComplexDouble", 16}};
  for (const auto& [type, bytes] : sizes) {
    CAPTURE(type);
    CHECK(element_bytes(type) == bytes);
  }
  CHECK_FALSE(element_bytes("Strange"));
}

TEST_CASE("gathers count what all ranks have in the end, reductions what each puts in") {
  const std::string sizes =
      R"("dtype":"BFloat16","In msg nelems":100,"Out msg nelems":400,"Group size":4})";
  CHECK(collective(R"({"Collective name":"_allgather_base",)" + sizes)->bytes == 800);
  CHECK(collective(R"({"Collective name":"_reduce_scatter_base",)" + sizes)->bytes == 200);
  const auto reduce = collective(R"({"Collective name":"allreduce",)" + sizes);
  CHECK(reduce->algorithm_gb_per_s == doctest::Approx(0.2));
  CHECK(reduce->bus_gb_per_s == doctest::Approx(0.3));
  CHECK_FALSE(collective(R"({"Collective name":"allreduce",)" + sizes, 0)->bus_gb_per_s);
}

TEST_CASE("what is not known of a collective is left out") {
  CHECK_FALSE(collective("{}"));
  const auto odd =
      collective(R"({"Collective name":"allreduce","dtype":"Strange","In msg nelems":5})");
  CHECK_FALSE(odd->bytes);
  CHECK_FALSE(odd->bus_gb_per_s);
  const auto facts =
      collective_facts(*collective(R"({"Collective name":"send","Process Group Name":"0",)"
                                   R"("Process Group Description":"default_pg","Group size":2})"));
  REQUIRE(facts.size() == 2);
  CHECK(facts[1].value == "0 · default_pg · 2 ranks");
}

}  // namespace lanescope
