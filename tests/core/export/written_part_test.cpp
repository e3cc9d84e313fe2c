// A part of a trace, written as a file of its own.
#include <optional>
#include <string>
#include <tuple>

#include <doctest/doctest.h>

#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("a part of a trace says so, and steps that it cuts are no steps of it") {
  TraceText text;
  for (const char* number : {"1", "2", "3", "4"}) {
    const std::string begin = std::string(number) + "00";
    text.slice("user_annotation", std::string("ProfilerStep#") + number, "1", "1", begin, "90");
    text.kernel(std::string("kernel ") + number, std::string(number) + "10", "40", number);
  }
  const Written trace(text.text(), "first.json", "second.json", TimeRange{150'000, 450'000});
  REQUIRE(trace.before.snapshot->steps.size() == 4);
  const Snapshot& part = *trace.after.snapshot;
  REQUIRE(part.info.part);
  CHECK(part.info.part->length_ns() == 300'000);
  REQUIRE(part.steps.size() == 2);
  CHECK(part.text(part.steps[0].name) == "ProfilerStep#2");
  CHECK(issue_count(part, "cut_step") == 2);
  SUBCASE("and so does a part of the part, and the part as a whole") {
    const TempFolder folder;
    for (const auto& [name, range, steps] :
         {std::tuple("whole.json", std::optional<TimeRange>(), 2U),
          std::tuple("part.json", std::optional(TimeRange{part.steps[0].range.begin_ns, kMaxNs}),
                     2U),
          std::tuple("less.json", std::optional(TimeRange{part.steps[1].range.begin_ns, kMaxNs}),
                     1U)}) {
      CAPTURE(name);
      const std::string path = folder.path() + "/" + name;
      CHECK_FALSE(write_trace_file(path, part, event_reader(trace.after), {range, {}, {}}));
      const auto again = load_trace(path);
      REQUIRE(again.ok());
      CHECK(again.value().snapshot->info.part.has_value());
      CHECK(again.value().snapshot->steps.size() == steps);
    }
  }
}

TEST_CASE("a part of a trace keeps what overlaps it, and the way back from its GPU work") {
  // Two launches inside one operator; only the second kernel is in the part. Times in us.
  const std::string text = R"({"baseTimeNanoseconds": 1000, "traceEvents": [
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":30},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":2,
     "args":{"correlation":1}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":15,"dur":2,
     "args":{"correlation":2}},
    {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":40,"dur":10},
    {"ph":"X","cat":"kernel","name":"first","pid":0,"tid":7,"ts":60,"dur":10,
     "args":{"device":0,"stream":7,"correlation":1}},
    {"ph":"X","cat":"kernel","name":"second","pid":0,"tid":7,"ts":100,"dur":10,
     "args":{"device":0,"stream":7,"correlation":2}},
    {"ph":"s","cat":"ac2g","name":"ac2g","id":1,"pid":1,"tid":1,"ts":5},
    {"ph":"f","cat":"ac2g","name":"ac2g","id":1,"pid":0,"tid":7,"ts":60,"bp":"e"},
    {"ph":"s","cat":"ac2g","name":"ac2g","id":2,"pid":1,"tid":1,"ts":15},
    {"ph":"f","cat":"ac2g","name":"ac2g","id":2,"pid":0,"tid":7,"ts":100,"bp":"e"},
    {"ph":"C","name":"used","pid":1,"ts":50,"args":{"bytes":1}},
    {"ph":"C","name":"used","pid":1,"ts":105,"args":{"bytes":2}}]})";
  const Written trace(text, "first.json", "second.json", TimeRange{104'000, 200'000});
  const Snapshot& b = *trace.after.snapshot;
  CHECK(b.slice_count == 3);
  const EventId kernel = event_named(b, "second", 0);
  const SliceRef home = *b.find_slice(kernel);
  CHECK(home.chunk->start_ns[home.slice] == 100'000);
  CHECK(b.info.base_ns == 1000);
  const EventId launch = home.chunk->link[home.slice];
  REQUIRE(launch != EventId::None);
  const SliceRef call = *b.find_slice(launch);
  CHECK(call.chunk->link[call.slice] == event_named(b, "aten::mm", 0));
  CHECK(b.flows->size() == 2);
  CHECK(b.report.issues.empty());
  // One sample was before the part.
  REQUIRE(b.counters.size() == 1);
  CHECK(b.counters.front()->time_ns.size() == 1);
}
