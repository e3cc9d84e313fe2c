#include "core/analysis/ops/enclosing_ops.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

enum Role : std::size_t { kOuter, kMiddle };

EnclosingOps::Roles roles_of(std::string_view name) {
  if (name == "outer") return 1U << kOuter;
  if (name == "middle") return 1U << kMiddle;
  return name == "both" ? 1U << kOuter | 1U << kMiddle : 0;
}

std::string launch(const char* ts, const char* id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", std::string(R"("correlation": )") + id);
}
std::string kernel(const char* name, const char* ts, const char* id) {
  return gpu_slice("kernel", name, ts, "1", std::string(R"("correlation": )") + id);
}

}  // namespace

TEST_CASE("work has the innermost operator of each role around it, whatever lies between") {
  const HandMadeTrace trace({
      slice("cpu_op", "outer", "0", "50"),
      slice("cpu_op", "plain", "1", "40"),
      slice("cpu_op", "middle", "2", "30"),
      slice("cpu_op", "plain", "3", "5"),
      launch("4", "1"),
      slice("cpu_op", "both", "10", "5"),
      launch("11", "2"),
      launch("20", "3"),
      launch("35", "4"),
      slice("cpu_op", "plain", "60", "5"),
      launch("61", "5"),
      // Asked in this order, so that answers are found below, above and beside known ones.
      kernel("inside both", "100", "2"),
      kernel("inside all", "102", "1"),
      kernel("in middle", "104", "3"),
      kernel("in outer", "106", "4"),
      kernel("outside", "108", "5"),
      kernel("orphan", "110", "99"),
  });
  EnclosingOps ops(*trace, roles_of);
  std::string found;
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    const TrackChunk& chunk = *track.chunks.front();
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const auto name_of = [&](std::size_t role) {
        return std::string(trace->text(slice_name(*trace, ops.around(chunk.link[i], role))));
      };
      const bool none = ops.number(chunk.link[i]) == 0;
      found += std::string(trace->text(chunk.name[i])) + ": " + name_of(kOuter) + "," +
               name_of(kMiddle) + (none ? " none\n" : "\n");
    }
  }
  CHECK(found ==
        "inside both: both,both\n"
        "inside all: outer,middle\n"
        "in middle: outer,middle\n"
        "in outer: outer,\n"
        "outside: , none\n"
        "orphan: , none\n");
}

TEST_CASE("work with the same operators around it has the same number, other work another") {
  const HandMadeTrace trace({
      slice("cpu_op", "outer", "0", "10"),
      launch("1", "1"),
      launch("3", "2"),
      slice("cpu_op", "outer", "20", "10"),
      launch("21", "3"),
      kernel("a", "100", "1"),
      kernel("b", "102", "2"),
      kernel("c", "104", "3"),
  });
  EnclosingOps ops(*trace, roles_of);
  std::vector<std::uint32_t> numbers;
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    for (const EventId link : track.chunks.front()->link.span())
      numbers.push_back(ops.number(link));
  }
  REQUIRE(numbers.size() == 3);
  CHECK(numbers[0] == numbers[1]);
  CHECK(numbers[0] != numbers[2]);
  CHECK(ops.of(numbers[0]) != ops.of(numbers[2]));
  CHECK(ops.of(0) == EventId::None);
}
