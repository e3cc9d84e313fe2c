// Real exports of Nsight Systems against the numbers an independent script computed from them.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/readers/nsys/strings.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;
using nlohmann::json;

namespace {

struct Sum {
  std::uint64_t count = 0;
  Ns total_ns = 0;
  friend bool operator==(const Sum&, const Sum&) = default;
};
using Sums = std::map<std::string, Sum>;

struct Checker {
  const LoadedTrace& loaded;
  const json& expected;
  const Snapshot& trace = *loaded.snapshot;

  void all() const {
    counts();
    links();
    names();
    streams();
    ranges();
    chains();
  }

  /// Calls visit(track, chunk, slice) for each slice of the kinds.
  template <typename Visit>
  void each(std::initializer_list<CategoryKind> kinds, const Visit& visit) const {
    for (const Track& track : trace.tracks) {
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t i = 0; i < chunk->size(); ++i) {
          if (std::ranges::find(kinds, trace.kind_of(chunk->category[i])) != kinds.end())
            visit(track, *chunk, i);
        }
      }
    }
  }

  [[nodiscard]] Sum sum(std::initializer_list<CategoryKind> kinds) const {
    Sum sum;
    each(kinds, [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
      ++sum.count;
      sum.total_ns += chunk.range(slice).length_ns();
    });
    return sum;
  }

  [[nodiscard]] Sums by_name(std::initializer_list<CategoryKind> kinds) const {
    Sums sums;
    each(kinds, [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
      Sum& one = sums[std::string(trace.text(chunk.name[slice]))];
      ++one.count;
      one.total_ns += chunk.range(slice).length_ns();
    });
    return sums;
  }

  void counts() const {
    const json& counts = expected["counts"];
    const json& total = expected["duration_sum_ns"];
    const auto check = [&](const char* what, std::initializer_list<CategoryKind> kinds) {
      CAPTURE(what);
      const Sum found = sum(kinds);
      CHECK(found.count == counts[what]);
      CHECK(found.total_ns == total[what]);
    };
    check("kernels", {CategoryKind::Kernel});
    check("copies", {CategoryKind::Memcpy});
    check("memsets", {CategoryKind::Memset});
    check("runtime_calls", {CategoryKind::HostCall});
    check("syncs", {CategoryKind::GpuSync});
    check("nvtx_ranges", {CategoryKind::CpuOp, CategoryKind::UserAnnotation});
    CHECK(sum({CategoryKind::Overhead}).count ==
          counts["overheads"].get<std::uint64_t>() +
              counts["profiler_overheads"].get<std::uint64_t>());
    CHECK(trace.info.base_ns == expected["session_start_utc_epoch_ns"]);
    CHECK(trace.report.complete);
    CHECK(trace.report.listed == 0);
    CHECK(trace.report.kept == trace.counts.total);
  }

  void links() const {
    const json& join = expected["launch_join"];
    CHECK(trace.kernel_links.with_launch == join["kernels"]["joined"]);
    CHECK(trace.gpu_links.with_launch == join["kernels"]["joined"].get<std::uint64_t>() +
                                             join["copies"]["joined"].get<std::uint64_t>() +
                                             join["memsets"]["joined"].get<std::uint64_t>());
  }

  /// `renamed`: names of the file that the reader writes otherwise.
  void check_top(const json& block, const Sums& found,
                 std::string (*renamed)(std::string_view)) const {
    std::map<std::string, Sum> wanted;
    for (const json& one : block["top"]) {
      const auto name = one["name"].get<std::string>();
      Sum& sum = wanted[renamed == nullptr ? name : renamed(name)];
      sum.count += one["count"].get<std::uint64_t>();
      sum.total_ns += one["total_ns"].get<Ns>();
    }
    for (const auto& [name, sum] : wanted) {
      CAPTURE(name);
      REQUIRE(found.contains(name));
      CHECK(found.at(name).count == sum.count);
      CHECK(found.at(name).total_ns == sum.total_ns);
    }
  }

  void names() const {
    const Sums kernels = by_name({CategoryKind::Kernel});
    CHECK(kernels.size() == expected["kernels_by_demangled_name"]["distinct"]);
    check_top(expected["kernels_by_demangled_name"], kernels, nullptr);
    check_top(expected["runtime_calls_by_name"], by_name({CategoryKind::HostCall}), call_name);
  }

  void streams() const {
    std::size_t streams = 0;
    for (const Track& track : trace.tracks)
      streams += track.kind == TrackKind::GpuStream && track.slices != 0 ? 1 : 0;
    CHECK(streams == expected["streams"].size());
    for (const json& stream : expected["streams"]) {
      const auto at = std::ranges::find_if(trace.tracks, [&](const Track& track) {
        return track.kind == TrackKind::GpuStream && track.device == stream["device"] &&
               track.stream == stream["stream"];
      });
      REQUIRE(at != trace.tracks.end());
      CHECK(at->slices == stream["all"]["count"]);
      CHECK(at->bounds.begin_ns == stream["all"]["first_ns"]);
      CHECK(at->bounds.end_ns == stream["all"]["last_ns"]);
    }
  }

  void ranges() const {
    if (expected["nvtx"].is_null()) return;
    check_top(expected["nvtx"]["by_name_without_ids"],
              by_name({CategoryKind::CpuOp, CategoryKind::UserAnnotation}), nullptr);
    for (const json& thread : expected["threads_with_events"]) {
      const auto at = std::ranges::find_if(trace.tracks, [&](const Track& track) {
        return track.kind == TrackKind::CpuThread &&
               trace.text(track.process) == std::to_string(thread["pid"].get<int>()) &&
               trace.text(track.thread) == std::to_string(thread["tid"].get<int>());
      });
      REQUIRE(at != trace.tracks.end());
      CHECK(at->slices == thread["runtime_calls"].get<std::uint64_t>() +
                              thread["nvtx_ranges"].get<std::uint64_t>());
      CHECK(trace.text(at->name).find("(" + thread["name"].get<std::string>() + ")") !=
            std::string_view::npos);
    }
  }

  /// Single kernels with their launches and arguments.
  void chains() const {
    for (const json& chain : expected["chains"]) {
      bool found = false;
      each({CategoryKind::Kernel},
           [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
             if (chunk.range(slice) != TimeRange{chain["begin_ns"], chain["end_ns"]} ||
                 track.device != chain["device"])
               return;
             found = true;
             check_chain(chain, chunk, slice);
           });
      CHECK(found);
    }
  }

  void check_chain(const json& chain, const TrackChunk& chunk, std::uint32_t slice) const {
    CHECK(trace.text(chunk.name[slice]) == chain["name"].get<std::string>());
    const auto details = loaded.texts->json_of(chunk.place[slice]);
    REQUIRE(details.ok());
    const json args = json::parse(details.value().find("args")->to_text());
    CHECK(args["grid"] == chain["grid"]);
    CHECK(args["block"] == chain["block"]);
    CHECK(args["stream"] == chain["stream"]);
    CHECK(args["correlation"] == chain["correlation"]);
    CHECK(args["registers per thread"] == chain["registers_per_thread"]);
    CHECK(args["shared memory"] ==
          chain["static_shared_bytes"].get<int>() + chain["dynamic_shared_bytes"].get<int>());
    const auto launch = trace.find_slice(chunk.link[slice]);
    REQUIRE(launch.has_value());
    CHECK(launch->chunk->start_ns[launch->slice] == chain["launch"]["begin_ns"]);
    CHECK(trace.text(launch->track->thread) == std::to_string(chain["launch"]["tid"].get<int>()));
  }
};

}  // namespace

TEST_CASE("exports of Nsight Systems have the numbers that a script finds in their tables") {
  for (const char* name : {"formats/mock.sqlite", "formats/mfu_2gpu_before.sqlite.gz"}) {
    CAPTURE(name);
    const LoadedTrace loaded = loaded_trace(name);
    std::ifstream file(corpus_file(name).string() + ".expected.json");
    const json expected = json::parse(file);
    Checker{loaded, expected}.all();
  }
}
