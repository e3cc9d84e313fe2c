// Numbers that other tools published for public traces, and those that were worked out by hand.
#include <filesystem>

#include <doctest/doctest.h>

#include "core/analysis/kernels/shapes.h"
#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/readers/trace_loader.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

}  // namespace

TEST_CASE("the time breakdown of a DDP rank is that of HolisticTraceAnalysis") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  const GpuTime hta = analyse_gpu_time(*trace, hta_window(*trace));
  REQUIRE(hta.devices.size() == 1);
  CHECK(hta.devices[0].events == 17'832);
  CHECK(hta.devices[0].span_ns == 1'396'669 * kUs);
  CHECK(hta.devices[0].idle_ns == 643'612 * kUs);
  CHECK(hta.devices[0].compute_ns == 496'485 * kUs);
  CHECK(hta.devices[0].exposed_comm_ns + hta.devices[0].exposed_memory_ns == 256'572 * kUs);
  CHECK(hta.devices[0].total_comm_ns == 238'274 * kUs);
  CHECK(hta.devices[0].total_memory_ns == 18'298 * kUs);

  const GpuTime whole = analyse_gpu_time(*trace, whole_window());
  CHECK(whole.devices[0].events == 22'290);
  CHECK(whole.devices[0].span_ns == 1'732'965 * kUs);
  CHECK(whole.devices[0].idle_ns == 732'352 * kUs);
  CHECK(whole.devices[0].compute_ns == 620'516 * kUs);
  CHECK(whole.devices[0].exposed_comm_ns == 357'343 * kUs);
  CHECK(whole.devices[0].exposed_memory_ns == 22'754 * kUs);
}

TEST_CASE("communication that is not called nccl is found in an expert-parallel trace") {
  const auto trace = corpus_trace("deepseek-train-h800-ep64.json.gz");
  const GpuTime found = analyse_gpu_time(*trace, whole_window());
  REQUIRE(found.devices.size() == 1);
  const GpuTimeDevice& device = found.devices[0];
  CHECK(device.span_ns == 129'012 * kUs);
  CHECK(device.idle_ns == 497 * kUs);
  CHECK(device.total_comm_ns == 113'030 * kUs);
  CHECK(device.compute_ns == 124'338 * kUs);
  CHECK(device.exposed_comm_ns == 4'162 * kUs);
  CHECK(*device.overlap_pct() == doctest::Approx(96.32).epsilon(0.0001));
}

TEST_CASE("an AMD trace is broken down to the nanosecond") {
  const auto trace = corpus_trace("references/hta-minitoy-mi250.json.gz");
  const GpuTime found = analyse_gpu_time(*trace, whole_window());
  REQUIRE(found.devices.size() == 1);
  CHECK(found.devices[0].span_ns == 8'911'887);
  CHECK(found.devices[0].busy_ns == 149'042);
  CHECK(found.devices[0].idle_ns == 8'762'845);
  CHECK(found.devices[0].compute_ns == 110'881);
  CHECK(found.devices[0].exposed_memory_ns == 38'161);
}

TEST_CASE("kernels of a training run are those of the TensorBoard plugin") {
  const auto trace = corpus_trace("references/tb-resnet50-workers0-v100.json.gz");
  const KernelTable kernels = kernels_by_group(*trace, whole_window());
  CHECK(kernels.rows.size() == 67);
  CHECK(kernels.rows[0].count == 162);
  CHECK(kernels.rows[0].total_ns == 80'756 * kUs);
  CHECK(kernels.rows[0].min_ns == 323 * kUs);
  CHECK(kernels.rows[0].max_ns == 1'017 * kUs);
  CHECK(kernels.rows[1].count == 156);
  CHECK(kernels.rows[1].total_ns == 66'472 * kUs);
}

TEST_CASE("the launch shapes of kernels are those of the TensorBoard plugin") {
  const auto loaded = loaded_trace("references/tb-resnet50-workers0-v100.json.gz");
  const Snapshot& trace = *loaded.snapshot;
  const ReadEvent read = event_reader(loaded);
  const auto shapes = read_kernel_shapes({trace, whole_window(), read}).of_name;
  REQUIRE(shapes);
  const KernelTable kernels = kernels_by_group(trace, whole_window());
  const KernelShape dgrad = shapes->at(kernels.rows[0].name);
  const KernelShape wgrad = shapes->at(kernels.rows[1].name);
  CHECK(*dgrad.blocks_per_sm == doctest::Approx(42.25).epsilon(0.0002));
  CHECK(*dgrad.occupancy_pct == doctest::Approx(29.97).epsilon(0.0002));
  CHECK(*wgrad.blocks_per_sm == doctest::Approx(9.78).epsilon(0.0005));
  CHECK(*wgrad.occupancy_pct == doctest::Approx(38.0));
}

TEST_CASE("counters of CUPTI's range profiler add up over the 77 kernels that have them") {
  const auto trace = loaded_trace("cupti-counters-a100.json.gz");
  const CounterTable found = analyse_counters(*trace.snapshot, whole_window(), event_reader(trace));
  CHECK(found.ranges == 77);
  CHECK(found.launches == 77);
  // 2 x 39,142,369,720 + 964,651,656 + 430,063,616 + 2 x 275,791,872 of FMA, add, mul and half FMA
  CHECK(found.all.flops == 80'231'038'456);
  CHECK(!found.ops.empty());
}
