// How begins and ends become slices.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/events/flow_counts.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kThread =
    process_track(1, 77, "python train.py") + thread_track(2, 1, 77, 78, "main");

}  // namespace

TEST_CASE("slices nest in the order of writing") {
  const LoadedTrace trace = loaded(kThread + begin(2, 100, "outer") + begin(2, 100, "inner") +
                                   end(2, 150) + begin(2, 150, "next") + end(2, 200) + end(2, 200));
  CHECK(trace.snapshot->info.format == "perfetto");
  CHECK(slices_on(*trace.snapshot, "main") == "outer 100+100, inner 100+50, next 150+50");
  const Track& main = trace.snapshot->tracks.at(0);
  CHECK(main.depth == 2);
  CHECK(trace.snapshot->text(main.process_name) == "python train.py");
  CHECK(trace.snapshot->text(main.thread) == "78");
  CHECK(trace.snapshot->report.complete);
  CHECK(trace.snapshot->report.listed == 0);
}

TEST_CASE("of slices with the same times, the one that was begun first is outside") {
  const LoadedTrace trace = loaded(kThread + begin(2, 100, "z outer") + begin(2, 100, "a inner") +
                                   end(2, 200) + end(2, 200));
  CHECK(slices_on(*trace.snapshot, "main") == "z outer 100+100, a inner 100+100");
}

TEST_CASE("slices with the same times nest in the order of writing, whatever they are") {
  // From the categories alone, a Python frame would be around an operator, and that around a call.
  const std::string of[] = {bytes(22, "cuda_runtime"), bytes(22, "cpu_op"),
                            bytes(22, "python_function")};
  const std::string nested = kThread + begin(2, 100, "call", of[0]) + begin(2, 100, "op", of[1]) +
                             begin(2, 100, "frame", of[2]) + end(2, 200) + end(2, 200) +
                             end(2, 200);
  const std::string wanted = "call 100+100, op 100+100, frame 100+100";
  const LoadedTrace trace = loaded(nested);
  CHECK(slices_on(*trace.snapshot, "main") == wanted);
  CHECK(trace.snapshot->tracks.at(0).depth == 3);
  const Written written(nested, "run.pftrace");
  CHECK(slices_on(*written.after.snapshot, "main") == "call 0+100, op 0+100, frame 0+100");
}

TEST_CASE("where all begins of a group come before its ends, the first end is of the first begin") {
  const LoadedTrace trace = loaded(kThread + begin(2, 100, "a") + begin(2, 200, "b") +
                                   begin(2, 300, "c") + end(2, 150) + end(2, 300) + end(2, 390));
  CHECK(slices_on(*trace.snapshot, "main") == "a 100+50, b 200+100, c 300+90");
}

TEST_CASE("a group that could nest too is a group if a later one shows that the writer does so") {
  const LoadedTrace trace =
      loaded(kThread + begin(2, 100, "a") + begin(2, 200, "b") + end(2, 200) +
             end(2, 300) +  // touching, in order either way
             begin(2, 400, "c") + begin(2, 500, "d") + end(2, 450) + end(2, 550));
  CHECK(slices_on(*trace.snapshot, "main") == "a 100+100, b 200+100, c 400+50, d 500+50");
}

TEST_CASE("slices of a track that several writers write are paired by time") {
  const std::string begins = event(kBegin, 9, 100, bytes(23, "request"), 1);
  const std::string ends = event(kEnd, 9, 180, {}, 2);
  // The end comes first in the file.
  const LoadedTrace trace =
      loaded(named_track(9, 0, "requests") + event(kBegin, 9, 10, bytes(23, "first"), 1) +
             event(kEnd, 9, 20, {}, 1) + ends + begins);
  CHECK(slices_on(*trace.snapshot, "requests") == "first 10+10, request 100+80");
}

TEST_CASE("what is not ended lasts to the end of the trace, and an end without begin is told") {
  const LoadedTrace trace =
      loaded(kThread + end(2, 50) + begin(2, 100, "open") + begin(2, 200, "closed") + end(2, 300));
  CHECK(slices_on(*trace.snapshot, "main") == "open 100+200, closed 200+100");
  CHECK(issue_count(*trace.snapshot, "begin_without_end") == 1);
  CHECK(issue_count(*trace.snapshot, "end_without_begin") == 1);
}

