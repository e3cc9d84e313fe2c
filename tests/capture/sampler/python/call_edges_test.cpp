#include "capture/sampler/python/call_edges.h"

#include <set>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a call is known after it was seen three times") {
  CallEdges calls;
  const auto call = CallEdges::key(1, 10, 2);
  for (int time = 0; time < 3; ++time) {
    CHECK_FALSE(calls.is_known(call));
    calls.see(call);
  }
  CHECK(calls.is_known(call));
  CHECK_FALSE(calls.is_known(CallEdges::key(1, 12, 2)));
  CHECK_FALSE(calls.is_known(CallEdges::key(2, 10, 1)));
}

TEST_CASE("what was seen too rarely is forgotten, what is known is not") {
  CallEdges calls;
  const auto known = CallEdges::key(1, 10, 2), chance = CallEdges::key(1, 10, 3);
  for (int time = 0; time < 3; ++time) calls.see(known);
  for (int time = 0; time < 10; ++time) {
    calls.see(chance);
    for (int sample = 0; sample < 2'000; ++sample) calls.start_sample();
  }
  CHECK(calls.is_known(known));
  CHECK_FALSE(calls.is_known(chance));
}

TEST_CASE("different calls have different keys") {
  std::set<std::uint64_t> keys;
  for (std::uint32_t caller = 0; caller < 40; ++caller) {
    for (std::int32_t instruction = -1; instruction < 100; ++instruction) {
      for (std::uint32_t callee = 0; callee < 40; ++callee)
        keys.insert(CallEdges::key(caller, instruction, callee));
    }
  }
  CHECK(keys.size() == 40 * 101 * 40);
}
