#include "capture/agent/cupti/conflict.h"

#include <string>

#include <doctest/doctest.h>

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

/// The result of each second: '.' nothing, 's' suspected, 'L' lost, 'r' resumed.
struct Seconds {
  ConflictWatch watch;
  ConflictWatch::Seen seen;
  std::int64_t now = kSecond;

  char pass(std::uint64_t calls, std::uint64_t witnesses, std::uint64_t records) {
    seen.calls += calls;
    seen.witnesses += witnesses;
    seen.records += records;
    const auto change = watch.look(seen, now += kSecond);
    if (!change) return '.';
    return *change == wire::ConflictKind::Suspected ? 's'
           : *change == wire::ConflictKind::Lost    ? 'L'
                                                    : 'r';
  }
};

}  // namespace

TEST_CASE("calls with records are no conflict, nor is a target at rest") {
  Seconds seconds;
  for (int second = 0; second < 10; ++second) CHECK(seconds.pass(100, 3, 200) == '.');
  for (int second = 0; second < 10; ++second) CHECK(seconds.pass(0, 0, 0) == '.');
}

TEST_CASE("calls without records are suspected, and lost when a record is owed") {
  Seconds seconds;
  seconds.pass(100, 3, 200);
  std::string said;
  for (int second = 0; second < 5; ++second) said += seconds.pass(100, 3, 0);
  CHECK(said == ".sL..");
  CHECK(seconds.watch.lost());
  CHECK(seconds.pass(100, 3, 50) == 'r');
  CHECK(!seconds.watch.lost());
}

TEST_CASE("one long kernel stays a suspicion") {
  Seconds seconds;
  seconds.pass(100, 3, 200);
  std::string said;
  for (int second = 0; second < 6; ++second) said += seconds.pass(100, 0, 0);
  CHECK(said == ".s....");
  CHECK(seconds.pass(0, 0, 600) == 'r');
}

TEST_CASE("what somebody knows is not contradicted by records on their way") {
  Seconds seconds;
  seconds.pass(100, 3, 200);
  seconds.watch.know(true);
  CHECK(seconds.pass(100, 3, 40) == '.');
  CHECK(seconds.watch.lost());
  seconds.watch.know(false);
  CHECK(seconds.pass(100, 3, 40) == '.');
  CHECK(!seconds.watch.lost());
}