TEST_CASE("instants and counters are where they were") {
  const std::string counter =
      named_track(5, 1, "used", bytes(8, number(3, 3) + number(4, 1024) + number(5, 1)));
  const LoadedTrace trace =
      loaded(kThread + counter + event(kInstant, 2, 120, bytes(23, "mark")) +
             event(kCounter, 5, 100, number(30, 2)) + event(kCounter, 5, 200, number(30, 3)));
  REQUIRE(trace.snapshot->instants->size() == 1);
  CHECK(trace.snapshot->instants->time_ns[0] == 120);
  REQUIRE(trace.snapshot->counters.size() == 1);
  const CounterTrack& used = *trace.snapshot->counters[0];
  CHECK(trace.snapshot->text(used.name) == "used (bytes)");
  CHECK(trace.snapshot->text(used.process) == "77");
  REQUIRE(used.value.size() == 2);
  CHECK(used.value[0] == 2048);
  CHECK(used.value[1] == 5120);  // increments, times the multiplier
}

TEST_CASE("a counter's value that is no number is set aside") {
  const auto value = [](std::uint64_t time_ns, double number) {
    return event(kCounter, 5, time_ns, real(44, number));
  };
  const LoadedTrace trace =
      loaded(kThread + named_track(5, 1, "used", bytes(8, number(3, 3))) + value(100, 2.5) +
             value(200, std::numeric_limits<double>::quiet_NaN()) +
             value(300, std::numeric_limits<double>::infinity()) + value(400, 1.5));
  REQUIRE(trace.snapshot->counters.size() == 1);
  const CounterTrack& used = *trace.snapshot->counters[0];
  REQUIRE(used.value.size() == 2);
  CHECK(used.value[0] == 2.5);
  CHECK(used.value[1] == 1.5);
  CHECK(issue_count(*trace.snapshot, "unusable_counter") == 2);
}

TEST_CASE("tracks of a process are lanes in the order that their parent wants") {
  const std::string ordered = number(11, 3);
  const LoadedTrace trace = loaded(kThread + named_track(10, 1, "streams", ordered) +
                                   named_track(11, 10, "second", number(12, 2)) +
                                   named_track(12, 10, "first", number(12, 1)) + begin(11, 1, "b") +
                                   end(11, 2) + begin(12, 3, "a") + end(12, 4));
  CHECK(slices_on(*trace.snapshot, "streams / first") == "a 3+1");
  CHECK(slices_on(*trace.snapshot, "streams / second") == "b 1+1");
  for (const Track& track : trace.snapshot->tracks)
    CHECK(track.thread_sort == (trace.snapshot->text(track.name) == "streams / first" ? 1 : 2));
}

TEST_CASE(
    "tracks of a process are lanes in the order of their first events, if their parent wants it") {
  const std::string by_time = number(11, 2);
  const LoadedTrace trace =
      loaded(kThread + named_track(10, 1, "phases", by_time) + named_track(11, 10, "a") +
             named_track(12, 10, "z") + begin(12, 1, "first") + end(12, 2) +
             begin(11, 3, "second") + end(11, 4));
  std::int64_t a = -1, z = -1;
  for (const Track& track : trace.snapshot->tracks) {
    if (trace.snapshot->text(track.name) == "phases / a") a = track.thread_sort;
    if (trace.snapshot->text(track.name) == "phases / z") z = track.thread_sort;
  }
  CHECK(z < a);
  CHECK(z >= 0);
}

