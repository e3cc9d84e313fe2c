// Real profiles of JAX against the numbers an independent script found in them.
#include <fstream>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/corpus/corpus.h"

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
  std::uint64_t events = 0;
  TimeRange bounds{kMaxNs, kMinNs};
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::GpuStream || track.device != device || track.slices == 0) continue;
    events += track.slices;
    bounds.include(track.bounds);
  }
  CHECK(events == expected["events"]);
  CHECK(bounds.begin_ns * kPicoseconds == expected["begin_ps"]);
  CHECK(bounds.end_ns * kPicoseconds == expected["end_ps"]);
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
        return;
      }
    }
  }
  FAIL("the kernel is not in the trace");
}

void check_file(const std::string& name) {
  CAPTURE(name);
  std::ifstream file(corpus_file("formats/" + name + ".expected.json"));
  const json expected = json::parse(file);
  const auto trace = corpus_trace("formats/" + name);
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
  for (const json& chain : expected["chains"]) check_chain(*trace, chain);
}

}  // namespace

TEST_CASE("profiles of JAX have the events, times and launches that a script counts in them") {
  check_file("tracelens_te_fused_attn.xplane.pb");
  check_file("tracelens_jax_conv_legacy.xplane.pb");
}
