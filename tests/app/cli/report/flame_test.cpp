#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

TEST_CASE("the report of a flame graph has each frame before those inside it") {
  const HandMadeTrace trace({slice("cpu_op", "a", "0", "2000"), slice("cpu_op", "b", "1", "500"),
                             slice("cpu_op", "c", "600", "800"),
                             slice("cpu_op", "tiny", "1500", "1"),
                             slice("cpu_op", "d", "3000", "100")});
  const ReportInput input{*trace, whole_window(), {}};
  const FlameTree tree = build_flame_tree(*trace, whole_window(), usual_flame_query(*trace));
  const Json json = to_json(input, tree);
  CHECK(json["weight"] == "cpu_time");
  CHECK(json["total_ns"] == 2'100'000);
  std::string drawn;
  for (const Json& frame : json["frames"]) {
    drawn += std::string(frame["depth"].get<std::size_t>(), '>') + frame["name"].get<std::string>();
    drawn += " " + std::to_string(frame["self_ns"].get<std::int64_t>()) + "\n";
  }
  CHECK(drawn == "a 699000\n>c 800000\n>b 500000\nd 100000\n");
  CHECK(json["frames"][0]["parent"].is_null());
  CHECK(json["frames"][2]["parent"] == 0);
  CHECK(json["frames"][2]["calls"] == 1);
  CHECK(to_text(input, tree).find("800.0 µs") != std::string::npos);
}

TEST_CASE("the report of a flame graph says when there is none") {
  const HandMadeTrace trace({slice("cpu_op", "a", "0", "0")});
  const ReportInput input{*trace, whole_window(), {}};
  const FlameTree tree = build_flame_tree(*trace, whole_window(), usual_flame_query(*trace));
  CHECK(to_json(input, tree)["why"] == "the window has no frames");
  CHECK(to_text(input, tree) == "n/a: the window has no frames\n");
}
