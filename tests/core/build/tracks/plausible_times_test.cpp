#include "core/build/tracks/plausible_times.h"

#include <doctest/doctest.h>

#include "core/build/trace_builder.h"
#include "tests/core/fixtures/raw_trace.h"
#include "tests/core/fixtures/snapshot_text.h"

using namespace lanescope;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kHour = 3600 * kSecond;
constexpr Ns kDay = 24 * kHour;
constexpr Ns kYear = 365 * kDay;
constexpr Ns kToday = 54 * kYear;  // after 1970

/// `count` operators of a second, one after the other.
void add_work(RawTrace& raw, int count, Ns from_ns = kToday, const std::string& thread = "1") {
  for (int i = 0; i < count; ++i)
    raw.add({.name = "work",
             .start_ns = from_ns + i * kSecond,
             .dur_ns = kSecond / 2,
             .thread = thread});
}

void add_window(RawTrace& raw, Ns begin_ns, Ns length_ns) {
  raw.add({.name = "PyTorch Profiler (0)",
           .start_ns = begin_ns,
           .dur_ns = length_ns,
           .process = "Spans",
           .thread = "PyTorch Profiler",
           .category = "Trace"});
}

void note_times(RawTrace& raw) {
  for (const auto& worker : raw.tables()) {
    const auto take = [&](Ns begin_ns, Ns end_ns) {
      worker->first_ns = std::min(worker->first_ns, begin_ns);
      worker->last_ns = std::max(worker->last_ns, end_ns);
    };
    for (const RawBatch& batch : raw.batches()) {
      for (const RawRun& run : batch.slices) {
        for (RawRef ref = run.begin; ref < run.end; ++ref)
          take(raw.store()[ref].start_ns, raw.store()[ref].start_ns + raw.store()[ref].dur_ns);
      }
      for (const RawInstant& i : batch.instants) take(i.time_ns, i.time_ns);
      for (const RawCounter& c : batch.counters) take(c.time_ns, c.time_ns);
      for (const RawFlow& f : batch.flows) take(f.time_ns, f.time_ns);
      for (const RawAsync& a : batch.asyncs) take(a.time_ns, a.time_ns);
    }
  }
}

std::shared_ptr<const Snapshot> build(RawTrace& raw,
                                      std::optional<TimeRange> recorded = std::nullopt) {
  note_times(raw);
  for (const auto& worker : raw.tables()) {
    worker->events = worker->phase_counts['X'] = 1000;
    worker->categories[0].events = 1000;
  }
  auto trace =
      build_snapshot({raw.store(), raw.tables(), raw.batches(), {}, true, 1, nullptr, recorded});
  REQUIRE(snapshot_faults(*trace) == "");
  return trace;
}

std::uint64_t set_aside(RawTrace& raw, std::optional<TimeRange> recorded = std::nullopt) {
  const auto trace = build(raw, recorded);
  CHECK(trace->report.listed == trace->report.set_aside);
  return trace->report.set_aside;
}

}  // namespace

TEST_CASE("an event years before or behind all others is set aside and stretches nothing") {
  for (const Ns at_ns : {Ns{0}, kToday - 30 * kYear, kToday + kYear, kToday + 2 * kDay}) {
    CAPTURE(at_ns);
    RawTrace raw;
    add_work(raw, 20);
    raw.add({.name = "mistake", .start_ns = at_ns, .dur_ns = 5});
    const auto trace = build(raw);
    CHECK(trace->report.set_aside == 1);
    REQUIRE(trace->report.issues.size() == 1);
    CHECK(trace->report.issues[0].kind == "distant_time");
    CHECK(trace->report.issues[0].example == "mistake");
    CHECK(trace->report.issues[0].first_offset == 2100);
    CHECK(trace->slice_count == 20);
    CHECK(trace->extent == TimeRange{kToday, kToday + 19 * kSecond + kSecond / 2});
    CHECK(trace->tracks.front().slices == 20);
  }
}

