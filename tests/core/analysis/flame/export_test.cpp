#include "core/analysis/flame/export.h"

#include <cstdint>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;
using nlohmann::json;

namespace {

const std::vector<std::string> kEvents{
    slice("cpu_op", R"(a;b\nc \"x\")", "0", "10"), slice("cpu_op", "d e", "2", "3"),
    slice("cpu_op", "d e", "6", "1"), slice("cpu_op", "f", "20", "2.5")};

}  // namespace

TEST_CASE("collapsed stacks are read back line by line") {
  const HandMadeTrace trace(kEvents);
  const FlameTree tree = build_flame_tree(*trace, whole_window(), {});
  CHECK(collapsed_stacks(*trace, tree) == "a_b_c \"x\" 6000\nf 2500\na_b_c \"x\";d e 4000\n");
}

TEST_CASE("what hangs below no frame says so") {
  const HandMadeTrace trace(
      {slice("cpu_op", "a", "0", "10"), gpu_slice("kernel", "k", "2", "1", R"("correlation": 1)")});
  const FlameTree tree = build_flame_tree(*trace, whole_window(), {.weight = FlameWeight::GpuTime});
  CHECK(collapsed_stacks(*trace, tree) == "(launch not recorded);k 1000\n");
}

TEST_CASE("speedscope reads the same widths") {
  const HandMadeTrace trace(kEvents);
  const FlameTree tree = build_flame_tree(*trace, whole_window(), {});
  const json file = json::parse(speedscope_json(*trace, tree, FlameWeight::CpuTime, "a \"file\""));
  CHECK(file["$schema"] == "https://www.speedscope.app/file-format-schema.json");
  CHECK(file["name"] == "a \"file\"");
  const json& profile = file["profiles"][0];
  CHECK(profile["type"] == "evented");
  CHECK(profile["unit"] == "nanoseconds");
  CHECK(profile["startValue"] == 0);
  CHECK(profile["endValue"] == 12'500);
  // As its reader does: every closing ends the frame opened last, and time never falls.
  std::map<std::string, std::int64_t> total;
  std::vector<std::pair<int, std::int64_t>> open;
  std::int64_t now = 0;
  for (const json& event : profile["events"]) {
    CHECK(event["at"] >= now);
    now = event["at"];
    const int frame = event["frame"];
    if (event["type"] == "O") {
      open.emplace_back(frame, now);
      continue;
    }
    REQUIRE(!open.empty());
    CHECK(open.back().first == frame);
    total[file["shared"]["frames"][frame]["name"]] += now - open.back().second;
    open.pop_back();
  }
  CHECK(open.empty());
  CHECK(total == std::map<std::string, std::int64_t>{
                     {"a;b\nc \"x\"", 10'000}, {"d e", 4'000}, {"f", 2'500}});
}

TEST_CASE("an empty flame graph is still a file") {
  const HandMadeTrace trace({slice("cpu_op", "a", "0", "10")});
  const FlameTree tree = build_flame_tree(*trace, whole_window(), {.stack = FlameStack::Python});
  CHECK(collapsed_stacks(*trace, tree).empty());
  const json file = json::parse(speedscope_json(*trace, tree, FlameWeight::Bytes, ""));
  CHECK(file["profiles"][0]["events"].empty());
  CHECK(file["profiles"][0]["unit"] == "bytes");
}
