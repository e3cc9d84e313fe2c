// Interned data, clocks, lost and broken packets.
#include <doctest/doctest.h>

#include "core/analysis/search/event_query.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kThread = process_track(1, 77, "python") + thread_track(2, 1, 77, 78, "main");

std::string interned_name(std::uint64_t id, std::string_view name) {
  return bytes(kInterned, bytes(2, number(1, id) + bytes(2, name)));
}

std::string flagged(unsigned flags, const std::string& fields, unsigned sequence = 3) {
  return packet(number(kFlags, flags) + fields, sequence);
}

std::string instant_by_id(std::uint64_t time_ns, std::uint64_t id) {
  return flagged(kNeedsState,
                 number(kTimestamp, time_ns) +
                     bytes(kTrackEvent, number(9, kInstant) + number(11, 2) + number(10, id)));
}

std::string clock(unsigned id, std::uint64_t time, const std::string& more = {}) {
  return bytes(1, number(1, id) + number(2, time) + more);
}

std::string args_of(const LoadedTrace& trace, EventId event) {
  const auto json = event_json(*trace.snapshot, *trace.texts, event);
  REQUIRE(json.ok());
  const JsonValue* args = json.value().find("args");
  return args == nullptr ? "" : args->to_text();
}

}  // namespace

TEST_CASE("ids mean what their writer said last, and something else after it cleared its state") {
  const LoadedTrace trace =
      loaded(kThread + flagged(kCleared, interned_name(1, "one")) + instant_by_id(10, 1) +
             flagged(kCleared, interned_name(1, "two")) + instant_by_id(20, 1));
  CHECK(all_names(*trace.snapshot) == "one two");
}

TEST_CASE("packets whose state was lost are counted, and those after the next state are read") {
  const LoadedTrace trace =
      loaded(kThread + flagged(kCleared, interned_name(1, "one")) +
             flagged(kNeedsState, number(kDropped, 1)) + instant_by_id(10, 1) +
             flagged(kCleared, interned_name(1, "two")) + instant_by_id(20, 1));
  CHECK(all_names(*trace.snapshot) == "two");
  CHECK(issue_count(*trace.snapshot, "packet_without_state") == 2);
  CHECK(issue_count(*trace.snapshot, "packets_lost") == 1);
}

