#include "core/session/rebuild_pacing.h"

#include <doctest/doctest.h>

using namespace lanescope;
using namespace std::chrono_literals;

namespace {

using Time = RebuildPacing::Clock::time_point;

constexpr Time at(std::chrono::milliseconds ms) {
  return Time(ms);
}

}  // namespace

TEST_CASE("settling begins at once and pauses four times as long as it took, a second at least") {
  RebuildPacing pace(RebuildPacing::Growth::Free);
  CHECK(pace.due(at(100ms), true));
  CHECK_FALSE(pace.due(at(100ms), false));  // nothing has come
  pace.begin(at(100ms));
  CHECK_FALSE(pace.due(at(5000ms), true));  // one at a time
  pace.end(at(150ms));
  CHECK_FALSE(pace.due(at(1149ms), true));  // 4 x 50 ms is less than a second
  CHECK(pace.due(at(1150ms), true));
  pace.begin(at(2000ms));
  pace.end(at(3000ms));
  CHECK_FALSE(pace.due(at(6999ms), true));
  CHECK(pace.due(at(7000ms), true));
  CHECK_FALSE(pace.waits());
}

TEST_CASE("settling that took longer than four seconds waits to be asked") {
  RebuildPacing pace(RebuildPacing::Growth::Free);
  pace.begin(at(0ms));
  pace.end(at(4001ms));
  CHECK(pace.waits());
  CHECK_FALSE(pace.due(at(1'000'000ms), true));
  pace.ask();
  CHECK_FALSE(pace.due(at(4002ms), false));
  CHECK(pace.due(at(4002ms), true));
  pace.begin(at(5000ms));
  pace.end(at(10'000ms));
  CHECK_FALSE(pace.due(at(1'000'000ms), true));  // asked once, done once
}

TEST_CASE("a recording of which the last is kept never waits, however long it takes") {
  RebuildPacing pace(RebuildPacing::Growth::Bounded);
  pace.begin(at(0ms));
  pace.end(at(10'000ms));
  CHECK_FALSE(pace.waits());
  CHECK_FALSE(pace.due(at(49'999ms), true));
  CHECK(pace.due(at(50'000ms), true));
}

TEST_CASE("settling that could not be done waits to be asked") {
  RebuildPacing pace(RebuildPacing::Growth::Bounded);
  pace.begin(at(0ms));
  pace.fail(at(10ms));
  CHECK(pace.waits());
  CHECK_FALSE(pace.due(at(1'000'000ms), true));
}

TEST_CASE("what it takes to show what was settled counts in the pause") {
  RebuildPacing pace(RebuildPacing::Growth::Free);
  pace.begin(at(0ms));
  pace.end(at(500ms));
  pace.shown(at(1000ms));
  CHECK_FALSE(pace.due(at(4999ms), true));
  CHECK(pace.due(at(5000ms), true));
  pace.begin(at(6000ms));
  pace.end(at(6500ms));
  pace.shown(at(100'000ms));  // the window was hidden: that is no reason to wait long
  CHECK_FALSE(pace.due(at(115'999ms), true));
  CHECK(pace.due(at(116'000ms), true));
  CHECK_FALSE(pace.waits());
}