TEST_CASE("an event that lasts for years is set aside") {
  RawTrace raw;
  add_work(raw, 20);
  raw.add({.name = "mistake", .start_ns = kToday + kSecond, .dur_ns = 30 * kYear});
  CHECK(set_aside(raw) == 1);
}

TEST_CASE("events of every kind are set aside, each counted once") {
  RawTrace raw;
  add_work(raw, 100);
  raw.instant("far", 0);
  raw.memory(0, 0, 100);
  raw.counter("c", "a", 0, 1);
  raw.counter("c", "a", kToday, 1);
  raw.flow(FlowPhase::Start, "f", 1, 0);
  raw.async(AsyncPhase::Begin, "x", 1, kToday);
  raw.async(AsyncPhase::End, "x", 1, kToday + kSecond);
  raw.async(AsyncPhase::Begin, "x", 2, 0);
  raw.add({.name = "far", .start_ns = 0, .phase = RawPhase::Begin});
  const auto trace = build(raw);
  CHECK(trace->report.set_aside == 6);
  CHECK(trace->counts.instants == 0);
  CHECK(trace->counts.counters == 1);
  CHECK(trace->counts.flows == 0);
  CHECK(trace->counts.async == 1);
  CHECK(trace->memory.empty());
  CHECK(trace->extent.begin_ns == kToday);
}

TEST_CASE("what begins and never ends is shown up to the last plausible time") {
  RawTrace raw;
  add_work(raw, 20);
  raw.add({.name = "open", .start_ns = kToday, .thread = "2", .phase = RawPhase::Begin});
  raw.add({.name = "mistake", .start_ns = kToday + 90 * kYear, .dur_ns = 5});
  const auto trace = build(raw);
  CHECK(trace->report.set_aside == 1);
  CHECK(trace->extent.end_ns == kToday + 19 * kSecond + kSecond / 2);
}

