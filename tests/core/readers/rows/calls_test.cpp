#include "core/readers/rows/calls.h"

#include <set>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("calls of many processes have a number each, wherever their own begin") {
  CallNumbers calls;
  std::set<std::uint32_t> numbers;
  constexpr std::uint32_t kProcesses = 801, kCalls = 600;
  for (std::uint32_t process = 0; process < kProcesses; ++process) {
    // After hours of training, and after 32 bits of CUPTI's went round.
    const std::uint64_t first = process % 3 == 0 ? 1 : (std::uint64_t{1} << 33) + process;
    for (std::uint64_t own = first; own < first + kCalls; ++own) {
      const std::uint32_t number = calls.number(process, own);
      CHECK(number != 0);
      numbers.insert(number);
      CHECK(calls.number(process, own) == number);
    }
  }
  CHECK(numbers.size() == kProcesses * kCalls);
  CHECK(calls.without_number() == 0);
  CHECK(calls.number(5, 0) == 0);
}

TEST_CASE("calls beyond 32 bits have none, which is counted") {
  CallNumbers calls(2);
  CHECK(calls.number(0, 1) == 2);
  CHECK(calls.number(0, 255) == 256);
  CHECK(calls.number(0, 1'000'000) != 0);
  CHECK(calls.number(1, 1) == 0);
  CHECK(calls.number(1, 2) == 0);
  CHECK(calls.without_number() == 2);
  CHECK(calls.number(0, 2) == 3);
}

TEST_CASE("launches that came later than all that the GPU told of are counted") {
  CallNumbers calls;
  CHECK(calls.launches_behind_work(0) == 0);
  for (std::uint64_t own = 1; own <= 1000; ++own) {
    calls.note_launch(0, own);
    calls.note_launch(1, own);
  }
  CHECK(calls.launches_behind_work(0) == 1000);
  for (const std::uint64_t last : {63U, 64U, 65U, 255U, 256U, 640U, 999U, 1000U}) {
    calls.note_work(0, last);
    CAPTURE(last);
    CHECK(calls.launches_behind_work(0) == 1000 - last);
  }
  calls.note_work(1, 990);
  calls.note_failure(1, 995);
  CHECK(calls.launches_behind_work(1) == 9);
}
