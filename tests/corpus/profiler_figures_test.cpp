// Files of Nsight Systems and of AMD's profilers: whole lists of names, devices and streams with
// the time in which they are busy, bytes, and what is around launches, as a script found them.
#include <array>
#include <map>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/corpus/corpus.h"
#include "tests/corpus/figures.h"

using namespace lanescope;
using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 2> kRanges = {"cpu_op", "user_annotation"};

json arguments_of(const LoadedTrace& loaded, const SliceRow& row) {
  const auto event = loaded.texts->json_of(row.place());
  REQUIRE(event.ok());
  return json::parse(event.value().find("args")->to_text());
}

/// The sum of an argument over all slices of a category.
std::int64_t sum_of(const LoadedTrace& loaded, std::string_view category, const char* argument) {
  std::int64_t sum = 0;
  for (const SliceRow& row : rows_of_category(*loaded.snapshot, category))
    sum += arguments_of(loaded, row).value(argument, std::int64_t{0});
  return sum;
}

Figures on_gpu(const Snapshot& trace, std::string_view category, std::int64_t device,
               std::optional<std::int64_t> stream = std::nullopt) {
  return figures_of(rows_where(trace, [&](const SliceRow& row) {
    return row.track->kind == TrackKind::GpuStream && row.track->device == device &&
           (!stream || row.track->stream == *stream) &&
           (category.empty() || row.category == category);
  }));
}

std::uint64_t launched(const Snapshot& trace, std::string_view category) {
  std::uint64_t count = 0;
  for (const SliceRow& row : rows_of_category(trace, category))
    count += trace.find_slice(row.link()) ? 1 : 0;
  return count;
}

std::uint64_t issues_of(const Snapshot& trace, std::string_view kind) {
  for (const LoadIssue& issue : trace.report.issues) {
    if (issue.kind == kind) return issue.count;
  }
  return 0;
}

/// The launch of a kernel, and the ranges around that, outermost first. `ranges`: their member.
void check_chain(const Snapshot& trace, const json& chain, const char* ranges) {
  CAPTURE(chain.dump());
  const auto kernels = rows_where(trace, [&](const SliceRow& row) {
    return row.track->kind == TrackKind::GpuStream && row.range.begin_ns == chain["begin_ns"] &&
           row.range.end_ns == chain["end_ns"] && row.name == chain["name"].get<std::string>();
  });
  REQUIRE(kernels.size() == 1);
  const auto launch = trace.find_slice(kernels[0].link());
  REQUIRE(launch.has_value() != chain["launch"].is_null());
  if (!launch) return;
  const json& call = chain["launch"];
  CHECK(launch->chunk->range(launch->slice) == TimeRange{call["begin_ns"], call["end_ns"]});
  CHECK(trace.text(launch->track->process) == std::to_string(call["pid"].get<int>()));
  CHECK(trace.text(launch->track->thread) == std::to_string(call["tid"].get<int>()));
  SliceRow row = kernels[0];
  row.track = launch->track;
  row.range = launch->chunk->range(launch->slice);
  const auto found = around(trace, row, kRanges);
  REQUIRE(found.size() == chain[ranges].size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const json& one = chain[ranges][i];
    CHECK(found[i].range == TimeRange{one["begin_ns"], one["end_ns"]});
    CHECK(one["text"].get<std::string>().starts_with(found[i].name));
    CHECK(found[i].depth == i);
  }
}

void check_time(const Snapshot& trace, std::string_view category, const json& expected) {
  const Figures found = figures_of(rows_of_category(trace, category));
  CHECK(found.first_ns == expected["first_ns"]);
  CHECK(found.last_ns == expected["last_ns"]);
}

/// What a device or a stream has none of is not listed.
json listed(const json& one, const char* what) {
  return one.contains(what) ? one[what] : json{{"count", 0}};
}

void check_nsys_devices(const Snapshot& trace, const json& expected) {
  for (const json& one : expected["devices"]) {
    const auto device = one["device"].get<std::int64_t>();
    check_figures(on_gpu(trace, "kernel", device), listed(one, "kernels"));
    check_figures(on_gpu(trace, "gpu_memcpy", device), listed(one, "copies"));
    check_figures(on_gpu(trace, "gpu_memset", device), listed(one, "memsets"));
  }
  for (const json& one : expected["streams"]) {
    const auto device = one["device"].get<std::int64_t>(),
               stream = one["stream"].get<std::int64_t>();
    check_figures(on_gpu(trace, "", device, stream), one["all"]);
    check_figures(on_gpu(trace, "kernel", device, stream), listed(one, "kernels"));
  }
}

