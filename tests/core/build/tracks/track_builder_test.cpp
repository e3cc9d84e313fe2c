#include "core/build/tracks/track_builder.h"

#include <algorithm>
#include <random>

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

std::uint64_t count_of(const IssueLog& log, const std::string& kind) {
  for (const LoadIssue& issue : log.issues()) {
    if (issue.kind == kind) return issue.count;
  }
  return 0;
}

std::vector<TimeRange> ranges(const TrackChunk& chunk) {
  std::vector<TimeRange> all;
  for (std::uint32_t i = 0; i < chunk.size(); ++i)
    all.push_back(chunk.range(chunk.in_time_order(i)));
  return all;
}

RawTrace::Slice begin(const std::string& name, Ns ts) {
  return {.name = name, .start_ns = ts, .phase = RawPhase::Begin};
}
RawTrace::Slice end(const std::string& name, Ns ts) {
  return {.name = name, .start_ns = ts, .phase = RawPhase::End};
}

}  // namespace

TEST_CASE("slices come in any order and from several batches, and are sorted and nested") {
  RawTrace raw;
  raw.add({.name = "child", .start_ns = 10, .dur_ns = 20});
  raw.add({.name = "late", .start_ns = 200, .dur_ns = 5});
  raw.begin_batch(0);
  raw.add({.name = "parent", .start_ns = 0, .dur_ns = 100});
  const BuiltTrace built(raw);
  CHECK(built.rows(built.chunk()) == "parent0 child1 late0");
  CHECK(built.chunk().bounds == TimeRange{0, 205});
  CHECK(built.tracks.nesting[0].max_open == 2);
}

TEST_CASE("each thread of each process is a track of its own") {
  RawTrace raw;
  raw.add({.name = "a", .thread = "1"});
  raw.add({.name = "b", .thread = "2"});
  raw.add({.name = "c", .process = "2", .thread = "1"});
  raw.add({.name = "d", .thread = "1"});
  const BuiltTrace built(raw);
  REQUIRE(built.tracks.chunks.size() == 3);
  CHECK(built.tracks.chunks[0]->size() == 2);
  CHECK(built.tracks.chunks[1]->size() == 1);
}

TEST_CASE("operators come before the calls that share their start and end") {
  RawTrace raw;
  raw.add({.name = "call", .start_ns = 5, .dur_ns = 5, .category = "cuda_runtime"});
  raw.add({.name = "op", .start_ns = 5, .dur_ns = 5});
  const BuiltTrace built(raw);
  CHECK(built.rows(built.chunk()) == "op0 call1");
}

namespace {

/// Checks how slices of one time nest, in whatever order a file has them.
void check_nesting(const std::vector<RawTrace::Slice>& slices, std::string_view rows) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<RawTrace::Slice> shuffled = slices;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    RawTrace raw;
    for (RawTrace::Slice& slice : shuffled) {
      slice.start_ns = slice.dur_ns = 5;
      raw.add(slice);
    }
    const BuiltTrace built(raw);
    CHECK(built.rows(built.chunk()) == rows);
  }
}

}  // namespace

TEST_CASE("slices that share start and end nest by kind, by their ids, then by name") {
  check_nesting({{.name = "z", .external_id = 7},
                 {.name = "b", .external_id = 8},
                 {.name = "c", .external_id = 8},
                 {.name = "note", .category = "user_annotation"},
                 {.name = "frame", .category = "python_function"},
                 {.name = "y", .category = "cuda_runtime", .correlation = 3},
                 {.name = "x", .category = "cuda_runtime", .correlation = 4}},
                "frame0 note1 z2 b3 c4 y5 x6");
}

TEST_CASE("Python frames that share start and end nest by their Python ids") {
  check_nesting({{.name = "main", .category = "python_function", .python_id = 1},
                 {.name = "helper", .category = "python_function", .python_id = 2},
                 {.name = "add", .category = "python_function", .python_id = 30},
                 {.name = "aten::add", .external_id = 1}},
                "main0 helper1 add2 aten::add3");
}

TEST_CASE("an annotation within an operator of the same time is told by the External ids of both") {
  check_nesting({{.name = "op", .external_id = 3},
                 {.name = "note", .category = "user_annotation", .external_id = 4}},
                "op0 note1");
  check_nesting({{.name = "op", .external_id = 4},
                 {.name = "note", .category = "user_annotation", .external_id = 3}},
                "note0 op1");
}

TEST_CASE("begins of one time nest as they stand in the file") {
  RawTrace raw;
  raw.add(begin("outer", 5));
  raw.add(begin("inner", 5));
  raw.add(end("", 9));
  raw.add(end("", 9));
  const BuiltTrace built(raw);
  CHECK(built.rows(built.chunk()) == "outer0 inner1");
}

TEST_CASE("slices of one time nest as they stand in a file that says that parents come first") {
  RawTrace raw;
  raw.add({.name = "z", .dur_ns = 5, .external_id = 9});
  raw.add({.name = "note", .dur_ns = 5, .category = "user_annotation"});
  raw.add({.name = "a", .dur_ns = 5, .external_id = 8});
  raw.add({.name = "frame", .dur_ns = 5, .category = "python_function", .python_id = 1});
  IssueLog issues;
  const GlobalTables global = numbered_tables(raw.tables());
  TrackBuildInput input{raw.store(), raw.batches(), global};
  input.parents_first = true;
  const BuiltTracks tracks = build_tracks(input, issues);
  std::string names;
  REQUIRE(tracks.chunks[0]);
  for (std::uint32_t i = 0; i < tracks.chunks[0]->size(); ++i)
    names += std::string((*global.strings)[tracks.chunks[0]->name[i]]) + " ";
  CHECK(names == "z note a frame ");
}