TEST_CASE("a long pause, a long run and a long operator lose nothing") {
  SUBCASE("hours between two halves") {
    RawTrace raw;
    add_work(raw, 50);
    add_work(raw, 50, kToday + 20 * kHour);
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("weeks between two halves") {
    RawTrace raw;
    add_work(raw, 50);
    add_work(raw, 50, kToday + 20 * kDay);
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("a few events a day") {
    RawTrace raw;
    add_work(raw, 500);
    for (int day = 1; day < 20; ++day) add_work(raw, 1, kToday + day * 23 * kHour);
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("an operator that hangs for hours at the end") {
    RawTrace raw;
    add_work(raw, 50);
    raw.add({.name = "hangs", .start_ns = kToday + 60 * kSecond, .dur_ns = 12 * kHour});
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("a day with nothing but its beginning and end") {
    RawTrace raw;
    add_work(raw, 1);
    add_work(raw, 1, kToday + 5 * kDay);
    CHECK(set_aside(raw) == 0);
  }
}

TEST_CASE("lanes and processes with a clock of their own stay") {
  SUBCASE("a GPU whose clock began when the machine did") {
    RawTrace raw;
    add_work(raw, 1000);
    for (int i = 0; i < 3; ++i)
      raw.add({.name = "kernel",
               .start_ns = 5 * kHour + i * kSecond,
               .dur_ns = 10,
               .process = "0",
               .thread = "7",
               .category = "kernel"});
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("many threads of another process, a few events each") {
    RawTrace raw;
    add_work(raw, 1000);
    for (int i = 0; i < 9; ++i)
      raw.add({.name = "other",
               .start_ns = i * kSecond,
               .dur_ns = 10,
               .process = "2",
               .thread = std::to_string(i)});
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("asynchronous events of a process whose others are with the rest") {
    RawTrace raw;
    add_work(raw, 1000);
    for (int i = 0; i < 6; ++i) {
      raw.async(AsyncPhase::Begin, "x", static_cast<std::uint64_t>(i), i * kSecond);
      raw.async(AsyncPhase::End, "x", static_cast<std::uint64_t>(i), i * kSecond + 5);
    }
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("but one kernel among those of its stream does not") {
    RawTrace raw;
    add_work(raw, 1000);
    for (int i = 0; i < 9; ++i)
      raw.add({.name = "kernel",
               .start_ns = i < 8 ? kToday + i * kSecond : 0,
               .dur_ns = 10,
               .process = "0",
               .thread = "7",
               .category = "kernel"});
    CHECK(set_aside(raw) == 1);
  }
}

TEST_CASE("the profiler's own window tells more narrowly what can be right") {
  SUBCASE("an hour behind it is far") {
    RawTrace raw;
    add_work(raw, 20);
    add_window(raw, kToday - kSecond, 25 * kSecond);
    raw.add({.name = "mistake", .start_ns = kToday + kHour, .dur_ns = 5});
    CHECK(set_aside(raw) == 1);
  }
  SUBCASE("work that goes on behind it is not") {
    RawTrace raw;
    add_work(raw, 20);
    add_window(raw, kToday - kSecond, 25 * kSecond);
    raw.add({.name = "drains", .start_ns = kToday + 80 * kSecond, .dur_ns = 5});
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("an hour before it is far") {
    RawTrace raw;
    add_work(raw, 20);
    add_window(raw, kToday - kSecond, 25 * kSecond);
    raw.add({.name = "mistake", .start_ns = kToday - kHour, .dur_ns = 5});
    CHECK(set_aside(raw) == 1);
  }
  SUBCASE("what lies in it long before the work is not") {
    RawTrace raw;
    add_work(raw, 20);
    add_window(raw, kToday - 7 * kDay, 7 * kDay + 30 * kSecond);
    raw.add({.name = "first", .start_ns = kToday - 7 * kDay + kHour, .dur_ns = 5});
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("a quiet week inside of it is not") {
    RawTrace raw;
    add_work(raw, 200);
    add_window(raw, kToday, 8 * kDay);
    raw.add({.name = "last", .start_ns = kToday + 7 * kDay, .dur_ns = 5});
    CHECK(set_aside(raw) == 0);
  }
  SUBCASE("a window that is absurd itself says nothing, and is set aside") {
    RawTrace raw;
    add_work(raw, 20);
    add_window(raw, kToday, 80 * kYear);
    raw.add({.name = "mistake", .start_ns = kToday + 70 * kYear, .dur_ns = 5});
    CHECK(set_aside(raw) == 2);
  }
  SUBCASE("that of a recording") {
    RawTrace raw;
    add_work(raw, 20);
    raw.add({.name = "mistake", .start_ns = kToday + kHour, .dur_ns = 5});
    CHECK(set_aside(raw, TimeRange{kToday, kToday + 30 * kSecond}) == 1);
  }
}

TEST_CASE("a flow and a link to a slice that was set aside lead nowhere") {
  RawTrace raw;
  add_work(raw, 40);
  const RawRef launch = raw.add({.name = "launch",
                                 .start_ns = kToday,
                                 .dur_ns = 10 * kYear,
                                 .category = "cuda_runtime",
                                 .correlation = 7});
  raw.flow(FlowPhase::Start, "ac2g", 7, kToday, launch);
  raw.add({.name = "kernel",
           .start_ns = kToday + 5,
           .dur_ns = 5,
           .process = "0",
           .thread = "7",
           .category = "kernel",
           .correlation = 7});
  const auto trace = build(raw);
  CHECK(trace->report.set_aside == 1);
  CHECK(trace->kernel_links.with_launch == 0);
  REQUIRE(trace->flows->size() == 1);
  CHECK((trace->flows->slice[0] == EventId::None ||
         trace->find_slice(trace->flows->slice[0]).has_value()));
}

TEST_CASE("the order of the events makes no difference") {
  for (const bool first : {true, false}) {
    RawTrace raw(2);
    const auto mistake = [&] { raw.add({.name = "mistake", .start_ns = 0, .dur_ns = 5}); };
    if (first) mistake();
    add_work(raw, 10);
    raw.begin_batch(1);
    add_work(raw, 10, kToday + 10 * kSecond);
    if (!first) mistake();
    const auto trace = build(raw);
    CHECK(trace->report.set_aside == 1);
    CHECK(trace->extent.begin_ns == kToday);
  }
}
