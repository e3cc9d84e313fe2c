#include "core/view/timeline/busiest_tracks.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/view/lanes/tree.h"
#include "tests/core/fixtures/load_text.h"

namespace lanescope {

TEST_CASE("of too many tracks the busiest stay, of equal ones the first, in their order") {
  std::vector<Track> all(6);
  const std::vector<std::uint64_t> slices = {1, 5, 2, 2, 9, 2};
  std::vector<const Track*> tracks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].slices = slices[i];
    tracks.push_back(&all[i]);
  }
  CHECK(keep_busiest(tracks, 6) == 0);
  CHECK(keep_busiest(tracks, 4) == 2);
  CHECK(tracks == std::vector<const Track*>{&all[1], &all[2], &all[3], &all[4]});
  CHECK(keep_busiest(tracks, 0) == 4);
  CHECK(tracks.empty());
}

TEST_CASE("a process of endless threads has lanes for the busiest, and says how many have none") {
  std::string text = "{\"traceEvents\":[";
  const int threads = static_cast<int>(kMostThreadLanes) + 7;
  for (int i = 0; i < threads; ++i)
    text += fmt::format(
        R"({{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":{0},"ts":{0},"dur":5}},)", i);
  // The last one has most.
  text +=
      fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"last","pid":1,"tid":{},"ts":0,"dur":1}}]}})",
                  threads - 1);
  const auto trace = load_text(text);
  const LaneTree tree = build_lane_tree(*trace);
  REQUIRE(tree.groups.size() == 1);
  CHECK(tree.groups[0].lanes.size() == kMostThreadLanes);
  CHECK(tree.groups[0].title.find("7 more threads have no lane") != std::string::npos);
  const auto last = trace->find_slice(EventId{0});
  REQUIRE(last);
  CHECK(trace->counts.total == static_cast<std::uint64_t>(threads) + 1);
}

TEST_CASE("a trace of endless processes has lanes for the busiest, and says how many have none") {
  std::string text = "{\"traceEvents\":[";
  const int processes = static_cast<int>(kMostProcesses) + 3;
  for (int i = 0; i < processes; ++i)
    text += fmt::format(
        R"({{"ph":"X","cat":"cpu_op","name":"a","pid":{0},"tid":1,"ts":{0},"dur":5}}{1})", i,
        i + 1 < processes ? "," : "]}");
  const LaneTree tree = build_lane_tree(*load_text(text));
  REQUIRE(tree.groups.size() == kMostProcesses + 1);
  CHECK(tree.groups.back().title == "3 more processes have no lanes; search finds their events");
}

}  // namespace lanescope
