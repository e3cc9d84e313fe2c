#include "core/ranks/summary/activity_outline.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/events/device_timeline.h"
#include "tests/core/ranks/late_rank.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

RankCollectives collectives_at(const std::vector<TimeRange>& ranges_us) {
  RankCollectives out;
  for (const TimeRange& range : ranges_us) {
    RankCollective& one = out.collectives.emplace_back();
    one.device = 0;
    one.range = {range.begin_ns * kUs, range.end_ns * kUs};
  }
  return out;
}

/// Kernels of one name each, and idle time between them.
RankActivity activity_with(const std::vector<std::string>& names) {
  RankActivity out;
  out.names = {""};
  DeviceActivity& device = out.devices.emplace_back();
  device.device = 0;
  Ns now = 0;
  for (const std::string& name : names) {
    out.names.push_back(name);
    const auto number = static_cast<std::uint32_t>(out.names.size() - 1);
    const TimeRange range{now, now + 10 * kUs * number};
    device.kernels.push_back({range, EventId{number}, number, 0, 1});
    device.compute.push_back(range);
    now = range.end_ns + kUs;
    device.idle.push_back({{range.end_ns, now}, IdleClass::CpuOp, EventId{number}, number});
  }
  return out;
}

Ns idle_in(const DeviceActivity& device, const TimeRange& range, IdleClass what) {
  Ns sum_ns = 0;
  for (const IdleStretch& one : device.idle) {
    const Ns end_ns = std::min(one.range.end_ns, range.end_ns);
    const Ns begin_ns = std::max(one.range.begin_ns, range.begin_ns);
    if (one.what == what && end_ns > begin_ns) sum_ns += end_ns - begin_ns;
  }
  return sum_ns;
}

}  // namespace

TEST_CASE("between collectives the sums are those of the activity itself") {
  const HandMadeTrace trace = late_rank_trace(
      310, {slice("cpu_op", "aten::topk", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)"),
            gpu_slice("gpu_memcpy", "Memcpy HtoD", "345", "30")});
  RunFacts facts = facts_of({&trace});
  const RankActivity& exact = facts.activities.front();
  const RankActivity again = activity_of(outline_of(exact, facts.collectives.front(), {}));
  REQUIRE(again.devices.size() == 1);
  const DeviceActivity& a = exact.devices.front();
  const DeviceActivity& b = again.devices.front();
  const auto& all = facts.collectives.front().collectives;
  REQUIRE(all.size() == 5);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const TimeRange between{all[i - 1].range.end_ns, all[i].range.begin_ns};
    CAPTURE(between.begin_ns);
    for (const TimeRange& range : {between, all[i].range}) {
      CHECK(length_inside(a.compute, range) == length_inside(b.compute, range));
      CHECK(length_inside(a.exposed_memory, range) == length_inside(b.exposed_memory, range));
      CHECK(length_inside(a.exposed_comm, range) == length_inside(b.exposed_comm, range));
      for (std::size_t c = 0; c < kIdleClasses; ++c) {
        const auto what = static_cast<IdleClass>(c);
        CHECK(idle_in(a, range, what) == idle_in(b, range, what));
      }
    }
  }
  CHECK(length_inside(b.exposed_memory, {300 * kUs, 400 * kUs}) == 15 * kUs);
  std::vector<std::string> operators;
  for (const ActivityWork& work : b.kernels) operators.push_back(again.names[work.name]);
  CHECK(operators == std::vector<std::string>{"gemm", "gemm", "aten::topk", "gemm", "gemm"});
}

TEST_CASE("of many operators between two collectives the longest are kept, and all are counted") {
  const RankActivity exact = activity_with({"a", "b", "c", "d", "e", "f"});
  const auto outline = outline_of(exact, collectives_at({{-20, -10}, {1000, 1010}}), {});
  const RankActivity again = activity_of(outline);
  const DeviceActivity& device = again.devices.front();
  std::vector<std::string> names;
  std::int64_t count = 0;
  for (const ActivityWork& work : device.kernels) {
    names.push_back(again.names[work.name]);
    count += work.count;
  }
  CHECK(names == std::vector<std::string>{"c", "d", "e", "f"});
  CHECK(count == 6);
  // Their time, and the length of the longest.
  CHECK(length_inside(device.compute, {0, 1000 * kUs}) == 210 * kUs);
  CHECK(device.kernels.back().range.length_ns() == 60 * kUs);
  CHECK(idle_in(device, {0, 1000 * kUs}, IdleClass::CpuOp) == 6 * kUs);
}

TEST_CASE("work that crosses a cut is shared, and counted where it starts") {
  RankActivity exact;
  exact.names = {"", "mm"};
  DeviceActivity& device = exact.devices.emplace_back();
  device.device = 0;
  device.kernels.push_back({{0, 100 * kUs}, EventId{7}, 1, 0, 1});
  device.compute.push_back({0, 100 * kUs});
  const std::vector<TimeRange> steps = {{0, 30 * kUs}, {30 * kUs, 100 * kUs}};
  const auto outline = outline_of(exact, {}, steps);
  const auto& works = outline.devices.front().works;
  REQUIRE(works.size() == 2);
  CHECK(works[0].ns == 30 * kUs);
  CHECK(works[0].count == 1);
  CHECK(works[1].ns == 70 * kUs);
  CHECK(works[1].count == 0);
  CHECK(works[1].event == EventId{7});
}

TEST_CASE("kernels of several streams fit into the time that they have together") {
  RankActivity exact;
  exact.names = {"", "a", "b"};
  DeviceActivity& device = exact.devices.emplace_back();
  device.device = 0;
  device.compute.push_back({0, 100});
  device.kernels.push_back({{0, 100}, EventId{1}, 1, 0, 1});
  device.kernels.push_back({{0, 100}, EventId{2}, 2, 0, 1});
  const RankActivity again = activity_of(outline_of(exact, {}, {}));
  const auto& kernels = again.devices.front().kernels;
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].range.length_ns() == doctest::Approx(50).epsilon(0.03));
  CHECK(kernels[1].range.length_ns() == doctest::Approx(50).epsilon(0.03));
  CHECK(kernels[1].range.end_ns <= 101);
}

TEST_CASE("an outline is the same whether the idle time is kept or only passed") {
  const HandMadeTrace trace = late_rank_trace(
      310, {slice("cpu_op", "aten::topk", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)"),
            gpu_slice("gpu_memcpy", "Memcpy HtoD", "345", "30")});
  const AnalysisResults results(*trace, whole_window());
  const RankCollectives collectives = rank_collectives({0, results});
  const ActivityOutline kept = outline_of(rank_activity({0, results}), collectives, {});
  ActivityReader reader(results);
  const ActivityOutline passed = outline_of(reader, collectives, {});
  CHECK(passed.names == kept.names);
  REQUIRE(passed.devices.size() == 1);
  const DeviceOutline &a = passed.devices.front(), &b = kept.devices.front();
  CHECK(a.cuts == b.cuts);
  REQUIRE(a.parts.size() > 4);
  const auto text_of = [](const DeviceOutline& device) {
    std::string text;
    for (const OutlinePart& part : device.parts) {
      text += fmt::format("{} {} {} {} {}\n", part.segment, part.term, part.name,
                          static_cast<std::uint32_t>(part.event), part.ns);
    }
    return text;
  };
  CHECK(text_of(a) == text_of(b));
}
