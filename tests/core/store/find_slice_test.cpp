// Every slice is found where it is stored, in traces of many threads and many pages of ids.
#include <string>

#include <doctest/doctest.h>

#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

TEST_CASE("each slice is found in its chunk, and nothing else is found") {
  TraceText text;
  for (int thread = 0; thread < 300; ++thread) {
    const int slices = thread % 50 == 0 ? 3'000 : thread % 7;  // long, short and empty threads
    for (int i = 0; i < slices; ++i)
      text.slice("cpu_op", "op", "1", std::to_string(100 + thread), std::to_string(10 * i), "5");
  }
  const LoadedText loaded = load_with_source(text);
  Snapshot trace = *loaded.snapshot;
  REQUIRE(trace.chunk_of_page.size() > 4);
  std::uint32_t found = 0;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const auto at = trace.find_slice(chunk->id_of(i));
        REQUIRE(at.has_value());
        const bool right = at->chunk == chunk.get() && at->slice == i && at->track->id == track.id;
        REQUIRE(right);
        ++found;
      }
    }
  }
  CHECK(found == trace.slice_count);
  CHECK_FALSE(trace.find_slice(EventId{trace.slice_count}));
  CHECK_FALSE(trace.find_slice(EventId::None));
  // Without the index the search is longer, but finds the same.
  trace.chunk_of_page.clear();
  CHECK(trace.find_slice(EventId{9'000})->slice ==
        loaded.snapshot->find_slice(EventId{9'000})->slice);
}

TEST_CASE("a finder that remembers the last chunk finds the same, near the last slice or far") {
  TraceText text;
  for (int thread = 0; thread < 5; ++thread) {
    for (int i = 0; i < 40 * thread; ++i)
      text.slice("cpu_op", "op", "1", std::to_string(100 + thread), std::to_string(10 * i), "5");
  }
  const LoadedText loaded = load_with_source(text);
  const Snapshot& trace = *loaded.snapshot;
  SliceFinder slices(trace);
  CHECK_FALSE(slices.find(EventId::None));
  for (const std::uint32_t stride : {1U, 7U, 41U, 163U}) {
    for (std::uint32_t i = 0, id = 0; i < trace.slice_count; ++i) {
      const auto expected = trace.find_slice(EventId{id});
      const auto at = slices.find(EventId{id});
      REQUIRE(at.has_value());
      const bool same = at->chunk == expected->chunk && at->slice == expected->slice &&
                        at->track == expected->track;
      REQUIRE(same);
      id = (id + stride) % trace.slice_count;
    }
    CHECK_FALSE(slices.find(EventId{trace.slice_count}));
    CHECK_FALSE(slices.find(EventId::None));
  }
}

}  // namespace
}  // namespace lanescope
