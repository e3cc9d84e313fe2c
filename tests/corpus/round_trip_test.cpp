// Files of other profilers, written as torch.profiler's JSON and as Perfetto's, and read again: all
// reports stay the same.
#include <array>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/events/flow_counts.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/export/trace_writer.h"
#include "tests/app/cli/report/all_reports.h"
#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

constexpr std::array kFiles = {"908_results.json.gz",
                               "matmul_result.json",
                               "matmul_result.rpd",
                               "mfu_2gpu_before.sqlite.gz",
                               "mock.sqlite",
                               "pftrace_core.pftrace",
                               "pftrace_core_small.pftrace",
                               "pftrace_gpu.pftrace",
                               "pftrace_kineto.pftrace",
                               "pftrace_rocprofv3.pftrace",
                               "rocpd_synthetic.db",
                               "tracelens_jax_conv_legacy.xplane.pb",
                               "tracelens_te_fused_attn.xplane.pb"};

/// A written file, as if it were of the format of `first`: advice depends on that.
LoadedTrace opened(const std::string& path, const LoadedTrace& first) {
  auto loaded = load_trace(path);
  REQUIRE(loaded.ok());
  LoadedTrace trace = std::move(loaded).value();
  auto named = std::make_shared<Snapshot>(*trace.snapshot);
  named->info.format = first.snapshot->info.format;
  trace.snapshot = std::move(named);
  return trace;
}

/// What of the reports differs: its name and the first line that does.
std::string first_difference(const LoadedTrace& a, const LoadedTrace& b) {
  const auto first = all_reports(a), second = all_reports(b);
  if (first.size() != second.size()) return "other windows";
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string &one = first[i].text, &other = second[i].text;
    // The page of Markdown counts the events of the file, of which arrows are some.
    if (one == other || first[i].what.starts_with("Markdown")) continue;
    std::size_t at = 0;
    while (at < one.size() && at < other.size() && one[at] == other[at]) ++at;
    const std::size_t begin = at < 80 ? 0 : at - 80;
    return first[i].what + ": " + one.substr(begin, 160) + "\n" + other.substr(begin, 160);
  }
  return "";
}

/// The flows of each kind but those for launches, which are added to a file that has none.
std::string flows_text(const LoadedTrace& trace) {
  std::string text;
  for (const FlowCounts& one : count_flows(*trace.snapshot)) {
    if (one.category == "ac2g") continue;
    text += one.category + " " + std::to_string(one.starts) + " " + std::to_string(one.steps) +
            " " + std::to_string(one.ends) + " " + std::to_string(one.paired) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("files of other profilers have the same reports after they were converted") {
  const TempFolder folder;
  for (const std::string name : kFiles) {
    CAPTURE(name);
    const LoadedTrace first = loaded_trace("formats/" + name);
    const ReadEvent read = event_reader(first);
    const std::string json = folder.path() + "/again.json",
                      proto = folder.path() + "/again.pftrace";
    REQUIRE_FALSE(write_trace_file(json, *first.snapshot, read));
    REQUIRE_FALSE(write_perfetto_file(proto, *first.snapshot, read));
    CHECK(first_difference(first, opened(json, first)) == "");
    const LoadedTrace again = opened(proto, first);
    CHECK(first_difference(first, again) == "");
    if (const std::string flows = flows_text(first); !flows.empty())
      CHECK(flows_text(again) == flows);
  }
}

TEST_CASE("traces of torch.profiler have the same reports as .pftrace") {
  const TempFolder folder;
  for (const std::string name :
       {"clockskew-gtx1650-stacks-memory", "cpu-only-gloo-fwdbwd", "cudagraph-rtx3060-707-overlaps",
        "cupti-counters-a100", "mixedcase-swin-a4000-5streams", "moe-b200-cuda13-ref",
        "qwen05b-h100-stacks-memory", "sglang-qwen8b-mi300-graph-decode"}) {
    CAPTURE(name);
    const LoadedTrace first = loaded_trace(name + ".json.gz");
    const std::string proto = folder.path() + "/again.pftrace";
    REQUIRE_FALSE(write_perfetto_file(proto, *first.snapshot, event_reader(first)));
    const LoadedTrace again = opened(proto, first);
    CHECK(first_difference(first, again) == "");
    CHECK(flows_text(again) == flows_text(first));
  }
}
