#include "core/build/links/async_builder.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

struct BuiltAsyncs {
  explicit BuiltAsyncs(RawTrace& raw, Ns trace_end_ns = 1000) {
    spans = pair_asyncs(raw.batches(), raw.store(), trace_end_ns, issues);
    const BuiltTrace built(raw);
    for (const auto& chunk : built.tracks.chunks) {
      if (!chunk) continue;
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        text += std::string(built.text(chunk->name[slice])) + " " +
                std::to_string(chunk->start_ns[slice]) + "-" +
                std::to_string(chunk->end_ns(slice)) + "; ";
      }
    }
  }

  std::string text;
  std::uint64_t spans = 0;
  IssueLog issues;
};

}  // namespace

TEST_CASE("begin and end of one id are one span, whatever batch and order they came in") {
  RawTrace raw(2);
  raw.async(AsyncPhase::End, "a", 1, 50);
  raw.async(AsyncPhase::Begin, "b", 2, 20);
  raw.begin_batch(1);
  raw.async(AsyncPhase::Begin, "a", 1, 10);
  raw.async(AsyncPhase::End, "b", 2, 30);
  const BuiltAsyncs built(raw);
  CHECK(built.text == "a 10-50; b 20-30; ");
  CHECK(built.spans == 2);
  CHECK(built.issues.issues().empty());
}

TEST_CASE("spans of one id nest: an end closes the newest begin") {
  RawTrace raw;
  raw.async(AsyncPhase::Begin, "outer", 1, 10);
  raw.async(AsyncPhase::Begin, "inner", 1, 20);
  raw.async(AsyncPhase::End, "", 1, 30);
  raw.async(AsyncPhase::End, "", 1, 40);
  CHECK(BuiltAsyncs(raw).text == "outer 10-40; inner 20-30; ");
}

TEST_CASE("a span that is never closed lasts to the end of the trace, a stray end is told") {
  RawTrace raw;
  raw.async(AsyncPhase::End, "stray", 1, 5);
  raw.async(AsyncPhase::Begin, "open", 2, 10);
  const BuiltAsyncs built(raw, 77);
  CHECK(built.text == "open 10-77; ");
  REQUIRE(built.issues.issues().size() == 2);
  CHECK(built.issues.issues()[0].kind == "async_end_without_begin");
  CHECK(built.issues.issues()[1].kind == "async_begin_without_end");
  CHECK(built.issues.lost() == 1);
}

TEST_CASE("overlapping spans of one category take rows of their own") {
  RawTrace raw;
  for (std::uint64_t id = 0; id < 3; ++id) {
    raw.async(AsyncPhase::Begin, "s", id, static_cast<Ns>(10 * id));
    raw.async(AsyncPhase::End, "s", id, static_cast<Ns>(100 + 10 * id));
  }
  IssueLog issues;
  pair_asyncs(raw.batches(), raw.store(), 1000, issues);
  const BuiltTrace built(raw);
  CHECK(built.chunk().rows.size() == 3);
}

TEST_CASE("async instants become instants") {
  RawTrace raw;
  raw.async(AsyncPhase::Begin, "s", 1, 10);
  raw.async(AsyncPhase::Instant, "mark", 1, 15);
  raw.async(AsyncPhase::End, "s", 1, 20);
  IssueLog issues;
  CHECK(pair_asyncs(raw.batches(), raw.store(), 1000, issues) == 1);
  REQUIRE(raw.batches().back().instants.size() == 1);
  CHECK(raw.batches().back().instants[0].time_ns == 15);
}
