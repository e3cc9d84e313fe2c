// Why GPUs idle, against published numbers and against the time breakdown of every trace.
#include <filesystem>
#include <fstream>
#include <numeric>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

Ns class_ns(const IdleDevice& device, IdleClass what) {
  return device.classes[static_cast<std::size_t>(what)].ns;
}

/// Every window that a trace has.
std::vector<AnalysisWindow> windows_of(const Snapshot& trace) {
  std::vector<AnalysisWindow> windows = {whole_window(), hta_window(trace)};
  for (const auto& window : {steps_window(trace), tensorboard_window(trace)}) {
    if (window) windows.push_back(*window);
  }
  const Ns third_ns = (trace.x_extent.end_ns - trace.x_extent.begin_ns) / 3;
  windows.push_back(
      range_window({trace.x_extent.begin_ns + third_ns, trace.x_extent.end_ns - third_ns}));
  return windows;
}

}  // namespace

TEST_CASE("the idle time of a DDP rank goes where it was found by hand") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  const IdleTime idle = analyse_idle({*trace, whole_window()});
  REQUIRE(idle.devices.size() == 1);
  const IdleDevice& device = idle.devices[0];
  CHECK(device.device == 1);
  CHECK(device.gaps.size() == 22'049);
  CHECK(device.total_ns == 732'352 * kUs);
  CHECK(class_ns(device, IdleClass::CpuOp) == 522'043 * kUs);
  CHECK(class_ns(device, IdleClass::LaunchLatency) == 109'451 * kUs);
  CHECK(class_ns(device, IdleClass::AnnotationOnly) == 70'139 * kUs);
  CHECK(class_ns(device, IdleClass::DeviceWait) == 23'064 * kUs);
  CHECK(class_ns(device, IdleClass::Runtime) == 7'473 * kUs);
  CHECK(class_ns(device, IdleClass::Untraced) == 182 * kUs);
  CHECK(device.drained.ns == 0);
}

TEST_CASE("the idle time of a DDP rank's streams is HolisticTraceAnalysis's") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  const IdleTime idle = analyse_idle({*trace, hta_window(*trace)});
  REQUIRE(idle.devices.size() == 1);
  CHECK(idle.devices[0].total_ns == 643'612 * kUs);
  REQUIRE(idle.devices[0].hta.size() == 2);
  const HtaStreamIdle& seven = idle.devices[0].hta[0];
  CHECK(seven.stream == 7);
  CHECK(seven.host_wait_ns == 791'330 * kUs);
  CHECK(seven.kernel_wait_ns == 16'727 * kUs);
  CHECK(seven.other_ns == 73'829 * kUs);
  const HtaStreamIdle& fourteen = idle.devices[0].hta[1];
  CHECK(fourteen.host_wait_ns == 933'139 * kUs);
  CHECK(fourteen.kernel_wait_ns == 5'568 * kUs);
  CHECK(fourteen.other_ns == 4'444 * kUs);
}

TEST_CASE("a GPU that starves for data is told from one that waits for launches") {
  const auto trace = corpus_trace("references/tb-resnet50-workers0-v100.json.gz");
  const IdleTime idle = analyse_idle({*trace, whole_window()});
  REQUIRE(idle.devices.size() == 1);
  const IdleDevice& device = idle.devices[0];
  CHECK(device.total_ns == 392'919 * kUs);
  CHECK(class_ns(device, IdleClass::DataLoading) == 283'707 * kUs);
  CHECK(class_ns(device, IdleClass::CpuOp) == 64'582 * kUs);
  CHECK(class_ns(device, IdleClass::LaunchLatency) == 19'623 * kUs);
  CHECK(class_ns(device, IdleClass::AnnotationOnly) == 14'217 * kUs);
  CHECK(class_ns(device, IdleClass::DeviceWait) == 10'243 * kUs);
  CHECK(class_ns(device, IdleClass::Runtime) == 493 * kUs);
  CHECK(class_ns(device, IdleClass::Sync) == 54 * kUs);
  CHECK(device.drained.gaps == 12);
  CHECK(device.drained.ns == 2'641 * kUs);

  const DataLoading loading = analyse_data_loading({*trace, whole_window()});
  CHECK(loading.workers == LoaderWorkers::None);
  CHECK(loading.verdict == LoaderVerdict::AddWorkers);
  CHECK(loading.total.idle_due_ns == 283'707 * kUs);
  CHECK(loading.pageable_copies == 6);
}

TEST_CASE("the idle time of an AMD trace is told to the nanosecond") {
  const auto trace = corpus_trace("references/hta-minitoy-mi250.json.gz");
  const IdleTime all = analyse_idle({*trace, whole_window()});
  const IdleDevice& device = all.devices.at(0);
  CHECK(device.total_ns == 8'762'845);
  CHECK(class_ns(device, IdleClass::LaunchLatency) == 6'743'549);
  CHECK(class_ns(device, IdleClass::CpuOp) == 1'436'441);
  CHECK(class_ns(device, IdleClass::AnnotationOnly) == 551'393);
  // hipMemcpyWithStream returns when its copy has ended.
  CHECK(class_ns(device, IdleClass::Sync) == 29'037);
  CHECK(class_ns(device, IdleClass::Runtime) == 2'425);
  CHECK(analyse_launches({*trace, whole_window()}).total.events == 16);
}

TEST_CASE("launches and queues of a DDP rank are HolisticTraceAnalysis's") {
  const auto trace = corpus_trace("ddp-memory-v100-rank1of2.json.gz");
  const AnalysisWindow window = hta_window(*trace);
  const LaunchTable launches = analyse_launches({*trace, window});
  CHECK(launches.total.events == 17'832);
  CHECK(launches.total.call_ns == 156'892 * kUs);
  CHECK(launches.total.gpu_ns == 753'057 * kUs);
  CHECK(launches.total.delay_ns == 10'280'212 * kUs);
  CHECK(distributions_of(launches).delay.mean_ns == doctest::Approx(576'504).epsilon(1e-6));
  CHECK(distributions_of(launches).delay.max_ns == 5'799 * kUs);
  CHECK(launches.short_kernels == 9'686);
  CHECK(launches.long_calls == 2);
  CHECK(launches.long_delays == 6'605);

  const LaunchQueue queue = analyse_queue(*trace, window);
  REQUIRE(queue.lanes.size() == 2);
  REQUIRE(queue.lanes[0].hta);
  CHECK(queue.lanes[0].stream == 7);
  CHECK(queue.lanes[0].hta->count == 32'432);
  // Its sort leaves the order of what happens in one microsecond to chance: with all launches first
  // the mean is 8.1013, with all starts first 8.0870.
  CHECK(queue.lanes[0].hta->mean == doctest::Approx(8.1013).epsilon(1e-5));
  CHECK(queue.lanes[0].hta->mean == doctest::Approx(8.0947).epsilon(1e-3));
  CHECK(queue.lanes[0].hta->std == doctest::Approx(13.7546).epsilon(1e-4));
  CHECK(queue.lanes[0].hta->max == 73);
  REQUIRE(queue.lanes[1].hta);
  CHECK(queue.lanes[1].hta->count == 3'232);
  CHECK(queue.lanes[1].hta->mean == doctest::Approx(2.073).epsilon(1e-3));
  CHECK(queue.lanes[1].hta->max == 20);
}

TEST_CASE("in every trace and window the classes of idle time add up to it") {
  const auto folder = corpus_folder();
  std::size_t devices = 0;
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    const auto trace = corpus_trace(name);
    for (const AnalysisWindow& window : windows_of(*trace)) {
      CAPTURE(window_kind_name(window.kind));
      const GpuTime busy = analyse_gpu_time(*trace, window);
      const IdleTime idle = analyse_idle({*trace, window});
      REQUIRE(idle.devices.size() == busy.devices.size());
      for (std::size_t i = 0; i < busy.devices.size(); ++i) {
        const GpuTimeDevice& time = busy.devices[i];
        CHECK(time.compute_ns + time.exposed_comm_ns + time.exposed_memory_ns + time.idle_ns ==
              time.span_ns);
        const IdleDevice& device = idle.devices[i];
        CHECK(device.total_ns == time.idle_ns);
        Ns sum_ns = 0, culprits_ns = 0;
        for (const IdleTotal& total : device.classes) sum_ns += total.ns;
        for (const IdleCulprit& culprit : device.culprits) culprits_ns += culprit.total.ns;
        CHECK(sum_ns == time.idle_ns);
        CHECK(culprits_ns == time.idle_ns);
        ++devices;
      }
    }
  }
  CHECK(devices > 0);
}

TEST_CASE("idle time is that of the independent script") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    std::ifstream file(entry.expected);
    const nlohmann::json expected = nlohmann::json::parse(file);
    const auto trace = corpus_trace(name);
    IdleTime idle = analyse_idle({*trace, whole_window()});
    const auto& devices = expected.at("gpu_devices");
    // The script knows no accelerators whose work is neither kernel nor copy.
    if (devices.empty() && expected.at("x_dur_ns_by_cat").contains("mtia_ccp_events"))
      idle.devices.clear();
    REQUIRE(idle.devices.size() == devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i) {
      CHECK(idle.devices[i].device == devices[i].at("device").get<std::int64_t>());
      CHECK(idle.devices[i].total_ns == devices[i].at("idle_ns").get<Ns>());
    }
  }
}

TEST_CASE("in every trace a wait is useful or exposed, and parts of a trace add up to it") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    const auto trace = corpus_trace(name);
    const SyncStalls sync = analyse_sync({*trace, whole_window()});
    std::uint64_t calls = 0;
    for (const SyncSite& site : sync.sites) {
      if (sync.has_gpu_events) {
        CHECK(site.cost.useful_ns + site.cost.exposed_ns == site.cost.wait_ns);
      }
      CHECK(site.cost.lost_lower_ns <= site.cost.drained_ns);
      calls += site.count;
    }
    CHECK(calls == sync.calls.size());

    if (trace->x_extent.empty()) continue;
    const Ns middle_ns = trace->x_extent.begin_ns + trace->x_extent.length_ns() / 2;
    const IdleTime left =
        analyse_idle({*trace, range_window({trace->x_extent.begin_ns, middle_ns})});
    const IdleTime right =
        analyse_idle({*trace, range_window({middle_ns, trace->x_extent.end_ns})});
    const IdleTime all = analyse_idle({*trace, range_window(trace->x_extent)});
    for (std::size_t i = 0; i < all.devices.size(); ++i) {
      for (std::size_t c = 0; c < kIdleClasses; ++c) {
        CHECK(left.devices[i].classes[c].ns + right.devices[i].classes[c].ns ==
              all.devices[i].classes[c].ns);
      }
    }
  }
}
