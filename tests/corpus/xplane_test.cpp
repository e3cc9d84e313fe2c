// Real profiles of JAX against the numbers an independent script found in them.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/corpus/corpus.h"
#include "tests/corpus/figures.h"

using namespace lanescope;
using nlohmann::json;

namespace {

struct Tally {
  std::uint64_t count = 0;
  Ns total_ns = 0;
};

/// Of all slices of a kind, by name.
std::map<std::string, Tally> by_name(const Snapshot& trace, CategoryKind kind) {
  std::map<std::string, Tally> tallies;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (trace.kind_of(chunk->category[i]) != kind) continue;
        Tally& tally = tallies[std::string(trace.text(chunk->name[i]))];
        ++tally.count;
        tally.total_ns += chunk->range(i).length_ns();
      }
    }
  }
  return tallies;
}

Tally sum(const std::map<std::string, Tally>& tallies) {
  Tally all;
  for (const auto& [name, tally] : tallies) {
    all.count += tally.count;
    all.total_ns += tally.total_ns;
  }
  return all;
}

constexpr std::int64_t kPicoseconds = 1000;

/// The script's list of names, each with a count and a time in ps.
void check_names(const std::map<std::string, Tally>& found, const json& expected) {
  for (const json& one : expected) {
    const auto at = found.find(one["name"].get<std::string>());
    CAPTURE(one["name"].get<std::string>());
    REQUIRE(at != found.end());
    CHECK(at->second.count == one["count"]);
    CHECK(at->second.total_ns * kPicoseconds == one["total_ps"]);
  }
}

/// Of the streams of one device.
void check_device(const Snapshot& trace, const json& expected) {
  const auto plane = expected["plane"].get<std::string>();
  CAPTURE(plane);
  const std::int64_t device = std::stoll(plane.substr(plane.rfind(':') + 1));
  const Figures own = figures_of(rows_where(trace, [&](const SliceRow& row) {
    return row.track->kind == TrackKind::GpuStream && row.track->device == device;
  }));
  CHECK(own.count == expected["events"]);
  CHECK(own.total_ns * kPicoseconds == expected["total_ps"]);
  CHECK(own.busy_ns * kPicoseconds == expected["busy_ps"]);
  CHECK(own.first_ns * kPicoseconds == expected["begin_ps"]);
  CHECK(own.last_ns * kPicoseconds == expected["end_ps"]);
}

/// What is open on the thread of a launch, outermost first.
void check_callers(const Snapshot& trace, const SliceRef& launch, const json& expected) {
  SliceRow row;
  row.track = launch.track;
  row.range = launch.chunk->range(launch.slice);
  const auto callers = rows_where(trace, [&](const SliceRow& other) {
    return other.track == row.track && other.range.begin_ns <= row.range.begin_ns &&
           other.range.end_ns >= row.range.end_ns && other.range != row.range;
  });
  std::map<std::uint32_t, std::string> by_depth;
  for (const SliceRow& caller : callers) by_depth[caller.depth] = caller.name;
  REQUIRE(by_depth.size() == expected.size());
  std::size_t i = 0;
  for (const auto& [depth, name] : by_depth) CHECK(name == expected[i++]["name"]);
}

/// A kernel at a time, with the launch that started it.
void check_chain(const Snapshot& trace, const json& expected) {
  CAPTURE(expected["name"].get<std::string>());
  const Ns begin_ns = expected["begin_ps"].get<std::int64_t>() / kPicoseconds;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (chunk->start_ns[i] != begin_ns) continue;
        if (trace.text(chunk->name[i]) != expected["name"].get<std::string>()) continue;
        const auto launch = trace.find_slice(chunk->link[i]);
        REQUIRE(launch);
        CHECK(trace.text(launch->chunk->name[launch->slice]) ==
              expected["launch"]["name"].get<std::string>());
        CHECK(launch->chunk->start_ns[launch->slice] * kPicoseconds ==
              expected["launch"]["begin_ps"]);
        if (!expected["launch"]["line"].get<std::string>().starts_with("Host Threads/"))
          check_callers(trace, *launch, expected["host_outermost_first"]);
        return;
      }
    }
  }
  FAIL("the kernel is not in the trace");
}

