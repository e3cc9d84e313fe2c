// Redacted real traces: nothing of their owners is left, and everything else is.
#include "core/export/redaction.h"

#include <functional>
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

/// Of each track, in no particular order: the times and categories of all slices.
std::multiset<std::size_t> structure_of(const Snapshot& trace) {
  std::multiset<std::size_t> tracks;
  for (const Track& track : trace.tracks) {
    std::string text =
        std::to_string(static_cast<int>(track.kind)) + " " + std::to_string(track.depth);
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        text += " " + std::to_string(chunk->start_ns[i]) + "+" + std::to_string(chunk->dur_ns[i]) +
                "/" + std::to_string(static_cast<int>(trace.kind_of(chunk->category[i])));
      }
    }
    tracks.insert(std::hash<std::string>{}(text));
  }
  return tracks;
}

/// How often each kind of GPU work occurs, as its name tells.
std::map<std::pair<int, bool>, std::uint64_t> gpu_work(const Snapshot& trace) {
  std::map<std::pair<int, bool>, std::uint64_t> counts;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const KernelTraits& its = trace.kernel_traits[static_cast<std::size_t>(chunk->name[i])];
        if (its.known) ++counts[{static_cast<int>(its.gpu_class), its.tensor_cores}];
      }
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("real traces keep their structure when they are redacted, and lose users and hosts") {
  const auto folder = corpus_folder();
  const TempFolder out;
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    const auto before = loaded_trace(name);
    const std::string plain = out.path() + "/plain.json", path = out.path() + "/redacted.json";
    Redaction redaction;
    TraceWriteOptions options;
    REQUIRE_FALSE(write_trace_file(plain, *before.snapshot, event_reader(before), options));
    options.redaction = &redaction;
    REQUIRE_FALSE(write_trace_file(path, *before.snapshot, event_reader(before), options));
    const auto a = load_trace(plain), b = load_trace(path);
    REQUIRE(a.ok());
    REQUIRE(b.ok());
    const Snapshot &kept = *a.value().snapshot, &redacted = *b.value().snapshot;
    const bool same_structure = structure_of(kept) == structure_of(redacted);
    CHECK(same_structure);
    const bool same_work = gpu_work(kept) == gpu_work(redacted);
    CHECK(same_work);
    CHECK(kept.kernel_links.with_launch == redacted.kernel_links.with_launch);
    CHECK(kept.kernel_links.with_op == redacted.kernel_links.with_op);
    CHECK(kept.kernel_links.with_python == redacted.kernel_links.with_python);
    CHECK(kept.steps.size() == redacted.steps.size());
    CHECK(kept.counters.size() == redacted.counters.size());
    CHECK(kept.memory.size() == redacted.memory.size());
    const std::string text = text_in(path);
    for (const std::string_view own :
         {"/home", "/Users", "/root", "/mnt", "/tmp", "@", "ip-172", ".internal", "traceName",
          "torchinductor_", "yangu", "swan", "moca", "fblearner", "twshared"}) {
      CAPTURE(own);
      CHECK(text.find(own) == std::string::npos);
    }
  }
}
