// From text to a snapshot: what is in the file, around it, and while it loads.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/generated_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/snapshot_text.h"

using namespace lanescope;

namespace {

constexpr const char* kOne = R"({"ph":"X","name":"m","pid":1,"tid":1,"ts":1,"dur":1})";

std::string list_of(const std::string& name, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format(R"({}{{"ph":"X","name":"{}","pid":1,"tid":1,"ts":{},"dur":1}})",
                        i == 0 ? "" : ",\n", name, i);
  }
  return "[" + text + "]";
}

std::string metadata(const Snapshot& snapshot, const char* key) {
  const JsonValue* value = snapshot.info.metadata.find(key);
  return value == nullptr ? "(none)" : value->to_text(true);
}

}  // namespace

TEST_CASE("a list of one event and an empty list are traces") {
  CHECK(load_text("[]")->counts.total == 0);
  CHECK(load_text(" [ ] ")->report.complete);
  CHECK(load_text("{\"traceEvents\":[]}")->report.complete);
  CHECK(!load_text("[")->report.complete);
  CHECK(!load_text("{\"traceEvents\":[")->report.complete);
  for (const std::string text : {"[%]", "[%,]", "[%,,\n]\n", "{\"traceEvents\":[%]}"}) {
    const auto snapshot = load_text(std::string(text).replace(text.find('%'), 1, kOne));
    CHECK(all_names(*snapshot) == "m");
    CHECK(snapshot->report.complete);
    CHECK(snapshot->report.issues.empty());
  }
}

TEST_CASE("an array without its closing bracket keeps its events and is incomplete") {
  for (const char* end : {"", ",", "\n", ",\n"}) {
    const auto snapshot = load_text(std::string("[") + kOne + "," + kOne + end);
    CHECK(snapshot->counts.total == 2);
    CHECK(snapshot->report.listed == 0);
    CHECK(!snapshot->report.complete);
  }
}

TEST_CASE("a list of other things than events is no trace, with one event it is one") {
  for (const char* text : {"[1,2,3]", "[\"a\"]", "[[1],[2]]", "[null, true]", "[1,{\"a\":1}]"}) {
    CAPTURE(text);
    CHECK(load_error(text).starts_with("is a JSON list without trace events"));
  }
  CHECK(load_error("[]") == "");
  CHECK(load_error(R"([1,{"ph":"X","ts":1}])") == "");
  CHECK(load_error(R"({"traceEvents":[1,2,3]})").starts_with("has no events in its"));
  CHECK(load_error(R"({"traceEvents":[]})") == "");
}

TEST_CASE("text without a list of events is told in one line") {
  const std::string advice = "is this a torch.profiler trace?";
  CHECK(load_error("") == "is empty; record it again");
  CHECK(load_error(" \n\t ") == "is empty; record it again");
  CHECK(load_error("hello") == "is not JSON: it does not start with { or [; " + advice);
  for (const char* text : {"{}", "{\"traceEvents\":null}", "{\"traceEvents\":{}}",
                           "{\"traceEvents\":\"[\"}", "{\"a\":[1]}"}) {
    CHECK(load_error(text) == "has no \"traceEvents\" list; " + advice);
  }
  for (const char* text : {"{", "{\"a\"", "{\"a\":", "{\"a\":[1", "{\"traceEvents\"", "{a:1}"}) {
    CHECK(load_error(text) == "has no \"traceEvents\" list where one is expected; " + advice);
  }
}

TEST_CASE("a file that can not be opened is an error with a reason") {
  const TempFolder folder;
  const auto missing = load_trace(folder.path() + "/none.json");
  REQUIRE(!missing.ok());
  CHECK(missing.error().kind == Error::Kind::NotFound);
  CHECK(!load_trace(folder.path()).ok());
  const auto foreign = load_trace(folder.write("a.zip", "PK\x03\x04 and so on"));
  REQUIRE(!foreign.ok());
  CHECK(foreign.error().message == "is a zip archive: unpack it first");
}

TEST_CASE("a file on disk loads like text in memory") {
  const TempFolder folder;
  const std::string text = trace_text(generated_events(7, 40), TraceLayout::Pretty);
  const auto loaded = load_trace(folder.write("a.json", text));
  REQUIRE(loaded.ok());
  CHECK(snapshot_text(*loaded.value().snapshot) == snapshot_text(*load_text(text)));
  CHECK(loaded.value().snapshot->info.file == folder.path() + "/a.json");
  CHECK(loaded.value().snapshot->info.file_bytes == text.size());
}

