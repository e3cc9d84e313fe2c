// Files that are broken, odd, or no traces at all: whatever can be read is read and the rest told.
#include <filesystem>
#include <map>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

/// What a tolerant reader can recover, as the corpus lists it.
const std::map<std::string, std::uint64_t> kRecoverable = {
    {"speedscope-simple-partial.json", 6},
    {"speedscope-simple-partial-trailing-comma.json", 6},
    {"speedscope-simple-partial-whitespace.json", 6},
    {"speedscope-simple-object-partial.json", 5},
    {"speedscope-simple-object.json", 5},
    {"speedscope-mismatched.json", 8},
    {"speedscope-mismatched-name.json", 2},
    {"speedscope-mismatched-args.json", 2},
    {"speedscope-end-event-with-empty-stack.json", 3},
    {"speedscope-end-non-top-of-stack.json", 4},
    {"speedscope-too-many-end-events.json", 6},
    {"speedscope-not-enough-end-events.json", 3},
    {"speedscope-only-begin-events.json", 3},
    {"speedscope-out-of-order.json", 6},
    {"speedscope-out-of-order-unbalanced-name.json", 4},
    {"speedscope-must-retain-original-order.json", 14},
    {"speedscope-event-reordering-name-match.json", 5},
    {"speedscope-simultaneous-anonymous-calls.json", 12},
    {"speedscope-invalid-x-nesting.json", 2},
    {"speedscope-x-events-matching-start.json", 9},
    {"speedscope-x-events-matching-end.json", 9},
    {"speedscope-zero-duration-events.json", 7},
    {"speedscope-multiprocess.json", 17},
    {"speedscope-simple-json.json", 3},
    {"speedscope-multi-thread-with-samples.json", 4},
    {"catapult-nanoseconds.json", 16},
    {"catapult-nestable_async.json", 20},
    {"catapult-async_begin_end.json", 35},
    {"catapult-instant_events.json", 5},
    {"catapult-instance_counters.json", 12},
    {"catapult-flow_simple.json", 10},
    {"catapult-simple_trace.json", 37},
    {"catapult-tall_trace.json", 39},
    {"catapult-trace-with-bad-world-bounds.json.gz", 10},
    {"catapult-main_thread_has_unclosed_slices.json.gz", 3386},
    {"catapult-x_event_trace.json.gz", 4027},
    {"bazel-duplicate-keys-tiny.json.gz", 707},
    {"bazel-duplicate-keys-800-crossings.json.gz", 16342},
    {"hta-integer-above-int64.json.gz", 2},
    {"hta-hand-cut-no-metadata.json.gz", 33},
    {"kineto-sync-sentinels.json", 75},
    {"perfetto-flow_events_json_v1.json", 10},
    {"perfetto-flow_events_json_v2.json", 8},
    {"utf16le-bom-empty-trace.json", 0},
};

bool is_one_line(const std::string& message) {
  return !message.empty() && message.find('\n') == std::string::npos;
}

}  // namespace

TEST_CASE("malformed traces lose nothing that can be recovered") {
  const auto folder = corpus_folder();
  for (const auto& path : files_in(folder / "malformed")) {
    const std::string name = path.filename().string();
    CAPTURE(name);
    const auto loaded = load_trace(path.string());
    const auto wanted = kRecoverable.find(name);
    if (wanted == kRecoverable.end()) {
      REQUIRE(!loaded.ok());
      CHECK(is_one_line(loaded.error().message));
      continue;
    }
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    CHECK(trace.counts.total == wanted->second);
    CHECK(trace.report.kept + trace.report.listed == trace.counts.total);
  }
}

TEST_CASE("files of other formats open whole or are told apart in one line") {
  const auto folder = corpus_folder();
  for (const auto& path : files_in(folder / "other-formats")) {
    const std::string name = path.filename().string();
    CAPTURE(name);
    const auto loaded = load_trace(path.string());
    if (loaded.ok()) {
      CHECK(loaded.value().snapshot->report.complete);
      continue;
    }
    CHECK(loaded.error().kind == Error::Kind::WrongFormat);
    CHECK(is_one_line(loaded.error().message));
  }
}
