// Ids of texts that nobody defined: what they would tell is missing, which is said.
#include <string>

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kThread = process_track(1, 77, "python") + thread_track(2, 1, 77, 78, "main");

/// Of a writer that has defined id 1 of everything.
std::string with(const std::string& fields) {
  const std::string entry = number(1, 1) + bytes(2, "one");
  const std::string interned =
      bytes(kInterned, bytes(1, entry) + bytes(2, entry) + bytes(3, entry) + bytes(29, entry));
  return kThread + packet(number(kFlags, kCleared) + interned, 3) +
         packet(number(kFlags, kNeedsState) + number(kTimestamp, 10) +
                    bytes(kTrackEvent, fields + number(9, kInstant) + number(11, 2)),
                3);
}

std::uint64_t missing(const std::string& fields) {
  return issue_count(*loaded(with(fields)).snapshot, "missing_text");
}

std::string first_missing(const std::string& fields) {
  return issue_of(*loaded(with(fields)).snapshot, "missing_text").example;
}

}  // namespace

TEST_CASE("names, categories and arguments whose ids nobody defined are told") {
  CHECK(first_missing(number(10, 7)) == "event name 7");
  CHECK(first_missing(number(3, 9)) == "category 9");
  CHECK(first_missing(bytes(4, number(1, 5) + number(4, 42))) == "argument name 5");
  CHECK(first_missing(bytes(4, bytes(10, "s") + number(17, 55))) == "argument text 55");
  CHECK(first_missing(bytes(4, number(1, 1) + number(17, 55))) == "argument text 55");
  CHECK(first_missing(bytes(6, number(2, 'I') + number(1, 8))) == "event name 8");
  const std::string all =
      number(10, 7) + number(3, 9) + number(3, 8) + bytes(4, number(1, 5) + number(17, 55));
  CHECK(missing(all) == 5);
  CHECK(loaded(with(all)).snapshot->report.listed == 0);
}

TEST_CASE("ids of arguments within arguments, and in an unusual order, are told too") {
  const std::string inner = number(1, 6) + number(17, 56);
  CHECK(missing(bytes(4, number(1, 1) + bytes(11, inner))) == 2);
  CHECK(missing(bytes(4, number(1, 1) + bytes(12, bytes(11, inner)))) == 2);
  CHECK(missing(bytes(4, number(17, 1) + number(1, 5))) == 1);
  CHECK(missing(bytes(4, number(1, std::uint64_t{1} << 40U) + number(4, 2))) == 1);
}

TEST_CASE("ids that are defined, and 0, which is none, are not") {
  CHECK(missing(number(10, 1) + number(3, 1) + bytes(4, number(1, 1) + number(17, 1)) +
                bytes(4, number(1, 1) + bytes(11, number(1, 1) + number(4, 2)))) == 0);
  CHECK(missing(number(10, 0)) == 0);
  CHECK(missing(number(10, 7) + bytes(23, "named")) == 0);
}

TEST_CASE("an end has arguments too") {
  const LoadedTrace trace =
      loaded(kThread + begin(2, 10, "a") + end(2, 20, bytes(4, number(1, 5) + number(4, 42))));
  CHECK(issue_count(*trace.snapshot, "missing_text") == 1);
}