TEST_CASE("what the file says about itself is found before and behind the events") {
  const std::string about =
      R"("baseTimeNanoseconds":1711964646000000000,"deviceProperties":[{"id":3,"name":"A100",
         "totalGlobalMem":"85899345920","numSms":108}],"distributedInfo":{"rank":2},"trace_id":"X")";
  for (const std::string& text : {"{" + about + ",\"traceEvents\":[" + kOne + "]}",
                                  std::string("{\"traceEvents\":[") + kOne + "]," + about + "}"}) {
    const TraceInfo info = load_text(text)->info;
    CHECK(info.base_ns == 1711964646000000000);
    REQUIRE(info.devices.size() == 1);
    CHECK(info.devices[0].id == 3);
    CHECK(info.devices[0].name == "A100");
    CHECK(info.devices[0].total_memory_bytes == 85899345920);
    CHECK(info.devices[0].sms == 108);
    REQUIRE(info.distributed);
    CHECK(info.distributed->to_text() == R"({"rank":2})");
    REQUIRE(info.metadata.find("trace_id") != nullptr);
    CHECK(info.metadata.find("trace_id")->to_text() == R"("X")");
    CHECK(info.format == "kineto-json");
  }
}

TEST_CASE("members beside the list that are broken or odd lose no others") {
  const std::string events = std::string("\"traceEvents\":[") + kOne + "," + kOne + "]";
  for (const std::string broken :
       {R"("INFO":["a "quoted" line","b")", R"("INFO":["never closed)", R"(JUNK)",
        R"("INFO":[{"a":1]])", R"("INFO")", R"("PT_JOB": a"b)"}) {
    CAPTURE(broken);
    const auto behind = load_text("{" + events + "," + broken +
                                  ",\"traceName\":\"t\",\n\"baseTimeNanoseconds\":5\n}");
    CHECK(behind->counts.total == 2);
    CHECK(behind->info.base_ns == 5);
    CHECK(metadata(*behind, "traceName") == "t");
    CHECK(behind->report.complete);
    const auto before =
        load_text("{" + broken + ",\n\"baseTimeNanoseconds\":5," + events + ",\"z\":1}");
    CHECK(before->counts.total == 2);
    CHECK(before->info.base_ns == 5);
    CHECK(metadata(*before, "z") == "1");
    CHECK(before->report.complete);
  }
}

TEST_CASE("a base time that is no number is none") {
  for (const char* base : {"null", "\"x\"", "[1]", "{}"}) {
    const auto snapshot = load_text(std::string("{\"baseTimeNanoseconds\":") + base +
                                    ",\"traceEvents\":[" + kOne + "]}");
    CHECK(!snapshot->info.base_ns);
  }
}

TEST_CASE("of equal members beside the list the first one stands") {
  const auto snapshot = load_text(std::string("{\"baseTimeNanoseconds\":1,\"traceEvents\":[") +
                                  kOne + "],\"baseTimeNanoseconds\":2}");
  CHECK(snapshot->info.base_ns == 1);
}

TEST_CASE("a second list of events is left out, and its events are counted as not read") {
  const std::string text = "{\"traceEvents\":" + list_of("m", 3) +
                           ",\"traceEvents\":" + list_of("second", 300) + ",\"traceName\":\"t\"}";
  for (const std::size_t slice_bytes : {1U, 500U, 1U << 20}) {
    const auto snapshot = load_text(text, {2, slice_bytes, 0});
    CHECK(all_names(*snapshot) == "m m m");
    CHECK(snapshot->counts.total == 3);
    CHECK(snapshot->report.complete);
    CHECK(metadata(*snapshot, "traceName") == "t");
    const LoadIssue second = issue_of(*snapshot, "second_list");
    CHECK(second.first_offset == text.find("[", 20));
    CHECK(second.count == 300);
    CHECK(snapshot->report.kept == 3);
  }
}

TEST_CASE("a second list that is cut off, and a third one, are counted as well") {
  const std::string text = "{\"traceEvents\":" + list_of("m", 3) +
                           ",\"traceEvents\":" + list_of("second", 20) + ",\"traceEvents\":[" +
                           kOne + "," + kOne + ",{\"ph\":";
  const auto snapshot = load_text(text);
  CHECK(issue_of(*snapshot, "second_list").count == 22);
  CHECK_FALSE(snapshot->report.complete);
  const auto empty = load_text("{\"traceEvents\":" + list_of("m", 3) + ",\"traceEvents\":[ ]}");
  CHECK(empty->report.issues.empty());
}