TEST_CASE("tracks of one name are one lane, unless they say that they are several") {
  const auto lanes_of = [](const std::string& first, const std::string& second) {
    const LoadedTrace trace = loaded(kThread + named_track(11, 1, "request", first) +
                                     named_track(12, 1, "request", second) + begin(11, 1, "a") +
                                     end(11, 4) + begin(12, 2, "b") + end(12, 5));
    std::string names;
    for (const Track& track : trace.snapshot->tracks) {
      if (track.slices == 0) continue;
      if (!names.empty()) names += ", ";
      names += trace.snapshot->text(track.name);
    }
    return names;
  };
  const std::string never = number(15, 2);
  const auto by_key = [](std::string_view key) { return number(15, 3) + bytes(16, key); };
  CHECK(lanes_of("", "") == "request");
  CHECK(lanes_of(never, never) == "request, request #2");
  CHECK(lanes_of(by_key("x"), by_key("x")) == "request");
  CHECK(lanes_of(by_key("x"), by_key("y")) == "request, request #2");
}

TEST_CASE("a descriptor may come after the events of its track") {
  const LoadedTrace trace = loaded(begin(2, 100, "early") + end(2, 200) + kThread);
  CHECK(slices_on(*trace.snapshot, "main") == "early 100+100");
  CHECK(trace.snapshot->text(trace.snapshot->tracks.at(0).process) == "77");
}

TEST_CASE("a group on one track does not pair the nested slices of another") {
  const std::string other = thread_track(3, 1, 77, 79, "worker");
  const LoadedTrace trace =
      loaded(kThread + other + begin(3, 100, "outer") + begin(3, 200, "inner") + end(3, 300) +
             end(3, 400) + begin(2, 100, "a") + begin(2, 200, "b") + end(2, 150) + end(2, 250) +
             begin(3, 500, "outer") + begin(3, 600, "inner") + end(3, 700) + end(3, 800));
  CHECK(slices_on(*trace.snapshot, "main") == "a 100+50, b 200+50");
  CHECK(slices_on(*trace.snapshot, "worker") ==
        "outer 100+300, inner 200+100, outer 500+300, inner 600+100");
}

TEST_CASE("slices that touch are a group where their writer writes groups on other tracks") {
  const std::string other = thread_track(3, 1, 77, 79, "worker");
  const LoadedTrace trace =
      loaded(kThread + other + begin(3, 100, "a") + begin(3, 200, "b") + end(3, 200) + end(3, 300) +
             begin(2, 100, "c") + begin(2, 200, "d") + end(2, 150) + end(2, 250));
  CHECK(slices_on(*trace.snapshot, "worker") == "a 100+100, b 200+100");
}

TEST_CASE("slices on a program's own tracks count for the time of the trace") {
  const std::string own = named_track(9, 1, "requests");
  const LoadedTrace alone = loaded(kThread + own + begin(9, 100, "request") + end(9, 400));
  CHECK(alone.snapshot->x_extent == TimeRange{100, 400});
  CHECK(alone.snapshot->slices_extent == TimeRange{100, 400});
  const LoadedTrace beside = loaded(kThread + own + begin(9, 100, "request") + end(9, 400) +
                                    begin(2, 50, "step") + end(2, 200));
  CHECK(beside.snapshot->slices_extent == TimeRange{50, 400});
}

TEST_CASE("events at times that no trace can have are set aside and told") {
  constexpr std::uint64_t kYear2043 = std::uint64_t{1} << 61;
  const LoadedTrace late =
      loaded(kThread + begin(2, kYear2043 + 100, "kept") + end(2, kYear2043 + 300));
  CHECK(slices_on(*late.snapshot, "main") == "kept 2305843009213694052+200");
  CHECK(late.snapshot->report.listed == 0);
  constexpr std::uint64_t kFar = std::uint64_t{1} << 63;
  const LoadedTrace far = loaded(kThread + begin(2, 100, "kept") + end(2, 300) +
                                 begin(2, kFar + 100, "far", fixed(47, 5)) + end(2, kFar + 300));
  CHECK(slices_on(*far.snapshot, "main") == "kept 100+200");
  CHECK(issue_count(*far.snapshot, "clamped_time") == 1);
}

