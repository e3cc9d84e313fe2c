#include "core/session/joined_samples.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/host_time/sampling.h"
#include "core/readers/trace_loader.h"
#include "core/session/event_list_place.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/snapshot_text.h"

using namespace lanescope;

namespace {

constexpr Ns kPeriodNs = 10'000;
constexpr std::uint32_t kMain = 70;
/// aten::mm, from 95 to 175 µs since 1970.
constexpr std::string_view kTrace =
    R"({"schemaVersion": 1, "note": "\"traceEvents\": [", "baseTimeNanoseconds": 50000,
"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 70, "tid": 70, "ts": 45.000, "dur": 80.000}
], "traceName": "trace.json"})";

/// main() is seen in thread 70 from 100 to 120 µs, and once more long after the trace.
std::string recording() {
  ChannelBytes channel;
  channel.samples();
  channel.sample_stats({.time_ns = 90'000, .period_ns = kPeriodNs});
  const std::string table("\x02\x00\x02\x01", 4);
  const std::uint32_t main = channel.code("/app/train.py", "main", 10, 0x030A, table);
  const std::uint32_t stack = channel.stack({{main, 2}});
  for (const Ns at : {100'000, 110'000, 120'000, 900'000})
    channel.sample(at, {.tid = kMain, .stack = stack});
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\ncwd=/app\nargv=python3 train.py\nwhy=sampled\n");
  return capture.records(channel, 0).end().bytes();
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Found {
  std::string name;
  Ns begin_ns = 0, end_ns = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

/// The slices of tracks of that kind in process 70, by name.
std::vector<Found> found(const Snapshot& trace, TrackKind kind) {
  std::vector<Found> all;
  for (const Track& track : trace.tracks) {
    if (track.kind != kind || trace.text(track.process) != "70") continue;
    CHECK(trace.text(track.thread) == "70");
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s)
        all.push_back(
            {std::string(trace.text(chunk->name[s])), chunk->start_ns[s], chunk->end_ns(s)});
    }
  }
  std::ranges::sort(all, {}, &Found::name);
  return all;
}

}  // namespace

TEST_CASE("samples are in the trace of the process, on its clock and in its thread") {
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", kTrace);
  const std::string samples = folder.write("samples.lanes", recording());
  REQUIRE_FALSE(join_samples(trace, samples).has_value());
  const auto loaded = load_trace(trace);
  REQUIRE(loaded.ok());
  const Snapshot& joined = *loaded.value().snapshot;
  CHECK(snapshot_faults(joined).empty());
  CHECK(joined.report.complete);
  CHECK(joined.info.format == "kineto-json");
  CHECK(joined.info.base_ns == 50'000);
  CHECK(found(joined, TrackKind::CpuThread) == std::vector<Found>{{"aten::mm", 45'000, 125'000}});
  // The one after the end of the trace is left out.
  CHECK(found(joined, TrackKind::ThreadState) == std::vector<Found>{{"running", 50'000, 80'000}});
  const auto functions = found(joined, TrackKind::ThreadSamples);
  REQUIRE(!functions.empty());
  CHECK(std::ranges::count(functions, Found{"train.py(10): main", 50'000, 80'000}) == 1);
  CHECK(sampling_period_ns(joined) == kPeriodNs);
  // What the process wrote is there as it was.
  const std::string text = text_of(trace);
  CHECK(text.find(R"("note": "\"traceEvents\": [")") != std::string::npos);
  CHECK(text.find(R"("ts": 45.000, "dur": 80.000}
], "traceName": "trace.json"})") != std::string::npos);
}

TEST_CASE("a trace in whole microseconds remains one") {
  const TempFolder folder;
  std::string whole(kTrace);
  whole.replace(whole.find("45.000"), 6, "45").replace(whole.find("80.000"), 6, "80");
  whole.replace(whole.find("50000"), 5, "50500");
  const std::string trace = folder.write("trace.json", whole);
  const auto is_whole = [&trace] {
    const auto loaded = load_trace(trace);
    REQUIRE(loaded.ok());
    return loaded.value().snapshot->info.whole_microseconds;
  };
  REQUIRE(is_whole());
  REQUIRE_FALSE(join_samples(trace, folder.write("samples.lanes", recording())).has_value());
  CHECK(is_whole());
  CHECK(text_of(trace).find("python_sample") != std::string::npos);
}

TEST_CASE(
    "a trace without a base is taken to be in Unix time, as old versions of Kineto wrote it") {
  const TempFolder folder;
  std::string old(kTrace);
  old.replace(old.find("\"baseTimeNanoseconds\": 50000,"), 29, "");
  old.replace(old.find("45.000"), 6, "95").replace(old.find("80.000"), 6, "80");
  const std::string trace = folder.write("trace.json", old);
  REQUIRE_FALSE(join_samples(trace, folder.write("samples.lanes", recording())).has_value());
  const auto loaded = load_trace(trace);
  REQUIRE(loaded.ok());
  const Snapshot& joined = *loaded.value().snapshot;
  CHECK_FALSE(joined.info.base_ns);
  CHECK(found(joined, TrackKind::CpuThread) == std::vector<Found>{{"aten::mm", 95'000, 175'000}});
  CHECK(found(joined, TrackKind::ThreadState) == std::vector<Found>{{"running", 100'000, 130'000}});
}

TEST_CASE("a trace that samples cannot be joined with stays as it is") {
  const TempFolder folder;
  const std::string samples = folder.write("samples.lanes", recording());
  std::string without(kTrace);
  without.replace(without.find("baseTimeNanoseconds"), 19, "whatever");
  without.replace(without.find("45.000"), 6, "5000.000");  // as Unix time, after the samples
  for (const std::string& text : {without, std::string("{\"traceEvents\": [")}) {
    const std::string trace = folder.write("trace.json", text);
    CHECK(join_samples(trace, samples).has_value());
    CHECK(text_of(trace) == text);
  }
  const std::string trace = folder.write("trace.json", kTrace);
  CHECK(join_samples(trace, folder.path() + "/missing.lanes").has_value());
  CHECK(text_of(trace) == kTrace);
}

TEST_CASE("the list of events is found, however the text is cut") {
  const std::string_view list = "\"traceEvents\": [";
  const std::size_t expected = kTrace.rfind(list) + list.size();
  for (std::size_t cut = 0; cut <= kTrace.size(); ++cut) {
    EventListPlace place;
    std::size_t at = place.add(kTrace.substr(0, cut));
    if (!place.found()) at += place.add(kTrace.substr(cut));
    CHECK(place.found());
    CHECK(at == expected);
  }
  for (const std::string_view other :
       {R"({"args": {"traceEvents": [1]}})", R"({"a": "traceEvents", "b": [1]})",
        R"({"traceEvents": {"a": [1]}})", R"(["traceEvents", [1]])"}) {
    EventListPlace place;
    CHECK(place.add(other) == other.size());
    CHECK_FALSE(place.found());
  }
}