TEST_CASE("what follows the trace in its file is told, and events of other traces are counted") {
  const std::string first = "{\"traceEvents\":" + list_of("m", 3) + "}";
  const std::string named = "{\"traceEvents\":" + list_of("m", 3) + ",\"traceName\":\"t\"}";
  const std::string other = "{\"a\":1,\"traceEvents\":" + list_of("other", 20) + ",\"b\":2}";
  for (const std::string& text : {first, named, list_of("m", 3)}) {
    const auto two = load_text(text + "\n" + other + other + list_of("list", 4));
    CHECK(all_names(*two) == "m m m");
    CHECK(issue_of(*two, "second_list").count == 44);
    CHECK(two->info.metadata.find("a") == nullptr);
    const auto junk = load_text(text + " junk");
    const LoadIssue after = issue_of(*junk, "text_after_end");
    CHECK(after.count == 1);
    CHECK(after.first_offset == text.size() + 1);
    CHECK(after.example == "junk");
    CHECK(issue_of(*load_text(text + "{\"a\":"), "text_after_end").count == 1);
    CHECK(load_text(text + "\n \n")->report.issues.empty());
  }
}

TEST_CASE("a base time that no time can be counted from is left out and told") {
  for (const char* base :
       {"9223372036854775807", "-9223372036854775807", "5000000000000000000", "1e300"}) {
    CAPTURE(base);
    const auto snapshot = load_text(std::string("{\"baseTimeNanoseconds\":") + base +
                                    ",\"traceEvents\":[" + kOne + "]}");
    CHECK_FALSE(snapshot->info.base_ns);
    CHECK(issue_of(*snapshot, "unusable_base_time").count == 1);
    CHECK(snapshot->report.listed == 0);
  }
  const auto usual = load_text(std::string("{\"baseTimeNanoseconds\":1700000000000000000") +
                               ",\"traceEvents\":[" + kOne + "]}");
  CHECK(usual->info.base_ns == 1'700'000'000'000'000'000);
  CHECK(usual->report.issues.empty());
}

TEST_CASE("members behind the list that are longer than a slice hold no events") {
  const std::string log = [] {
    std::string lines;
    for (int i = 0; i < 500; ++i) lines += fmt::format("\"line {} of ]}}, {{ the log\",\n", i);
    return lines + "\"end\"";
  }();
  const std::string text = "{\"traceEvents\":" + list_of("m", 3) + ",\"INFO\":[" + log +
                           "],\"deviceProperties\":" + list_of("inner", 300) +
                           ",\"traceName\":\"t\"}";
  const std::string whole = snapshot_text(*load_text(text));
  for (const std::size_t slice_bytes : {1U, 100U, 5000U}) {
    for (const std::size_t slow_reads : {0U, 50U}) {
      for (const unsigned threads : {1U, 4U}) {
        CHECK(snapshot_text(*load_text(text, {threads, slice_bytes, slow_reads})) == whole);
      }
    }
  }
  CHECK(load_text(text)->counts.total == 3);
}

TEST_CASE("previews do not bring back what stands behind the list") {
  const std::string text =
      "{\"traceEvents\":" + list_of("m", 3) + ",\"other\":" + list_of("other", 400) + "}";
  LoadOptions options;
  options.threads = 1;
  options.slice_bytes = 100;
  options.preview = [](const std::shared_ptr<const Snapshot>&) {};
  const auto loaded = load_trace(memory_byte_source(text), "test", options);
  REQUIRE(loaded.ok());
  CHECK(all_names(*loaded.value().snapshot) == "m m m");
}

TEST_CASE("previews are consistent and grow, the last word is the complete snapshot") {
  const std::string text = trace_text(generated_events(8, 400), TraceLayout::Pretty);
  for (const unsigned threads : {1U, 4U}) {
    std::vector<std::shared_ptr<const Snapshot>> previews;
    LoadOptions options;
    options.threads = threads;
    options.slice_bytes = 1000;
    options.preview = [&](std::shared_ptr<const Snapshot> s) { previews.push_back(std::move(s)); };
    const auto loaded = load_trace(memory_byte_source(text), "test", options);
    REQUIRE(loaded.ok());
    REQUIRE(previews.size() >= 2);
    std::uint64_t total = 0;
    for (const auto& preview : previews) {
      CHECK(!preview->complete);
      CHECK(snapshot_faults(*preview) == "");
      CHECK(preview->counts.total > total);
      CHECK(preview->slice_count > 0);
      total = preview->counts.total;
    }
    const Snapshot& complete = *loaded.value().snapshot;
    CHECK(complete.complete);
    CHECK(complete.counts.total >= total);
    CHECK(snapshot_text(complete) == snapshot_text(*load_text(text)));
  }
}