TEST_CASE("times of other clocks are converted by the snapshots, over several if needed") {
  const std::string snapshots =
      packet(bytes(kClockSnapshot,
                   clock(6, 1'000'000) + clock(3, 400'000) + clock(1, 1'790'000'000'000'000'000))) +
      packet(bytes(kClockSnapshot, clock(3, 500'000) + clock(70, 42)), 3);
  const std::string on_70 =
      packet(number(kTimestamp, 52) + number(kClock, 70) +
                 bytes(kTrackEvent, number(9, kInstant) + number(11, 2) + bytes(23, "here")),
             3);
  const LoadedTrace trace = loaded(kThread + snapshots + on_70);
  REQUIRE(trace.snapshot->instants->size() == 1);
  CHECK(trace.snapshot->instants->time_ns[0] == 1'100'010);
  CHECK(trace.snapshot->info.base_ns == 1'790'000'000'000'000'000 - 1'000'000);
}

TEST_CASE("an incremental clock counts from the time before, in its own unit") {
  const std::string start =
      packet(number(kFlags, kCleared) + bytes(kDefaults, number(58, 64)), 3) +
      packet(bytes(kClockSnapshot, clock(6, 5'000) + clock(64, 5, number(3, 1) + number(4, 1'000))),
             3);
  const auto after = [](std::uint64_t us, std::string_view name) {
    return packet(number(kTimestamp, us) +
                      bytes(kTrackEvent, number(9, kInstant) + number(11, 2) + bytes(23, name)),
                  3);
  };
  const LoadedTrace trace = loaded(kThread + start + after(2, "a") + after(3, "b"));
  REQUIRE(trace.snapshot->instants->size() == 2);
  CHECK(trace.snapshot->instants->time_ns[0] == 7'000);
  CHECK(trace.snapshot->instants->time_ns[1] == 10'000);
}

TEST_CASE("a time on a clock that nothing is known of is told") {
  const std::string lost = packet(number(kTimestamp, 52) + number(kClock, 70) +
                                  bytes(kTrackEvent, number(9, kInstant) + number(11, 2)));
  const LoadedTrace trace = loaded(kThread + lost + begin(2, 1, "kept") + end(2, 2));
  CHECK(issue_of(*trace.snapshot, "packet_without_clock").example == "clock 70");
  CHECK(slices_on(*trace.snapshot, "main") == "kept 1+1");
}

TEST_CASE("a broken packet costs that packet") {
  const std::string broken = bytes(1, number(kSequence, 1) + bytes(kTrackEvent, "\x0B\x0B"));
  const LoadedTrace trace =
      loaded(kThread + begin(2, 1, "a") + end(2, 2) + broken + begin(2, 3, "b") + end(2, 4));
  CHECK(slices_on(*trace.snapshot, "main") == "a 1+1, b 3+1");
  CHECK(issue_count(*trace.snapshot, "broken_record") == 1);
}

TEST_CASE("behind damage, the next packets are found") {
  std::string rest;
  for (unsigned i = 0; i < 8; ++i) rest += begin(2, 100 + 10 * i, "b") + end(2, 105 + 10 * i);
  const LoadedTrace trace =
      loaded(kThread + begin(2, 1, "a") + end(2, 2) + std::string(50, '\xFF') + rest);
  CHECK(trace.snapshot->slice_count == 9);
  CHECK(issue_of(*trace.snapshot, "damaged_chunk").example == "50 bytes");
}

TEST_CASE("a file that ends within a packet is not complete") {
  const std::string whole = kThread + begin(2, 1, "a") + end(2, 2) + begin(2, 3, "b");
  const LoadedTrace trace = loaded(whole.substr(0, whole.size() - 2));
  CHECK_FALSE(trace.snapshot->report.complete);
  CHECK(slices_on(*trace.snapshot, "main") == "a 1+1");
  CHECK(issue_count(*trace.snapshot, "cut_off_event") == 1);
}

TEST_CASE("packets of other data sources are counted by name") {
  const LoadedTrace trace =
      loaded(kThread + packet(bytes(1, number(1, 0))) + packet(bytes(1, number(1, 1))) +
             packet(bytes(66, number(1, 0))) + begin(2, 1, "a") + end(2, 2));
  CHECK(issue_count(*trace.snapshot, "other_packets") == 3);
  const JsonValue* counts = trace.snapshot->info.metadata.find("other packets");
  REQUIRE(counts != nullptr);
  CHECK(counts->to_text() == R"({"ftrace_events":2,"perf_sample":1})");
}

TEST_CASE("packets inside a compressed one are read in its place, with their arguments") {
  // zlib of a begin with the argument "n": 7 and of its end, by Python's zlib.compress.
  const std::string inner = begin(2, 1, "packed", argument("n", number(4, 7))) + end(2, 5);
  REQUIRE(inner.size() < 256);
  // A stored block: 78 01, then 01, the length twice, the bytes, and their Adler-32.
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value & 0xFFU); };
  std::uint32_t a = 1, b = 0;
  for (const char c : inner) {
    a = (a + static_cast<unsigned char>(c)) % 65'521;
    b = (b + a) % 65'521;
  }
  const auto size = static_cast<std::uint32_t>(inner.size());
  const std::string zlib = std::string("\x78\x01\x01") + byte(size) + '\0' + byte(~size) + '\xFF' +
                           inner + byte(b >> 8U) + byte(b) + byte(a >> 8U) + byte(a);
  const LoadedTrace trace =
      loaded(kThread + packet(bytes(kCompressed, zlib)) + packet(bytes(kCompressed, "no zlib")));
  CHECK(slices_on(*trace.snapshot, "main") == "packed 1+4");
  CHECK(issue_count(*trace.snapshot, "broken_record") == 1);
}

TEST_CASE("arguments of every kind are shown, those of an end too") {
  const TempFolder folder;
  const std::string nested = bytes(4, bytes(10, "dict") + bytes(11, bytes(10, "k") + number(4, 5)) +
                                          bytes(11, bytes(10, "ok") + number(2, 1)));
  const std::string list =
      bytes(4, bytes(10, "list") + bytes(12, number(4, 1)) + bytes(12, number(4, 2)));
  const std::string file =
      folder.write("run.pftrace",
                   kThread +
                       begin(2, 1, "a",
                             argument("int", number(4, static_cast<std::uint64_t>(-3))) +
                                 argument("big", number(3, UINT64_MAX)) +
                                 argument("real", real(5, 1.5)) + argument("text", bytes(6, "t")) +
                                 argument("pointer", number(7, 255)) + nested + list) +
                       end(2, 2, argument("result", bytes(6, "done"))));
  const auto trace = load_trace(file);
  REQUIRE(trace.ok());
  CHECK(args_of(trace.value(), EventId{0}) ==
        R"({"int":-3,"big":18446744073709551615,"real":1.5,"text":"t","pointer":"0xff",)"
        R"("dict":{"k":5,"ok":true},"list":[1,2],"result":"done"})");
}

TEST_CASE("interned data of kinds that are not known need not be messages") {
  const std::string interned =
      bytes(kInterned, bytes(30, "\x0B\x0B") + bytes(2, number(1, 1) + bytes(2, "one")));
  const LoadedTrace trace = loaded(kThread + flagged(kCleared, interned) + instant_by_id(10, 1));
  CHECK(all_names(*trace.snapshot) == "one");
  CHECK(trace.snapshot->report.listed == 0);
}

TEST_CASE("the last of two flags counts") {
  const LoadedTrace trace = loaded(
      kThread + flagged(kCleared, interned_name(1, "one")) +
      packet(number(kFlags, kCleared) + number(kFlags, kNeedsState) + number(kTimestamp, 10) +
                 bytes(kTrackEvent, number(9, kInstant) + number(11, 2) + number(10, 1)),
             3));
  CHECK(all_names(*trace.snapshot) == "one");
}

TEST_CASE("a field of another wire type than its own is skipped") {
  const std::string event = number(9, kInstant) + number(11, 2) + bytes(11, "q") +
                            bytes(23, "here") + number(23, 4) + number(4, 1) + bytes(9, "z");
  const LoadedTrace trace = loaded(
      kThread + packet(number(kTimestamp, 10) + bytes(kTimestamp, "zz") + number(kTrackEvent, 5) +
                       bytes(kTrackEvent, event) + bytes(kSequence, "") + number(kInterned, 1)));
  CHECK(all_names(*trace.snapshot) == "here");
  REQUIRE(trace.snapshot->instants->size() == 1);
  CHECK(trace.snapshot->instants->time_ns[0] == 10);
  CHECK(trace.snapshot->report.listed == 0);
}

TEST_CASE("a timestamp that is no number is none") {
  const LoadedTrace trace =
      loaded(kThread + begin(2, 1, "a") + end(2, 2) +
             packet(bytes(kTimestamp, "zz") +
                    bytes(kTrackEvent, number(9, kInstant) + number(11, 2) + bytes(23, "lost"))));
  CHECK(all_names(*trace.snapshot) == "a");
  CHECK(issue_count(*trace.snapshot, "unusable_time") == 1);
}

TEST_CASE("of two values of an argument the last one counts, in links as in details") {
  const TempFolder folder;
  const std::string names = bytes(kInterned, bytes(3, number(1, 1) + bytes(2, "correlation")));
  const auto begin_by_id = [](unsigned track, std::uint64_t time_ns, std::string_view category,
                              const std::string& values) {
    return flagged(
        kNeedsState,
        number(kTimestamp, time_ns) +
            bytes(kTrackEvent, bytes(4, number(1, 1) + values) + number(9, kBegin) +
                                   number(11, track) + bytes(22, category) + bytes(23, category)));
  };
  const auto end_of = [](unsigned track, std::uint64_t time_ns) {
    return flagged(kNeedsState, number(kTimestamp, time_ns) +
                                    bytes(kTrackEvent, number(9, kEnd) + number(11, track)));
  };
  const std::string file = folder.write(
      "run.pftrace", kThread + named_track(12, 1, "stream 7") + flagged(kCleared, names) +
                         begin_by_id(2, 100, "cuda_runtime", number(4, 5) + number(4, 9)) +
                         end_of(2, 200) + begin_by_id(12, 300, "kernel", number(4, 9)) +
                         end_of(12, 400));
  const auto trace = load_trace(file);
  REQUIRE(trace.ok());
  CHECK(trace.value().snapshot->kernel_links.with_launch == 1);
  CHECK(args_of(trace.value(), EventId{0}) == R"({"correlation":9})");
}
