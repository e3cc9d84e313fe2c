// Each real trace against the numbers an independent script computed from it, to the nanosecond.
#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/events/flow_counts.h"
#include "core/analysis/events/lanes.h"
#include "core/analysis/registry.h"
#include "core/readers/trace_loader.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;
using nlohmann::json;

namespace {

/// One trace and its expected numbers; each check names the trace when it fails.
struct Checker {
  const Snapshot& trace;
  const json& expected;

  void all() const {
    events();
    time();
    lanes();
    devices();
    steps();
    links();
    flows();
    memory();
    gpu_time();
    ops();
    kernels();
  }

  void events() const {
    CHECK(trace.counts.total == expected["events"]);
    CHECK(json(trace.counts.by_phase) == expected["events_by_ph"]);
    CHECK(json(trace.counts.by_category) == expected["events_by_cat"]);
    CHECK(trace.report.kept + trace.report.listed == trace.counts.total);
    CHECK(trace.report.complete);
  }

  void time() const {
    const json& time = expected["time"];
    if (time["x_min_ts_ns_without_Trace"].is_null()) {
      CHECK(trace.x_extent == TimeRange{});
      return;
    }
    CHECK(trace.x_extent.begin_ns == time["x_min_ts_ns_without_Trace"]);
    CHECK(trace.x_extent.length_ns() == time["x_span_ns_without_Trace"]);
    const bool whole_microseconds = time["nesting_eps_ns"] == 1000;
    CHECK(trace.info.whole_microseconds == whole_microseconds);
  }

  void lanes() const {
    std::map<std::pair<std::string, std::string>, TrackSummary> by_thread;
    std::uint32_t with_slices = 0;
    for (const TrackSummary& lane : list_tracks(trace).lanes) {
      if (lane.slices == 0 || lane.kind == TrackKind::Async) continue;
      ++with_slices;
      by_thread[{std::string(trace.text(lane.process)), std::string(trace.text(lane.thread))}] =
          lane;
    }
    if (!expected.contains("begin_end")) CHECK(with_slices == expected["threads_with_X_events"]);
    for (const json& thread : expected["threads"]) {
      const auto at = by_thread.find({thread["pid"], thread["tid"]});
      CAPTURE(thread["pid"]);
      CAPTURE(thread["tid"]);
      REQUIRE(at != by_thread.end());
      CHECK(at->second.slices == thread["x_events"]);
      CHECK(at->second.depth == thread["max_depth"]);
      CHECK(at->second.crossings == thread["crossing"]);
    }
  }

  void devices() const {
    json names = json::array();
    for (const DeviceInfo& device : trace.info.devices) names.push_back(device.name);
    CHECK(names == expected["device_names"]);
  }

  void steps() const {
    json host = json::array();
    for (const json& step : expected["profiler_steps"]) {
      if (step["cat"] == "gpu_user_annotation" || step["cat"] == "User") continue;
      host.push_back({step["name"], step["ts_ns"], step["dur_ns"]});
    }
    json found = json::array();
    for (const Step& step : trace.steps) {
      found.push_back(
          {std::string(trace.text(step.name)), step.range.begin_ns, step.range.length_ns()});
    }
    CHECK(found == host);
  }

  void links() const {
    links(trace.kernel_links, expected["links"]["kernels"]);
    links(trace.gpu_links, expected["links"]["gpu_events"]);
  }

  static void links(const LinkCounts& found, const json& wanted) {
    CHECK(found.count == wanted["count"]);
    CHECK(found.with_launch == wanted["launch_found_by_correlation"]);
    CHECK(found.with_op == wanted["linked_to_op_open_at_launch_start"]);
  }

  void flows() const {
    std::map<std::string, FlowCounts> by_category;
    for (const FlowCounts& flow : count_flows(trace)) by_category[flow.category] = flow;
    CHECK(by_category.size() == expected["flows"].size());
    for (const auto& [category, wanted] : expected["flows"].items()) {
      CAPTURE(category);
      const FlowCounts& found = by_category[category];
      CHECK(found.starts == wanted["s"]);
      CHECK(found.steps == wanted["t"]);
      CHECK(found.ends == wanted["f"]);
      CHECK(found.paired == wanted["ids_with_s_and_f"]);
    }
  }

  void memory() const {
    CHECK(trace.memory.size() == expected["memory"].size());
    for (const auto& memory : trace.memory) {
      const json& wanted = expected["memory"]["type " + std::to_string(memory->device_type) +
                                              " id " + std::to_string(memory->device_id)];
      CAPTURE(memory->device_type);
      CHECK(memory->events == wanted["events"]);
      if (wanted["peak_total_allocated"].is_null()) {
        CHECK(!memory->has_totals);
        CHECK(memory->peak_allocated == wanted["peak_of_running_sum_of_Bytes"]);
      } else {
        CHECK(memory->peak_allocated == wanted["peak_total_allocated"]);
        CHECK(memory->peak_reserved == wanted["peak_total_reserved"]);
      }
    }
  }