void check_nsys_joins(const Snapshot& trace, const json& expected) {
  const json& join = expected["launch_join"];
  std::uint64_t without = 0;
  for (const auto& [what, category] :
       {std::pair("kernels", "kernel"), {"copies", "gpu_memcpy"}, {"memsets", "gpu_memset"}}) {
    CAPTURE(what);
    CHECK(launched(trace, category) == join[what]["joined"]);
    without += join[what]["without_launch"].get<std::uint64_t>();
  }
  CHECK(issues_of(trace, "launch_not_recorded") == without);
}

/// Copies of each kind, which torch.profiler's names begin with.
void check_nsys_copies(const LoadedTrace& loaded, const json& expected) {
  const std::map<int, std::string> kNames = {
      {1, "Memcpy HtoD"}, {2, "Memcpy DtoH"}, {8, "Memcpy DtoD"}};
  for (const json& kind : expected["copies_by_kind"]) {
    const std::string& name = kNames.at(kind["kind"].get<int>());
    const auto rows = rows_where(*loaded.snapshot,
                                 [&](const SliceRow& row) { return row.name.starts_with(name); });
    check_figures(figures_of(rows), kind);
    std::int64_t bytes = 0;
    for (const SliceRow& row : rows)
      bytes += arguments_of(loaded, row)["bytes"].get<std::int64_t>();
    CHECK(bytes == kind["bytes"]);
  }
  CHECK(sum_of(loaded, "gpu_memset", "bytes") == expected["memset_bytes"]);
}

}  // namespace

TEST_CASE("Nsight Systems: names, devices, streams, copies and nesting are those of the file") {
  for (const char* name : {"mock.sqlite", "mfu_2gpu_before.sqlite.gz"}) {
    CAPTURE(name);
    const json expected = expected_of(name);
    const LoadedTrace loaded = loaded_trace("formats/" + std::string(name));
    const Snapshot& trace = *loaded.snapshot;
    const json& times = expected["time_by_kind"];
    check_time(trace, "kernel", times["kernels"]);
    if (!times["copies"].is_null()) check_time(trace, "gpu_memcpy", times["copies"]);
    CHECK(digest_of_names(rows_of_category(trace, "kernel")) ==
          expected["kernels_by_demangled_name"]["sha256_of_name_count_total"]);
    const json& classes = expected["counts"]["runtime_calls_by_event_class"];
    for (const auto& [number, category] :
         {std::pair("0", "cuda_runtime"), std::pair("1", "cuda_driver")})
      CHECK(rows_of_category(trace, category).size() == classes.value(number, std::size_t{0}));
    check_nsys_devices(trace, expected);
    check_nsys_joins(trace, expected);
    check_nsys_copies(loaded, expected);
    for (const json& chain : expected["chains"]) check_chain(trace, chain, "nvtx_outermost_first");
    if (expected["nvtx"].is_null()) continue;
    const auto ranges = rows_where(trace, [](const SliceRow& row) {
      return row.category == "cpu_op" || row.category == "user_annotation";
    });
    CHECK(digest_of_names(ranges) ==
          expected["nvtx"]["by_name_without_ids"]["sha256_of_name_count_total"]);
  }
}