TEST_CASE("flows that reuse an id after its end are several flows") {
  std::string events;
  for (std::uint64_t i = 0; i < 10; ++i) {
    const std::uint64_t at_ns = 100 * (i + 1);
    events += begin(2, at_ns, "send", fixed(47, 5)) + end(2, at_ns + 10) +
              begin(2, at_ns + 50, "receive", fixed(48, 5)) + end(2, at_ns + 60);
  }
  const LoadedTrace trace = loaded(kThread + events);
  const std::vector<FlowCounts> counts = count_flows(*trace.snapshot);
  REQUIRE(counts.size() == 1);
  CHECK(counts[0].starts == 10);
  CHECK(counts[0].ends == 10);
  CHECK(counts[0].paired == 10);
}

TEST_CASE("flows between operators are of autograd if both have its sequence number") {
  const auto kinds_of = [](const std::string& first, const std::string& second) {
    const std::string op = bytes(22, "cpu_op");
    const LoadedTrace trace =
        loaded(kThread + begin(2, 100, "a", op + fixed(47, 5) + first) + end(2, 150) +
               begin(2, 200, "b", op + fixed(48, 5) + second) + end(2, 250));
    std::string kinds;
    for (const FlowCounts& one : count_flows(*trace.snapshot)) kinds += one.category;
    return kinds;
  };
  const auto numbered = [](std::uint64_t id) { return argument("Sequence number", number(4, id)); };
  CHECK(kinds_of(numbered(0), numbered(0)) == "fwdbwd");
  CHECK(kinds_of(numbered(3), numbered(4)) == "flow");
  CHECK(kinds_of(numbered(3), "") == "flow");
  CHECK(kinds_of("", "") == "flow");
}

TEST_CASE("a track whose events are in no order is paired by time as a whole") {
  // By the order in the file, one slice would get the end of another.
  const LoadedTrace trace = loaded(kThread + end(2, 550) + begin(2, 300, "b") + end(2, 150) +
                                   begin(2, 500, "c") + begin(2, 100, "a") + end(2, 350));
  CHECK(slices_on(*trace.snapshot, "main") == "a 100+50, b 300+50, c 500+50");
  CHECK(trace.snapshot->report.listed == 0);
}

TEST_CASE("an end at the beginning of a trace leaves the order of writing as it is") {
  const LoadedTrace trace = loaded(kThread + end(2, 50) + begin(2, 100, "outer") +
                                   begin(2, 100, "inner") + end(2, 200) + end(2, 200));
  CHECK(slices_on(*trace.snapshot, "main") == "outer 100+100, inner 100+100");
  CHECK(trace.snapshot->tracks.at(0).depth == 2);
}

TEST_CASE("all categories of a slice are among its arguments, if it has several") {
  const std::string interned = packet(
      number(kFlags, kCleared) + bytes(kInterned, bytes(1, number(1, 7) + bytes(2, "cpu_op"))));
  const LoadedTrace trace =
      loaded(kThread + interned + begin(2, 100, "both", bytes(22, "mine") + number(3, 7)) +
             end(2, 200) + begin(2, 300, "one", bytes(22, "mine")) + end(2, 400));
  const auto args = [&](std::uint32_t slice) {
    const TrackChunk& chunk = *trace.snapshot->tracks.at(0).chunks.at(0);
    const auto json = trace.texts->json_of(chunk.place[slice]);
    REQUIRE(json.ok());
    return json.value().find("args")->to_text();
  };
  CHECK(args(0) == R"({"categories":["mine","cpu_op"]})");
  CHECK(args(1) == "{}");
}

TEST_CASE("the arguments of a packet of more than 16 MiB are read again") {
  const std::string long_text(std::size_t{17} << 20U, 't');
  const std::string file = kThread + begin(2, 100, "long", argument("text", bytes(6, long_text))) +
                           end(2, 200) + begin(2, 300, "short") + end(2, 400);
  const TempFolder folder;
  const auto trace = load_trace(folder.write("run.pftrace", file));
  REQUIRE(trace.ok());
  const Snapshot& snapshot = *trace.value().snapshot;
  const auto json =
      trace.value().texts->json_of(*snapshot.place_of(event_named(snapshot, "long", 0)));
  REQUIRE(json.ok());
  CHECK(json.value().find("args")->find("text")->string()->size() == long_text.size());
}