TEST_CASE("an end closes the newest open begin, across batches and out of order") {
  RawTrace raw;
  raw.add(end("inner", 30));
  raw.add(begin("outer", 10));
  raw.begin_batch(0);
  raw.add(end("", 40));
  raw.add(begin("inner", 20));
  BuiltTrace built(raw, 99);
  CHECK(built.rows(built.chunk()) == "outer0 inner1");
  CHECK(ranges(built.chunk()) == std::vector<TimeRange>{{10, 40}, {20, 30}});
  CHECK(built.issues.issues().empty());
}

TEST_CASE("an end that names another slice still closes and is told") {
  RawTrace raw;
  raw.add(begin("a", 10));
  raw.add(end("b", 20));
  BuiltTrace built(raw, 99);
  CHECK(ranges(built.chunk()) == std::vector<TimeRange>{{10, 20}});
  CHECK(count_of(built.issues, "end_name_differs") == 1);
}

TEST_CASE("an end without a begin is told, a begin without an end lasts to the end of the trace") {
  RawTrace raw;
  raw.add(end("stray", 5));
  raw.add(begin("open", 10));
  raw.add({.name = "x", .start_ns = 0, .dur_ns = 3});
  BuiltTrace built(raw, 99);
  CHECK(built.rows(built.chunk()) == "x0 open0");
  CHECK(ranges(built.chunk())[1] == TimeRange{10, 99});
  CHECK(count_of(built.issues, "end_without_begin") == 1);
  CHECK(count_of(built.issues, "begin_without_end") == 1);
  CHECK(built.issues.lost() == 1);
}

TEST_CASE("a track of stray ends alone has no slices") {
  RawTrace raw;
  raw.add(end("stray", 5));
  const BuiltTrace built(raw);
  CHECK(!built.tracks.chunks[0]);
}

TEST_CASE("every raw slice knows where it went") {
  RawTrace raw;
  std::vector<RawRef> refs;
  for (int i = 0; i < 50; ++i) {
    refs.push_back(raw.add({.name = "s" + std::to_string(i),
                            .start_ns = (i * 37) % 50,
                            .dur_ns = i % 7,
                            .thread = std::to_string(i % 3)}));
  }
  const BuiltTrace built(raw);
  for (std::size_t i = 0; i < refs.size(); ++i) {
    CHECK(built.name_of(built.tracks.event_of(refs[i])) == "s" + std::to_string(i));
  }
}

TEST_CASE("tracks are the same on any number of threads and with any batches") {
  const auto build = [](unsigned threads, std::uint64_t batch_size) {
    std::mt19937_64 random(3);
    RawTrace raw(3);
    for (std::uint64_t i = 0; i < 5'000; ++i) {
      if (i % batch_size == 0) raw.begin_batch(static_cast<std::uint32_t>(i / batch_size % 3));
      raw.add({.name = "n" + std::to_string(random() % 9),
               .start_ns = static_cast<Ns>(random() % 3'000),
               .dur_ns = static_cast<Ns>(random() % 50),
               .thread = std::to_string(random() % 3),
               .category = random() % 2 == 0 ? "cpu_op" : "user_annotation",
               .phase = random() % 5 == 0   ? RawPhase::Begin
                        : random() % 5 == 0 ? RawPhase::End
                                            : RawPhase::Complete});
    }
    const BuiltTrace built(raw, 4'000, threads);
    std::string all;
    for (const auto& chunk : built.tracks.chunks) {
      if (!chunk) continue;
      all += built.rows(*chunk) + "\n";
      for (const TimeRange& r : ranges(*chunk)) {
        all += std::to_string(r.begin_ns) + "-" + std::to_string(r.end_ns) + " ";
      }
    }
    return all;
  };
  const std::string expected = build(1, 5'000);
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::uint64_t batch_size : {1U, 10U, 777U})
      CHECK(build(threads, batch_size) == expected);
  }
}

TEST_CASE("rows of one batch that fill several blocks are the same on any number of threads") {
  constexpr std::int64_t kRows = 150'000;
  static_assert(kRows > 2 * std::int64_t{RawSliceStore::kBlockRows});
  RawTrace raw;
  for (std::int64_t i = 0; i < kRows; ++i)
    raw.add({.start_ns = 10 * i, .dur_ns = 5, .thread = i % 3 == 0 ? "1" : "2"});
  for (const unsigned threads : {1U, 2U, 5U}) {
    const BuiltTrace built(raw, 0, threads);
    REQUIRE(built.tracks.chunks.size() == 2);
    REQUIRE(built.tracks.chunks[0]->size() == kRows / 3);
    REQUIRE(built.tracks.chunks[1]->size() == kRows - kRows / 3);
    bool right = true;
    for (std::uint32_t i = 0; i < kRows / 3; ++i)
      right &= built.tracks.chunks[0]->start_ns[i] == 30 * static_cast<Ns>(i);
    CHECK(right);
  }
}
