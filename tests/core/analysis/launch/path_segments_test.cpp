#include "core/analysis/launch/path_segments.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("segments added from the last to the first are read by time, each to the next") {
  PathSegments path(100);
  path.add_before(70, PathClass::GpuCompute, EventId{3});
  path.add_before(40, PathClass::CpuOp, EventId{1});
  REQUIRE(path.size() == 2);
  CHECK(path[0].range.begin_ns == 40);
  CHECK(path[0].range.end_ns == 70);
  CHECK(path[0].what == PathClass::CpuOp);
  CHECK(path[0].event == EventId{1});
  CHECK(path[1].range.begin_ns == 70);
  CHECK(path[1].range.end_ns == 100);
  CHECK(path[1].what == PathClass::GpuCompute);
}

TEST_CASE("a segment joins the one after it if both class and event are the same") {
  PathSegments path(100);
  path.add_before(70, PathClass::CpuOp, EventId{1});
  path.add_before(60, PathClass::CpuOp, EventId{1});
  REQUIRE(path.size() == 1);
  CHECK(path[0].range.begin_ns == 60);
  path.add_before(50, PathClass::Python, EventId{1});
  path.add_before(40, PathClass::Python, EventId{2});
  CHECK(path.size() == 3);
}

TEST_CASE("a path of many segments has no gaps, and none is lost or joined across its blocks") {
  constexpr std::uint32_t kMany = 10'000;
  PathSegments path(kMany);
  for (std::uint32_t i = kMany; i-- > 0;) path.add_before(i, PathClass::Runtime, EventId{i});
  REQUIRE(path.size() == kMany);
  std::uint32_t next = 0, wrong = 0;
  for (const PathSegment& segment : path) {
    wrong += segment.range.begin_ns != next || segment.range.end_ns != next + 1 ||
             segment.event != EventId{next};
    ++next;
  }
  CHECK(next == kMany);
  CHECK(wrong == 0);
}

TEST_CASE("a path without segments has nothing to visit") {
  const PathSegments path;
  CHECK(path.empty());
  CHECK(path.begin() == path.end());
}
