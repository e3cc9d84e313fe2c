#include "capture/host/triggers/never_fired.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/capture/host/triggers/made_ranges.h"

using namespace lanescope;

namespace {

constexpr std::uint32_t kProcess = 1;
constexpr std::int64_t kPid = 4711;

/// Why `condition` has not fired after these records of one channel of the second process.
std::string told(const char* condition, const MadeRanges& made) {
  RangeWatch watch(parse_trigger_condition(condition).value());
  watch.take(kProcess, 0, made.bytes());
  return never_fired_text(watch, [](std::uint32_t process) {
    CHECK(process == kProcess);
    return kPid;
  });
}

MadeRanges one(std::string_view name, std::uint32_t tid = 4711) {
  MadeRanges made;
  made.open(tid).text(1, name).push(0, 1, 1).pop(1, 1);
  return made;
}

}  // namespace

TEST_CASE("a range in other case or with a longer name is told, with its thread and process") {
  CHECK(told("range:load>1s", one("Load")) ==
        "no range named load was seen; there was Load in the main thread of process 4711, but "
        "upper and lower case differ");
  CHECK(told("range:load>1s", one("load 7", 4712)) ==
        "no range named load was seen; there was load 7 in thread 4712 of process 4711: "
        "range:load* includes it");
  CHECK(told("range:Load*>1s", one("load 7", 4712)) ==
        "no range named Load* was seen; there was load 7 in thread 4712 of process 4711, but "
        "upper and lower case differ");
  CHECK(told("step>1s", one("STEP 7")) ==
        "no step was seen; there was STEP 7 in the main thread of process 4711, but upper and "
        "lower case differ");
}

TEST_CASE("the likeliest of several is told") {
  MadeRanges made = one("load 7");
  made.text(2, "LOAD").push(2, 2, 2).pop(3, 2);
  CHECK(told("range:load>1s", made).find("LOAD") != std::string::npos);
}

TEST_CASE("a range that never ends where it began is not said to be missing") {
  MadeRanges made;
  made.open(4712).text(1, "load").push(0, 1, 1);
  CHECK(told("range:load>1.5*median", made) ==
        "range load began in thread 4712 of process 4711 but never ended there; a range that is "
        "pushed has to be popped by the same thread");
}

TEST_CASE("names of other words are not taken for the one that is waited for") {
  CHECK(told("range:load>1s", one("loader")) == "no range named load was seen");
  CHECK(told("range:load>1s", one("reload")) == "no range named load was seen");
  // A text that no range has, such as the name of a kernel.
  MadeRanges made;
  made.open(4711).text(1, "Load");
  CHECK(told("range:load>1s", made) == "no range named load was seen");
  CHECK(told("step>1s", one("epoch")) ==
        "no step was seen; steps are ranges named ProfilerStep#N, step or step N");
}

TEST_CASE("a mark of that name has no length") {
  MadeRanges made;
  made.open(4711).text(1, "load").mark(5, 1);
  CHECK(told("range:load>1s", made) ==
        "no range named load was seen; load is a mark in the main thread of process 4711, and "
        "marks have no length");
}
