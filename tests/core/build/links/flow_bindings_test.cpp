#include "core/build/links/flow_bindings.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

/// Names of the slices that the flows of a trace sit on, in the order in which they were added.
std::string bindings(RawTrace& raw) {
  const BuiltTrace trace(raw);
  std::string all;
  for (const FlowBinding& binding : bind_flows({raw.batches(), trace.global, trace.tracks}))
    all += (all.empty() ? "" : " ") + trace.name_of(binding.slice);
  return all;
}

RawTrace::Slice call(const std::string& name, std::uint32_t correlation, Ns dur_ns = 0) {
  return {.name = name,
          .start_ns = 10,
          .dur_ns = dur_ns,
          .category = "cuda_runtime",
          .correlation = correlation};
}

}  // namespace

TEST_CASE("a half takes the deepest slice that starts at its time on its thread") {
  RawTrace raw;
  raw.flow(FlowPhase::Start, "arrow", 1, 10);
  raw.flow(FlowPhase::Start, "arrow", 2, 11);
  raw.flow(FlowPhase::Start, "arrow", 3, 10, kNoRef, "other");
  raw.add({.name = "outer", .start_ns = 10, .dur_ns = 50});
  raw.add({.name = "inner", .start_ns = 10, .dur_ns = 5});
  CHECK(bindings(raw) == "inner (none) (none)");
}

TEST_CASE("of slices that start together the one with the flow's correlation id is meant") {
  const auto build = [](bool seen_by_reader, std::vector<std::uint32_t> order) {
    RawTrace raw(2);
    for (const std::uint32_t id : order) {
      const RawRef ref = raw.add(call("call " + std::to_string(id), id));
      raw.flow(FlowPhase::Start, "ac2g", id, 10, seen_by_reader ? ref : kNoRef);
    }
    raw.begin_batch(1);
    raw.add({.name = "op", .start_ns = 10, .dur_ns = 5});
    return bindings(raw);
  };
  CHECK(build(true, {7, 8, 9}) == "call 7 call 8 call 9");
  CHECK(build(false, {7, 8, 9}) == "call 7 call 8 call 9");
  CHECK(build(false, {9, 7, 8}) == "call 9 call 7 call 8");
}

TEST_CASE("of calls of one id that start together the outer one is meant") {
  RawTrace raw;
  raw.add(call("inner", 7, 2));
  raw.add(call("outer", 7, 3));
  raw.flow(FlowPhase::Start, "ac2g", 7, 10);
  CHECK(bindings(raw) == "outer");
}

TEST_CASE("flows between forward and backward sit on operators, not on the calls below") {
  RawTrace raw;
  raw.add({.name = "aten::linear", .start_ns = 10, .dur_ns = 50});
  raw.add({.name = "aten::addmm", .start_ns = 10, .dur_ns = 40});
  raw.add(call("cudaLaunchKernel", 3, 5));
  raw.flow(FlowPhase::Start, "fwdbwd", 1, 10);
  raw.flow(FlowPhase::Start, "ac2g", 1, 10);
  CHECK(bindings(raw) == "aten::addmm cudaLaunchKernel");
}

TEST_CASE("a half finds the slice on whichever track of its thread it lies") {
  RawTrace raw;
  raw.add({.name = "kernel",
           .start_ns = 5,
           .dur_ns = 20,
           .process = "1",
           .thread = "7",
           .category = "kernel"});
  raw.add({.name = "sync",
           .start_ns = 10,
           .dur_ns = 2,
           .process = "1",
           .thread = "7",
           .category = "cuda_sync"});
  raw.flow(FlowPhase::End, "ac2g", 4, 10, kNoRef, "7");
  CHECK(bindings(raw) == "sync");
}
