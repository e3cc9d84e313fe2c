#include "core/build/links/shared_launches.h"

#include <string>

#include <doctest/doctest.h>

#include "core/base/threads/work.h"
#include "core/build/links/flow_builder.h"
#include "core/build/links/link_builder.h"
#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

RawTrace::Slice call(const std::string& name, Ns start, const std::string& process,
                     std::uint32_t correlation, std::uint32_t external_id = 0) {
  return {.name = name,
          .start_ns = start,
          .dur_ns = 5,
          .process = process,
          .category = "cuda_runtime",
          .correlation = correlation,
          .external_id = external_id};
}

RawTrace::Slice kernel(const std::string& name, Ns start, std::uint32_t correlation,
                       const std::string& stream = "7", std::uint32_t external_id = 0) {
  return {.name = name,
          .start_ns = start,
          .dur_ns = 5,
          .process = "0",
          .thread = stream,
          .category = "kernel",
          .correlation = correlation,
          .external_id = external_id};
}

/// "kernel<launch" of each, then "?" for each that is a guess, and how many ids the report counts.
std::string launches(RawTrace& raw) {
  BuiltTrace trace(raw);
  const auto flows = build_flows({raw.batches(), trace.global, trace.tracks});
  const BuiltLinks links =
      build_links({raw.batches(), trace.global, trace.tracks, 0, 1, flows.get()});
  std::string all;
  for (std::size_t i = 0; i < links.launches->launch.size(); ++i) {
    const EventId event = links.launches->gpu_event[i];
    all += trace.name_of(event) + "<" + trace.name_of(links.launches->launch[i]) +
           (links.launches->is_guessed(event) ? "? " : " ");
  }
  for (const LoadIssue& issue : links.issues.issues())
    all += issue.kind + " " + std::to_string(issue.count) + " " + issue.example;
  return all;
}

}  // namespace

TEST_CASE("a kernel whose id two processes use belongs to the only launch before it") {
  RawTrace raw;
  raw.add(call("launchA", 10, "100", 1));
  raw.add(call("launchB", 1000, "200", 1));
  raw.add(kernel("a", 50, 1));
  CHECK(launches(raw) == "a<launchA ");
}

TEST_CASE(
    "where several launches of one id come first the latest is taken and counted as a guess") {
  RawTrace raw;
  raw.add(call("launchA", 10, "100", 1));
  raw.add(call("launchA2", 20, "100", 2));
  raw.add(call("launchB", 1000, "200", 1));
  raw.add(call("launchB2", 1010, "200", 2));
  raw.add(kernel("a", 50, 1));
  raw.add(kernel("b", 1050, 1));
  raw.add(kernel("c", 1060, 1));
  raw.add(kernel("d", 1070, 2));
  CHECK(launches(raw) == "a<launchA b<launchB? c<launchB? d<launchB2? shared_correlation 2 b");
}

TEST_CASE("an arrow of the file tells which launch of an id is meant") {
  RawTrace raw;
  const RawRef a = raw.add(call("launchA", 10, "100", 1));
  const RawRef b = raw.add(call("launchB", 20, "200", 1));
  const RawRef of_a = raw.add(kernel("a", 50, 1));
  const RawRef of_b = raw.add(kernel("b", 60, 1));
  raw.flow(FlowPhase::Start, "ac2g", 71, 10, a);
  raw.flow(FlowPhase::Start, "ac2g", 72, 20, b);
  raw.flow(FlowPhase::End, "ac2g", 72, 60, of_b);
  raw.flow(FlowPhase::End, "ac2g", 71, 50, of_a);
  CHECK(launches(raw) == "a<launchA b<launchB ");
}

TEST_CASE("arrows that share an id as well tell nothing") {
  RawTrace raw;
  const RawRef a = raw.add(call("launchA", 10, "100", 1));
  const RawRef b = raw.add(call("launchB", 20, "200", 1));
  const RawRef of_a = raw.add(kernel("a", 50, 1));
  raw.flow(FlowPhase::Start, "ac2g", 1, 10, a);
  raw.flow(FlowPhase::Start, "ac2g", 1, 20, b);
  raw.flow(FlowPhase::End, "ac2g", 1, 50, of_a);
  CHECK(launches(raw) == "a<launchB? shared_correlation 1 a");
}

TEST_CASE("an external id tells which launch of an id is meant, its own or its operator's") {
  for (const bool own : {true, false}) {
    CAPTURE(own);
    RawTrace raw;
    raw.add({.name = "opA", .start_ns = 5, .dur_ns = 50, .process = "100", .external_id = 31});
    raw.add({.name = "opB", .start_ns = 5, .dur_ns = 50, .process = "200", .external_id = 32});
    raw.add(call("launchA", 10, "100", 1, own ? 31 : 0));
    raw.add(call("launchB", 20, "200", 1, own ? 32 : 0));
    raw.add(kernel("a", 50, 1, "7", 31));
    raw.add(kernel("b", 60, 1, "7", 32));
    CHECK(launches(raw) == "a<launchA b<launchB ");
  }
}

TEST_CASE("a stream that only one process launched to tells which launch of an id is meant") {
  RawTrace raw;
  raw.add(call("launchA", 10, "100", 1));
  raw.add(call("launchB", 20, "200", 1));
  raw.add(call("onlyA", 11, "100", 2));
  raw.add(call("onlyB", 21, "200", 3));
  raw.add(kernel("a", 50, 1, "7"));
  raw.add(kernel("b", 60, 1, "8"));
  raw.add(kernel("a2", 70, 2, "7"));
  raw.add(kernel("b2", 80, 3, "8"));
  CHECK(launches(raw) == "a<launchA a2<onlyA b<launchB b2<onlyB ");
}

TEST_CASE("work that is listed under a process belongs to the launch of that process") {
  RawTrace raw;
  raw.add(call("launchA", 10, "100", 1));
  raw.add(call("launchB", 20, "200", 1));
  RawTrace::Slice own = kernel("b", 50, 1);
  own.process = "200";
  raw.add(own);
  CHECK(launches(raw) == "b<launchB ");
}

TEST_CASE("a call that only waits is no launch, whatever its id") {
  RawTrace raw;
  raw.add(call("cudaDeviceSynchronize", 10, "100", 1));
  raw.add(call("cudaLaunchKernel", 20, "100", 1));
  raw.add(kernel("k", 50, 1));
  CHECK(launches(raw) == "k<cudaLaunchKernel ");
}

TEST_CASE("of launches that all start after their kernel the first is taken as a guess") {
  RawTrace raw;
  raw.add(call("launchB", 200, "200", 1));
  raw.add(call("launchA", 100, "100", 1));
  raw.add(kernel("k", 50, 1));
  CHECK(launches(raw) == "k<launchA? shared_correlation 1 k");
}

TEST_CASE("an id that many launches carry costs no more for each kernel than for few") {
  const auto work = [](std::uint32_t calls) {
    RawTrace raw;
    for (std::uint32_t i = 0; i < calls; ++i) {
      raw.add({.name = "op", .start_ns = 10 * i, .dur_ns = 9, .external_id = i + 1});
      raw.add(call("launch", 10 * i, "100", 1));
      raw.add(kernel("k", 10 * i + 6, 1, "7", i + 1));
    }
    const WorkMeter meter;
    CHECK_FALSE(launches(raw).empty());
    return meter.total();
  };
  CHECK(work(8'000) < 5 * work(2'000));
}
