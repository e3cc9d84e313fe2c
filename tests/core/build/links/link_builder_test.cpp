#include "core/build/links/link_builder.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

RawTrace::Slice op(const std::string& name, Ns start, Ns dur, std::uint32_t external_id = 0) {
  return {.name = name, .start_ns = start, .dur_ns = dur, .external_id = external_id};
}
RawTrace::Slice call(const std::string& name, Ns start, Ns dur, std::uint32_t correlation) {
  return {.name = name,
          .start_ns = start,
          .dur_ns = dur,
          .category = "cuda_runtime",
          .correlation = correlation};
}
RawTrace::Slice kernel(const std::string& name, Ns start, std::uint32_t correlation,
                       std::uint32_t external_id = 0) {
  return {.name = name,
          .start_ns = start,
          .dur_ns = 5,
          .process = "0",
          .thread = "7",
          .category = "kernel",
          .correlation = correlation,
          .external_id = external_id};
}
RawTrace::Slice frame(const std::string& name, Ns start, Ns dur) {
  return {.name = name, .start_ns = start, .dur_ns = dur, .category = "python_function"};
}

struct BuiltLinkage {
  explicit BuiltLinkage(RawTrace& raw, Ns slack_ns = 0)
      : trace(raw), links(build_links({raw.batches(), trace.global, trace.tracks, slack_ns, 2})) {}

  /// "child<parent", in the order of ids, those without a parent left out.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& chunk : trace.tracks.chunks) {
      if (!chunk) continue;
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (chunk->link[slice] == EventId::None) continue;
        all += (all.empty() ? "" : " ") + std::string(trace.text(chunk->name[slice])) + "<" +
               trace.name_of(chunk->link[slice]);
      }
    }
    return all;
  }
  [[nodiscard]] std::string launches() const {
    std::string all;
    for (std::size_t i = 0; i < links.launches->launch.size(); ++i) {
      all += trace.name_of(links.launches->launch[i]) + ">" +
             trace.name_of(links.launches->gpu_event[i]) + " ";
    }
    return all;
  }

  BuiltTrace trace;
  BuiltLinks links;
};

}  // namespace

TEST_CASE("a kernel leads to its call, the call to the innermost operator open at its start") {
  RawTrace raw;
  raw.add(op("outer", 0, 100));
  raw.add(op("inner", 10, 20));
  raw.add(call("launch", 15, 2, 77));
  raw.add(kernel("k", 500, 77));
  const BuiltLinkage built(raw);
  CHECK(built.text() == "k<launch inner<outer launch<inner");
  CHECK(built.launches() == "launch>k ");
  CHECK(built.links.kernels.count == 1);
  CHECK(built.links.kernels.with_launch == 1);
  CHECK(built.links.kernels.with_op == 1);
  CHECK(built.links.kernels.with_python == 0);
}

TEST_CASE("a call may outlive its operator") {
  RawTrace raw;
  raw.add(op("op", 0, 10));
  raw.add(call("launch", 9, 5, 1));
  CHECK(BuiltLinkage(raw).text() == "launch<op");
}

TEST_CASE("annotations and Python frames are no operators") {
  RawTrace raw;
  raw.add(op("op", 0, 100));
  raw.add({.name = "note", .start_ns = 5, .dur_ns = 50, .category = "user_annotation"});
  raw.add(frame("outer.py", 1, 90));
  raw.add(frame("inner.py", 6, 40));
  raw.add(call("launch", 10, 2, 3));
  const BuiltLinkage built(raw);
  CHECK(built.text() == "inner.py<outer.py launch<op");
}

TEST_CASE("one launch may start many kernels, and a graph launch has them all") {
  RawTrace raw;
  raw.add(call("graph", 15, 2, 77));
  for (const int i : {2, 0, 1}) raw.add(kernel("k" + std::to_string(i), 500 + 10 * i, 77));
  CHECK(BuiltLinkage(raw).launches() == "graph>k0 graph>k1 graph>k2 ");
}

TEST_CASE("of nested calls that carry a correlation the outer one is the launch") {
  RawTrace raw(2);
  raw.add(call("inner", 10, 1, 7));
  raw.begin_batch(1);
  raw.add(call("outer", 10, 2, 7));
  raw.add(call("innermost", 11, 1, 7));
  raw.add(kernel("k", 500, 7));
  const BuiltLinkage built(raw);
  CHECK(built.launches() == "outer>k ");
  CHECK(built.links.issues.issues().empty());
}

TEST_CASE("kernels without a call in the file have no launch") {
  RawTrace raw;
  raw.add(op("op", 0, 100, 55));
  raw.add(call("launch", 15, 2, 77));
  raw.add(kernel("none", 500, 0));
  raw.add(kernel("unknown", 510, 78));
  const BuiltLinkage built(raw);
  CHECK(built.text() == "launch<op");
  CHECK(built.links.kernels.count == 2);
  CHECK(built.links.kernels.with_launch == 0);
  CHECK(built.links.kernels.with_op == 0);
}

TEST_CASE("an external id names the operator of a kernel whose call is missing") {
  RawTrace raw;
  raw.add(op("op", 0, 100, 55));
  raw.add(kernel("k", 500, 78, 55));
  const BuiltLinkage built(raw);
  CHECK(built.text() == "k<op");
  CHECK(built.launches() == "");
  CHECK(built.links.kernels.with_op == 1);
}

TEST_CASE("external ids that copy the correlation everywhere name nothing") {
  RawTrace raw;
  raw.add(op("wrong", 0, 100, 78));
  raw.add(kernel("k", 500, 78, 78));
  raw.add(kernel("l", 510, 79, 79));
  CHECK(BuiltLinkage(raw).text() == "");
}

TEST_CASE("a copied external id names nothing even where others are real") {
  RawTrace raw;
  raw.add(op("op", 0, 100, 55));
  raw.add(op("wrong", 200, 100, 78));
  raw.add(kernel("k", 500, 78, 78));
  raw.add(kernel("l", 510, 79, 55));
  CHECK(BuiltLinkage(raw).text() == "l<op");
}

TEST_CASE("a Python frame that is open at the launch is counted") {
  RawTrace raw;
  raw.add(frame("train.py", 0, 100));
  raw.add(call("launch", 15, 2, 1));
  raw.add(call("late", 150, 2, 2));
  raw.add(kernel("k", 500, 1));
  raw.add(kernel("l", 510, 2));
  CHECK(BuiltLinkage(raw).links.kernels.with_python == 1);
}

TEST_CASE("in whole-microsecond files an operator may stick out of its parent by one") {
  const auto build = [](Ns slack_ns) {
    RawTrace raw;
    raw.add(op("outer", 0, 10'000));
    raw.add(op("inner", 5'000, 6'000));
    return BuiltLinkage(raw, slack_ns).text();
  };
  CHECK(build(0) == "");
  CHECK(build(1'000) == "inner<outer");
}

TEST_CASE("wild correlation ids are found like dense ones") {
  RawTrace raw;
  raw.add(call("small", 1, 1, 1));
  raw.add(call("large", 2, 1, 0xFFFFFFFF));
  raw.add(call("middle", 3, 1, 0x80000000));
  raw.add(kernel("a", 500, 0xFFFFFFFF));
  raw.add(kernel("b", 510, 1));
  raw.add(kernel("c", 520, 0x80000000));
  CHECK(BuiltLinkage(raw).launches() == "small>b large>a middle>c ");
}