  void gpu_time() const {
    GpuTime found = analyse_gpu_time(trace, whole_window());
    durations(total_gpu_time(found).durations);
    // Work that says neither kernel nor copy is not among the script's devices.
    std::erase_if(found.devices, [](const GpuTimeDevice& device) {
      return device.durations.of(GpuWorkKind::DeviceWork) == device.durations.total_ns;
    });
    REQUIRE(found.devices.size() == expected["gpu_devices"].size());
    for (std::size_t i = 0; i < found.devices.size(); ++i) {
      const GpuTimeDevice& device = found.devices[i];
      const json& wanted = expected["gpu_devices"][i];
      CHECK(device.device == wanted["device"]);
      CHECK(device.events == wanted["events"]);
      CHECK(device.window.begin_ns == wanted["first_ts_ns"]);
      CHECK(device.span_ns == wanted["span_ns"]);
      CHECK(device.busy_ns == wanted["busy_ns"]);
      CHECK(device.idle_ns == wanted["idle_ns"]);
      CHECK(device.compute_ns + device.exposed_comm_ns + device.exposed_memory_ns +
                device.idle_ns ==
            device.span_ns);
      CHECK(device.total_memory_ns == wanted["memcpy_memset_busy_ns"]);
    }
  }

  /// By the categories that the file spells, each in one sum.
  void durations(const GpuDurations& found) const {
    const auto sum = [&](std::initializer_list<const char*> categories) {
      Ns sum_ns = 0;
      for (const char* const category : categories)
        sum_ns += expected["x_dur_ns_by_cat"].value(category, Ns{0});
      return sum_ns;
    };
    const Ns kernels = sum({"kernel", "Kernel"}), copies = sum({"gpu_memcpy", "Memcpy"});
    const Ns fills = sum({"gpu_memset", "Memset"}), other = sum({"mtia_ccp_events"});
    CHECK(found.total_ns == kernels + copies + fills + other);
    CHECK(found.of(GpuWorkKind::DeviceWork) == other);
    // AMD's copies and fills are among its kernels.
    CHECK(found.of(GpuWorkKind::Copy) >= copies);
    CHECK(found.of(GpuWorkKind::Fill) >= fills);
    CHECK(found.of(GpuWorkKind::Compute) + found.of(GpuWorkKind::Communication) <= kernels);
    CHECK(found.sync_ns == sum({"cuda_sync", "xpu_sync", "cuda_event"}));
  }

  void ops() const {
    const OpTable table = ops_by_group(trace, whole_window());
    std::map<std::string, OpRow> by_name;
    std::uint64_t count = 0;
    Ns total_ns = 0;
    Ns self_ns = 0;
    for (const OpRow& row : table.rows) {
      if (row.user_annotation) continue;
      by_name[std::string(trace.text(row.name))] = row;
      count += row.count;
      total_ns += row.sum_cpu_ns;
      self_ns += row.self_cpu_ns;
    }
    CHECK(count == expected["cpu_ops"]["count"]);
    CHECK(by_name.size() == expected["cpu_ops"]["distinct_names"]);
    CHECK(total_ns == expected["cpu_ops"]["total_ns_all_calls"]);
    CHECK(self_ns == expected["cpu_ops"]["self_vs_ops_ns_all_calls"]);
    for (const char* list : {"top_cpu_ops_by_total", "top_cpu_ops_by_self"}) {
      for (const json& wanted : expected[list]) {
        CAPTURE(wanted["name"]);
        const OpRow& row = by_name[wanted["name"]];
        CHECK(row.count == wanted["count"]);
        CHECK(row.sum_cpu_ns == wanted["total_ns"]);
        CHECK(row.self_cpu_ns == wanted["self_vs_ops_ns"]);
        // Of calls that overlap operators or each other, as they do where events of a thread cross,
        // the script takes the common time off twice, down to −80 ms.
        const Ns least_ns = wanted["self_vs_ops_and_host_calls_ns"];
        if (expected["crossing_events"] == 0) CHECK(row.self_cpu_no_runtime_ns == least_ns);
        CHECK(row.self_cpu_no_runtime_ns >= least_ns);
        CHECK(row.self_cpu_no_runtime_ns >= 0);
        CHECK(row.total_cpu_ns <= row.sum_cpu_ns);
      }
    }
  }

  void kernels() const {
    const KernelTable table = kernels_by_group(trace, whole_window());
    CHECK(table.rows.size() == expected["distinct_kernel_names"]);
    const json& top = expected["top_kernels_by_total"];
    REQUIRE(table.rows.size() >= top.size());
    for (std::size_t i = 0; i < top.size(); ++i) {
      const KernelRow& row = table.rows[i];
      CHECK(trace.text(row.name) == top[i]["name"].get<std::string>());
      CHECK(row.count == top[i]["count"]);
      CHECK(row.total_ns == top[i]["total_ns"]);
      CHECK(row.min_ns == top[i]["min_ns"]);
      CHECK(row.max_ns == top[i]["max_ns"]);
    }
  }
};

}  // namespace

TEST_CASE("every real trace gives the numbers an independent script found") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    json expected;
    std::ifstream(entry.expected) >> expected;
    const auto loaded = load_trace(entry.trace.string());
    REQUIRE(loaded.ok());
    Checker{*loaded.value().snapshot, expected}.all();
  }
}