TEST_CASE("progress grows to the size of the file and ends with Done") {
  const std::string text = trace_text(generated_events(9, 200), TraceLayout::LineAnEvent);
  for (const std::size_t slow_reads : {0U, 1000U}) {
    LoadProgress progress;
    std::vector<std::uint64_t> bytes;
    std::vector<std::uint64_t> events;
    LoadOptions options;
    options.threads = 1;
    options.slice_bytes = 500;
    options.progress = &progress;
    options.preview = [&](const std::shared_ptr<const Snapshot>&) {
      CHECK(progress.phase == LoadPhase::Reading);
      bytes.push_back(progress.bytes_done);
      events.push_back(progress.events);
    };
    const auto loaded = load_trace(memory_byte_source(text, slow_reads), "test", options);
    REQUIRE(loaded.ok());
    bytes.push_back(progress.bytes_done);
    events.push_back(progress.events);
    CHECK(std::is_sorted(bytes.begin(), bytes.end()));
    CHECK(std::is_sorted(events.begin(), events.end()));
    CHECK(progress.bytes_total == text.size());
    CHECK(bytes.back() >= text.size() - 300);
    CHECK(bytes.back() <= text.size());
    CHECK(events.back() == loaded.value().snapshot->counts.total);
    CHECK(progress.phase == LoadPhase::Done);
  }
}

TEST_CASE("cancelling keeps what was read") {
  const std::string text = trace_text(generated_events(10, 400), TraceLayout::LineAnEvent);
  const std::uint64_t all = load_text(text)->counts.total;
  for (const unsigned threads : {1U, 4U}) {
    LoadProgress progress;
    LoadOptions options;
    options.threads = threads;
    options.slice_bytes = 500;
    options.progress = &progress;
    std::uint64_t seen = 0;
    options.preview = [&](const std::shared_ptr<const Snapshot>& preview) {
      seen = preview->counts.total;
      progress.cancel = true;
    };
    const auto loaded = load_trace(memory_byte_source(text), "test", options);
    REQUIRE(loaded.ok());
    const Snapshot& snapshot = *loaded.value().snapshot;
    CHECK(snapshot_faults(snapshot) == "");
    CHECK(snapshot.complete);
    CHECK(snapshot.counts.total == seen);
    CHECK(snapshot.counts.total < all);
    CHECK(!snapshot.report.complete);
  }
}

TEST_CASE("cancelling before the first event gives an empty trace") {
  LoadProgress progress;
  progress.cancel = true;
  LoadOptions options;
  options.progress = &progress;
  const auto loaded = load_trace(memory_byte_source(list_of("m", 5)), "test", options);
  REQUIRE(loaded.ok());
  CHECK(loaded.value().snapshot->counts.total == 0);
  CHECK(!loaded.value().snapshot->report.complete);
}

TEST_CASE("a load that nobody wants any more makes nothing of what was read") {
  LoadProgress progress;
  LoadOptions options;
  options.slice_bytes = 500;
  options.progress = &progress;
  options.preview = [&](const std::shared_ptr<const Snapshot>&) {
    progress.discard = true;
    progress.cancel = true;
  };
  const std::string text = trace_text(generated_events(10, 400), TraceLayout::LineAnEvent);
  const auto loaded = load_trace(memory_byte_source(text), "test", options);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().kind == Error::Kind::Cancelled);
  CHECK(progress.phase == LoadPhase::Reading);
}

TEST_CASE("a string thread and a number thread of one name are one lane") {
  const auto snapshot = load_text(
      R"([{"ph":"X","name":"a","pid":1,"tid":"7","ts":1,"dur":1},
          {"ph":"X","name":"b","pid":"1","tid":7,"ts":2,"dur":1},
          {"ph":"X","name":"c","pid":-1,"tid":0,"ts":2,"dur":1},
          {"ph":"X","name":"d","pid":"","tid":"","ts":2,"dur":1},
          {"ph":"X","name":"e","pid":3170820512,"tid":0,"ts":2,"dur":1}])");
  std::vector<std::string> lanes;
  for (const Track& track : snapshot->tracks) {
    lanes.push_back(fmt::format("{}/{}: {}", snapshot->text(track.process),
                                snapshot->text(track.thread), track.slices));
  }
  CHECK(lanes == std::vector<std::string>{"/: 1", "-1/0: 1", "1/7: 2", "3170820512/0: 1"});
}