TEST_CASE("RPD: names, devices, bytes, threads and launches are those of the file") {
  const json expected = expected_of("matmul_result.rpd");
  const LoadedTrace loaded = loaded_trace("formats/matmul_result.rpd");
  const Snapshot& trace = *loaded.snapshot;
  CHECK(digest_of_names(rows_of_category(trace, "kernel")) ==
        expected["kernels_by_name"]["sha256_of_name_count_total"]);
  const auto calls = rows_where(trace, [](const SliceRow& row) {
    return row.category == "cuda_runtime" || row.category == "overhead";
  });
  CHECK(digest_of_names(calls) == expected["runtime_calls_by_name"]["sha256_of_name_count_total"]);
  for (const json& one : expected["devices"]) {
    const auto gpu = one["gpu"].get<std::int64_t>();
    check_figures(on_gpu(trace, "", gpu), one["all"]);
    check_figures(on_gpu(trace, "kernel", gpu), one["kernels"]);
    check_figures(on_gpu(trace, "gpu_memcpy", gpu), one["copies"]);
  }
  std::int64_t bytes = 0;
  for (const json& of_type : expected["copy_bytes_by_type"]) bytes += of_type.get<std::int64_t>();
  CHECK(sum_of(loaded, "gpu_memcpy", "bytes") == bytes);
  for (const json& thread : expected["threads"]) {
    const auto rows = rows_where(trace, [&](const SliceRow& row) {
      return trace.text(row.track->process) == std::to_string(thread["pid"].get<int>()) &&
             trace.text(row.track->thread) == std::to_string(thread["tid"].get<int>());
    });
    // What the recorder did itself is on a lane of its own.
    CHECK(rows.size() + rows_of_category(trace, "overhead").size() >= thread["api_rows"]);
    CHECK(rows.size() <= thread["api_rows"]);
  }
  for (const json& chain : expected["chains"]) check_chain(trace, chain, "ranges_outermost_first");
}

TEST_CASE("rocpd: names, streams, bytes, counters and nesting are those of the file") {
  const json expected = expected_of("rocpd_synthetic.db");
  const LoadedTrace loaded = loaded_trace("formats/rocpd_synthetic.db");
  const Snapshot& trace = *loaded.snapshot;
  for (const auto& [category, block] : {std::pair("kernel", "kernels_by_name"),
                                        {"cuda_runtime", "runtime_calls_by_name"},
                                        {"user_annotation", "ranges_by_name"}}) {
    CAPTURE(category);
    CHECK(digest_of_names(rows_of_category(trace, category)) ==
          expected[block]["sha256_of_name_count_total"]);
  }
  for (const json& stream : expected["streams"]) {
    const std::string name = stream["stream"].get<std::string>();
    const std::int64_t number = std::stoll(name.substr(name.rfind(' ') + 1));
    check_figures(figures_of(rows_where(trace,
                                        [&](const SliceRow& row) {
                                          return row.category == "kernel" &&
                                                 row.track->stream == number;
                                        })),
                  stream["kernels"]);
  }
  CHECK(sum_of(loaded, "gpu_memcpy", "bytes") == expected["copy_bytes"]);
  CHECK(launched(trace, "gpu_memcpy") == expected["launch_join"]["copies_joined"]);
  for (const json& counter : expected["counters"]) {
    double sum = 0;
    std::uint64_t values = 0;
    for (const auto& own : trace.counters) {
      if (!trace.text(own->name).starts_with(counter["name"].get<std::string>())) continue;
      for (const double value : own->value) sum += value;
      values += own->value.size();
    }
    CHECK(values == counter["values"]);
    CHECK(sum == doctest::Approx(counter["sum"].get<double>()).epsilon(1e-12));
  }
  for (const json& chain : expected["chains"]) check_chain(trace, chain, "ranges_outermost_first");
}

TEST_CASE("rocprofv3 JSON: names, the device and all streams are those of the file") {
  const json expected = expected_of("908_results.json.gz")["processes"][0];
  const LoadedTrace loaded = loaded_trace("formats/908_results.json.gz");
  const Snapshot& trace = *loaded.snapshot;
  CHECK(digest_of_names(rows_of_category(trace, "kernel")) ==
        expected["kernels_by_formatted_name"]["sha256_of_name_count_total"]);
  REQUIRE(expected["devices"].size() == 1);
  check_figures(figures_of(rows_of_category(trace, "kernel")), expected["devices"][0]);
  std::map<std::int64_t, std::vector<SliceRow>> streams;
  for (const SliceRow& row : rows_of_category(trace, "kernel"))
    streams[row.track->stream].push_back(row);
  std::string lines;
  for (const auto& [stream, rows] : streams) {
    const Figures own = figures_of(rows);
    lines += fmt::format("{}\t{}\t{}\t{}\t{}\n",
                         expected["devices"][0]["agent_handle"].get<std::int64_t>(), stream,
                         own.count, own.total_ns, own.busy_ns);
  }
  CHECK(sha256_of(lines) == expected["streams"]["sha256_of_agent_stream_count_total_busy"]);
}
