#include "core/session/laid_profile.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/stack_times.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// main() for 2 ms and in it tokenize() for the last half, after 1 ms of something else.
constexpr std::string_view kProfile = R"({
  "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "py-spy",
  "shared": {"frames": [{"name": "start"}, {"name": "main"}, {"name": "tokenize"}]},
  "profiles": [{"type": "sampled", "name": "loader", "unit": "milliseconds", "startValue": 0,
                "endValue": 3, "samples": [[0], [1], [1, 2]], "weights": [1, 1, 1]}]})";

/// A GPU whose process is number 0, and a thread from 1 to 11 ms.
std::string training() {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "1000", "10000");
  text.kernel("gemm", "2000", "500", "1");
  text.metadata("process_name", "0", "0", R"("name": "GPU 0")");
  return text.text();
}

std::shared_ptr<const Snapshot> laid(const std::string& trace, Ns offset_ns) {
  const TempFolder folder;
  const std::string to = folder.path() + "/both.json";
  const auto error = write_with_profile(to, folder.write("trace.json", trace),
                                        {folder.write("profile.json", kProfile), offset_ns});
  if (error) MESSAGE(error->message);
  REQUIRE_FALSE(error);
  const auto both = load_trace(to);
  REQUIRE(both.ok());
  return both.value().snapshot;
}

Ns begin_of(const Snapshot& trace, std::string_view name) {
  const SliceRef slice = *trace.find_slice(event_named(trace, name, 0));
  return slice.chunk->range(slice.slice).begin_ns;
}

}  // namespace

TEST_CASE("a profile is laid beside a trace, so much after its start") {
  for (const Ns offset_ns : {Ns{0}, Ns{1'500'000}, Ns{-200'000}}) {
    CAPTURE(offset_ns);
    const auto trace = laid(training(), offset_ns);
    const Ns start_ns = begin_of(*trace, "aten::mm");
    CHECK(begin_of(*trace, "start") - start_ns == offset_ns);
    CHECK(begin_of(*trace, "tokenize") - start_ns == offset_ns + 2'000'000);
    CHECK(begin_of(*trace, "gemm") - start_ns == 1'000'000);
    CHECK(stack_times(*trace, sampled_track(*trace, "loader")).at("main;tokenize") == 1'000'000);
  }
}

TEST_CASE("lanes of a profile that knows no process are not those of a GPU") {
  const auto trace = laid(training(), 0);
  CHECK(trace->text(sampled_track(*trace, "loader").process_name) == "Profile by py-spy");
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    CHECK(trace->text(track.process_name) == "GPU 0");
    CHECK(track.slices == 1);
  }
  CHECK(trace->report.issues.empty());
}

TEST_CASE("what cannot be laid beside a trace is named, and nothing is written") {
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", training());
  const std::string to = folder.path() + "/both.json";
  const auto gpu = write_with_profile(to, trace, {folder.write("other.json", training()), 0});
  REQUIRE(gpu);
  CHECK(gpu->message == folder.path() +
                            "/other.json: is a trace with GPU work, not a profile; compare the two "
                            "instead");
  const auto none = write_with_profile(to, trace, {folder.path() + "/none", 0});
  REQUIRE(none);
  CHECK(none->message.starts_with(folder.path() + "/none: "));
  CHECK_FALSE(load_trace(to).ok());
}