TEST_CASE("a kernel finds its call, the call its operator, and both flow halves their slices") {
  const auto snapshot = load_text(R"([
    {"ph":"X","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":1,"dur":20},
    {"ph":"X","cat":"cpu_op","name":"inner","pid":1,"tid":1,"ts":2,"dur":10},
    {"ph":"X","cat":"cuda_runtime","name":"call","pid":1,"tid":1,"ts":3.5,"dur":1,
     "args":{"correlation":77}},
    {"ph":"s","cat":"ac2g","name":"ac2g","id":77,"pid":1,"tid":1,"ts":3.5},
    {"ph":"X","cat":"kernel","name":"kernel","pid":0,"tid":7,"ts":9,"dur":4,
     "args":{"device":0,"stream":7,"correlation":77}},
    {"ph":"f","bp":"e","cat":"ac2g","name":"ac2g","id":77,"pid":0,"tid":7,"ts":9}])");
  const auto name_of = [&](EventId id) {
    const auto at = snapshot->find_slice(id);
    return at ? snapshot->text(at->chunk->name[at->slice]) : "(none)";
  };
  const auto parent = [&](EventId id) {
    const auto at = snapshot->find_slice(id);
    return at->chunk->link[at->slice];
  };
  const FlowTable& flows = *snapshot->flows;
  REQUIRE(flows.size() == 2);
  CHECK(name_of(flows.slice[0]) == "call");
  CHECK(name_of(flows.slice[1]) == "kernel");
  const EventId call = parent(flows.slice[1]);
  CHECK(name_of(call) == "call");
  CHECK(name_of(parent(call)) == "inner");
  CHECK(name_of(parent(parent(call))) == "outer");
  CHECK(parent(parent(parent(call))) == EventId::None);
  const auto events = snapshot->launches->events_of(call);
  REQUIRE(events.size() == 1);
  CHECK(name_of(events[0]) == "kernel");
  CHECK(snapshot->kernel_links.with_op == 1);
}

TEST_CASE("a trace begins with its first slice, whatever its process is called") {
  const auto snapshot = load_text(
      R"([{"ph":"X","name":"a","pid":"worker","tid":"main","ts":5,"dur":1},
          {"ph":"X","name":"b","pid":1,"tid":1,"ts":7,"dur":1}])");
  CHECK(snapshot->extent == TimeRange{5'000, 8'000});
  CHECK(snapshot->x_extent == TimeRange{5'000, 8'000});
}

TEST_CASE("async spans of one local id in two processes are two spans") {
  const auto snapshot = load_text(R"([
    {"ph":"b","cat":"c","name":"one","pid":1,"id2":{"local":"0x1"},"ts":1},
    {"ph":"b","cat":"c","name":"two","pid":2,"id2":{"local":"0x1"},"ts":2},
    {"ph":"e","cat":"c","name":"one","pid":1,"id2":{"local":"0x1"},"ts":5},
    {"ph":"e","cat":"c","name":"two","pid":2,"id2":{"local":"0x1"},"ts":9}])");
  REQUIRE(snapshot->tracks.size() == 2);
  CHECK(snapshot->tracks[0].bounds == TimeRange{1000, 5000});
  CHECK(snapshot->tracks[1].bounds == TimeRange{2000, 9000});
}

TEST_CASE("counter keys may be empty or end in a backslash") {
  const auto snapshot = load_text(
      R"([{"ph":"C","name":"c","pid":1,"ts":1,"args":{"":5,"back\\":"6.5","quote\"":7,"no":"x"}}])");
  REQUIRE(snapshot->counters.size() == 3);
  CHECK(snapshot->text(snapshot->counters[0]->series) == "");
  CHECK(snapshot->text(snapshot->counters[1]->series) == "back\\");
  CHECK(snapshot->counters[1]->value[0] == 6.5);
  CHECK(snapshot->text(snapshot->counters[2]->series) == "quote\"");
  CHECK(snapshot->counts.counters == 1);
}
