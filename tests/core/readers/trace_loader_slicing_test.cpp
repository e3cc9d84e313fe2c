// However a trace is cut, read, laid out or shared between threads: the answer is the same.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/base/encoded_text.h"
#include "tests/core/fixtures/generated_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

std::string loaded(const std::string& text, const LoadTextOptions& options,
                   const SnapshotTextOptions& shown = {}) {
  return snapshot_text(*load_text(text, options), shown);
}

/// Every way to cut and read `text` gives what reading it whole gives.
void check_every_way(const std::string& text) {
  const std::string whole = loaded(text, {});
  for (const std::size_t slice_bytes : {1U, 7U, 100U, 4096U}) {
    for (const std::size_t slow_reads : {0U, 1U, 100U}) {
      for (const unsigned threads : {1U, 4U}) {
        CAPTURE(slice_bytes);
        CAPTURE(slow_reads);
        CAPTURE(threads);
        CHECK(loaded(text, {threads, slice_bytes, slow_reads}) == whole);
      }
    }
  }
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE(
    "a trace reads the same in slices of any size, from any source, on any number of threads") {
  const TraceEvents events = generated_events(1, 60);
  for (const TraceLayout layout : kTraceLayouts) {
    CAPTURE(static_cast<int>(layout));
    check_every_way(trace_text(events, layout));
  }
}

TEST_CASE("a bare list of events reads the same in slices of any size") {
  const TraceEvents events = generated_events(2, 40);
  check_every_way(trace_text(events, TraceLayout::LineAnEvent, TraceForm::BareArray));
  check_every_way(trace_text(events, TraceLayout::Minified, TraceForm::BareArray));
}

TEST_CASE("a trace reads the same pretty-printed, minified, one event a line and with \\r\\n") {
  const TraceEvents events = generated_events(3, 300);
  const std::string pretty = loaded(trace_text(events, TraceLayout::Pretty), {}, {.places = false});
  for (const TraceLayout layout : kTraceLayouts) {
    CAPTURE(static_cast<int>(layout));
    const std::string text = trace_text(events, layout);
    REQUIRE(text.size() > 100'000);  // more than is read ahead
    for (const std::size_t slice_bytes : {500U, 20'000U}) {
      CHECK(loaded(text, {2, slice_bytes, 0}, {.places = false}) == pretty);
      CHECK(loaded(text, {2, slice_bytes, 77}, {.places = false}) == pretty);
    }
  }
}

TEST_CASE("a trace reads the same compressed") {
  const std::string text = trace_text(generated_events(4, 100), TraceLayout::Pretty);
  const std::string whole = loaded(text, {});
  for (const std::string& packed : {gzip_of(text), zstd_of(text), "\xEF\xBB\xBF" + text}) {
    CHECK(loaded(packed, {2, 1000, 0}) == whole);
    CHECK(loaded(packed, {1, 1000, 10}) == whole);
  }
}

TEST_CASE("hand-made traces read the same in slices of any size") {
  const std::filesystem::path folder = std::filesystem::path(source_folder()) / "tests/traces";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.file_size() > 100'000) continue;
    const std::string text = file_text(entry.path());
    if (load_error(text) != "") continue;
    CAPTURE(entry.path().filename().string());
    check_every_way(text);
  }
}