/// Kernels by the HLO op that they ran for, which their arguments name.
void check_hlo_ops(const LoadedTrace& loaded, const json& expected) {
  std::map<std::string, Tally> ops;
  for (const SliceRow& row : rows_of_category(*loaded.snapshot, "kernel")) {
    const auto event = loaded.texts->json_of(row.place());
    REQUIRE(event.ok());
    const json args = json::parse(event.value().find("args")->to_text());
    Tally& tally = ops[args.value("hlo_op", std::string())];
    ++tally.count;
    tally.total_ns += row.range.length_ns();
  }
  check_names(ops, expected);
}

/// Calls have lines of their own there, and are on the lanes of their threads here.
bool has_call_lines(const json& plane) {
  return std::ranges::any_of(plane["lines"], [](const json& line) {
    return line["name"].get<std::string>().starts_with("Host Threads/");
  });
}

/// Events of a track with their times; those of allocators are instants.
Figures events_on(const Snapshot& trace, const Track& track) {
  Figures own =
      figures_of(rows_where(trace, [&](const SliceRow& row) { return row.track == &track; }));
  const auto& begins = trace.instants->track_begin;
  const std::size_t index = index_of(track.id);
  for (std::uint32_t i = begins[index]; i < begins[index + 1]; ++i) {
    ++own.count;
    own.first_ns = std::min(own.first_ns, trace.instants->time_ns[i]);
    own.last_ns = std::max(own.last_ns, trace.instants->time_ns[i]);
  }
  return own;
}

/// Streams and threads: how many events, and from when to when.
void check_lines(const Snapshot& trace, const json& planes) {
  std::multiset<std::tuple<std::uint64_t, Ns, Ns, Ns>> found;
  for (const Track& track : trace.tracks) {
    const Figures own = events_on(trace, track);
    found.emplace(own.count, own.total_ns, own.first_ns, own.last_ns);
  }
  for (const json& plane : planes) {
    const auto name = plane["name"].get<std::string>();
    if (!name.starts_with("/host:CPU") || has_call_lines(plane)) continue;
    for (const json& line : plane["lines"]) {
      if (line["events"] == 0) continue;
      CAPTURE(line["name"].get<std::string>());
      CHECK(found.contains({line["events"], line["total_ps"].get<std::int64_t>() / kPicoseconds,
                            line["begin_ps"].get<std::int64_t>() / kPicoseconds,
                            line["end_ps"].get<std::int64_t>() / kPicoseconds}));
    }
  }
}

void check_file(const std::string& name) {
  CAPTURE(name);
  std::ifstream file(corpus_file("formats/" + name + ".expected.json"));
  const json expected = json::parse(file);
  const LoadedTrace loaded = loaded_trace("formats/" + name);
  const auto& trace = loaded.snapshot;
  CHECK(trace->info.format == "xplane");
  CHECK(trace->report.complete);
  CHECK(trace->report.listed == 0);
  const json& counts = expected["counts"];
  CHECK(trace->counts.total == counts["events"]);
  CHECK(sum(by_name(*trace, CategoryKind::PythonFunction)).count == counts["python_frames"]);
  const auto kernels = by_name(*trace, CategoryKind::Kernel);
  CHECK(sum(kernels).count == counts["kernels"]);
  CHECK(sum(kernels).total_ns * kPicoseconds == expected["gpu_total_ps"]["kernels"]);
  check_names(kernels, expected["kernels_by_name"]);
  const auto copies = by_name(*trace, CategoryKind::Memcpy);
  CHECK(sum(copies).count == counts["copies"]);
  CHECK(sum(copies).total_ns * kPicoseconds == expected["gpu_total_ps"]["copies"]);
  check_names(copies, expected["copies_by_name"]);
  CHECK(trace->gpu_links.with_launch == expected["launch_join"]["joined"]);
  CHECK(trace->kernel_links.with_op == trace->kernel_links.count);
  for (const json& device : expected["devices"]) check_device(*trace, device);
  check_hlo_ops(loaded, expected["kernels_by_hlo_op"]);
  check_lines(*trace, expected["planes"]);
  for (const json& chain : expected["chains"]) check_chain(*trace, chain);
}

}  // namespace

TEST_CASE("profiles of JAX have the events, times and launches that a script counts in them") {
  check_file("tracelens_te_fused_attn.xplane.pb");
  check_file("tracelens_jax_conv_legacy.xplane.pb");
}
