// Copies, communication and the allocator in real traces: numbers that others published, or that
// independent scripts found.
#include <doctest/doctest.h>

#include "core/analysis/comm/comm.h"
#include "core/analysis/copies/copies.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/gpu_time/util.h"
#include "core/analysis/launch/critical_path.h"
#include "core/analysis/memory/allocator.h"
#include "core/analysis/results.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

}  // namespace

TEST_CASE("the bandwidth of a DDP rank's copies is that of HolisticTraceAnalysis") {
  const auto loaded = loaded_trace("ddp-memory-v100-rank1of2.json.gz");
  const Snapshot& trace = *loaded.snapshot;
  const CopyTable found = analyse_copies({trace, hta_window(trace), event_reader(loaded)});
  REQUIRE(found.devices.size() == 1);
  const auto& rows = found.devices[0].rows;
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].route.kind == "DtoD");
  CHECK(rows[0].series.changes == 1'632);
  CHECK(rows[0].series.mean_of_changes == doctest::Approx(102.2875).epsilon(1e-6));
  CHECK(rows[0].series.max == doctest::Approx(384.82).epsilon(1e-5));
  CHECK(rows[1].route.kind == "memset");
  CHECK(rows[1].series.changes == 704);
  CHECK(rows[1].series.mean_of_changes == doctest::Approx(0.2578).epsilon(1e-4));
  CHECK(rows[0].total_ns + rows[1].total_ns == 18'298 * kUs);
}

TEST_CASE("the batches of an image classifier are copied from pageable memory") {
  const auto loaded = loaded_trace("references/tb-resnet50-workers0-v100.json.gz");
  const CopyTable found = analyse_copies({*loaded.snapshot, whole_window(), event_reader(loaded)});
  REQUIRE(found.devices.size() == 1);
  const CopyRow& up = found.devices[0].rows.at(0);
  CHECK(up.route.from == "pageable host");
  CHECK(up.count == 12);
  CHECK(up.bytes == 115'607'040);
  CHECK(up.total_ns == 11'492 * kUs);
}

TEST_CASE("all-reduces of a DDP rank are counted as HolisticTraceAnalysis counts them") {
  const auto loaded = loaded_trace("ddp-memory-v100-rank1of2.json.gz");
  const Snapshot& trace = *loaded.snapshot;
  const CommTable found = analyse_comm({trace, hta_window(trace), event_reader(loaded)});
  REQUIRE(found.devices.size() == 1);
  const CommDevice& device = found.devices[0];
  CHECK(device.total_ns == 238'274 * kUs);
  REQUIRE(device.rows.size() == 1);
  CHECK(device.rows[0].total_ns == 238'274 * kUs);
  CHECK(device.rows[0].max_ns == 4'979 * kUs);
  CHECK(static_cast<double>(device.rows[0].total_ns) / static_cast<double>(device.rows[0].count) ==
        doctest::Approx(147'447).epsilon(1e-5));
}

TEST_CASE("communication is as exposed as the breakdown of GPU time says, in every trace") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& one : corpus_traces(folder)) {
    CAPTURE(one.trace.string());
    auto loaded = load_trace(one.trace.string());
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    const CommTable comm = analyse_comm({trace, whole_window(), event_reader(loaded.value())});
    const GpuTime time = analyse_gpu_time(trace, whole_window());
    for (const CommDevice& device : comm.devices) {
      Ns exposed_ns = 0;
      for (const CommRow& row : device.rows) exposed_ns += row.exposed_ns;
      CHECK(exposed_ns == device.exposed_ns);
      for (const GpuTimeDevice& of_time : time.devices) {
        if (of_time.device != device.device) continue;
        CHECK(device.total_ns == of_time.total_comm_ns);
        CHECK(device.exposed_ns == of_time.exposed_comm_ns);
      }
    }
  }
}

TEST_CASE("expert-parallel communication has 32 kernels that hide well") {
  const auto loaded = loaded_trace("deepseek-train-h800-ep64.json.gz");
  const CommTable found = analyse_comm({*loaded.snapshot, whole_window(), event_reader(loaded)});
  REQUIRE(found.devices.size() == 1);
  CHECK(found.devices[0].kernels == 32);
  CHECK(found.devices[0].total_ns == 113'030 * kUs);
  CHECK(found.devices[0].exposed_ns == 4'162 * kUs);
  CHECK(*found.devices[0].overlap_pct() == doctest::Approx(96.32).epsilon(0.0001));
}

TEST_CASE("half of an all-to-all of two ranks goes over the bus") {
  const auto loaded = loaded_trace("moe-b200-cuda13-ref.json.gz");
  const CommTable found = analyse_comm({*loaded.snapshot, whole_window(), event_reader(loaded)});
  REQUIRE(found.devices.size() == 1);
  REQUIRE(found.devices[0].rows.size() == 3);
  for (const CommRow& row : found.devices[0].rows) {
    if (!row.has_arguments) continue;  // one kernel has none
    REQUIRE(row.bus_gb_per_s);
    CHECK(row.collective.name == "all_to_allv");
    CHECK(*row.bus_gb_per_s == doctest::Approx(*row.algorithm_gb_per_s / 2));
  }
}

TEST_CASE("half of what a DDP rank reserves is unused at its peak") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  const AllocatorTable found = analyse_allocator({*trace, whole_window()});
  REQUIRE(found.devices.size() == 1);
  const AllocatorWaste& waste = *found.devices[0].at_allocated_peak;
  CHECK(waste.allocated == 6'629'508'096);
  CHECK(waste.reserved == 12'782'141'440);
  CHECK(100 * waste.ratio() == doctest::Approx(48.1).epsilon(0.001));
}

TEST_CASE("utilisation of an image classifier is that of the TensorBoard plugin") {
  const auto loaded = loaded_trace("references/tb-resnet50-workers0-v100.json.gz");
  const Snapshot& trace = *loaded.snapshot;
  const auto window = tensorboard_window(trace);
  REQUIRE(window);
  const UtilTable found = analyse_util({trace, *window, event_reader(loaded)});
  REQUIRE(found.devices.size() == 1);
  const UtilDevice& device = found.devices[0];
  CHECK(100 * device.gpu_util == doctest::Approx(55.51).epsilon(1e-4));
  CHECK(100 * *device.sm_efficiency == doctest::Approx(54.68).epsilon(1e-4));
  CHECK(100 * *device.occupancy == doctest::Approx(49.13).epsilon(1e-4));
  CHECK(*device.tensor_core == 0);
  CHECK(100 * *device.tensor_core_eligible == doctest::Approx(68).epsilon(0.01));
}

TEST_CASE("the critical path of a small model is the host's") {
  const auto loaded = loaded_trace("references/hta-critical-path-simple-add.json.gz");
  const Snapshot& trace = *loaded.snapshot;
  const auto ranges = search_events(
      trace, parse_event_query("[param|pytorch.model.alex_net|0|0|0|measure|forward]").value());
  REQUIRE(ranges.events.size() >= 2);
  for (const EventId event : ranges.events) {
    const auto at = trace.find_slice(event);
    if (at->track->kind != TrackKind::CpuThread) continue;
    const CriticalPath path = analyse_critical_path(
        {trace, range_window(at->chunk->range(at->slice)), event_reader(loaded)});
    Ns gpu_ns = 0, sum_ns = 0;
    for (std::size_t c = 0; c < kPathClasses; ++c) {
      const auto what = static_cast<PathClass>(c);
      const bool gpu = what == PathClass::GpuCompute || what == PathClass::GpuMemory ||
                       what == PathClass::KernelGap || what == PathClass::LaunchLatency;
      sum_ns += path.classes_ns[c];
      gpu_ns += gpu ? path.classes_ns[c] : 0;
    }
    CHECK(sum_ns == at->chunk->dur_ns[at->slice]);
    CHECK(static_cast<double>(gpu_ns) <= 0.01 * static_cast<double>(sum_ns));
  }
}

TEST_CASE("the classes of the critical path add up to the window in every trace") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& one : corpus_traces(folder)) {
    CAPTURE(one.trace.string());
    auto loaded = load_trace(one.trace.string());
    REQUIRE(loaded.ok());
    const CriticalPath path = analyse_critical_path(
        {*loaded.value().snapshot, whole_window(), event_reader(loaded.value())});
    Ns sum_ns = 0;
    for (const Ns class_ns : path.classes_ns) sum_ns += class_ns;
    CHECK(sum_ns == path.window.length_ns());
  }
}
