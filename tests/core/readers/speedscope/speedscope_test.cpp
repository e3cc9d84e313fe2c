#include "core/readers/speedscope/speedscope.h"

#include <string>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"

using namespace lanescope;

namespace {

using Times = std::map<std::string, Ns>;

constexpr const char* kFrames =
    R"("shared":{"frames":[{"name":"main","file":"train.py","line":20,"col":null},)"
    R"({"name":"tokenize","file":"data.py","line":41,"col":null},{"name":"memcpy"}]})";

/// As py-spy lays it out.
std::string file_of(const std::string& profiles) {
  return R"({"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[)" +
         profiles + "]," + kFrames +
         R"(,"activeProfileIndex":null,"exporter":"py-spy@0.3.14","name":"py-spy profile"})";
}

std::string sampled(const std::string& name, const std::string& samples, const std::string& weights,
                    const std::string& unit = "seconds") {
  return R"({"type":"sampled","name":")" + name + R"(","unit":")" + unit +
         R"(","startValue":0.0,"endValue":1.0,"samples":)" + samples + R"(,"weights":)" + weights +
         "}";
}

std::string evented(const std::string& events) {
  return R"({"type":"evented","name":"main","unit":"nanoseconds","startValue":0,"endValue":9,)"
         R"("events":[)" +
         events + "]}";
}

std::string event(const char* type, int frame, int at) {
  return std::string(R"({"type":")") + type + R"(","frame":)" + std::to_string(frame) +
         R"(,"at":)" + std::to_string(at) + "}";
}

}  // namespace

TEST_CASE("py-spy's samples become threads with their times") {
  const auto trace =
      load_profile(file_of(sampled("Process 12 Thread 34 \\\"MainThread\\\"",
                                   "[[0,1],[0,1],[0],[],[0,2]]", "[0.01,0.01,0.01,0.01,0.01]") +
                           "," + sampled("Thread 0x7F12", "[[0]]", "[0.02]")));
  CHECK(trace->info.format == "speedscope");
  const Track& main = sampled_track(*trace, "MainThread");
  CHECK(trace->text(main.process) == "12");
  CHECK(trace->text(main.thread) == "34");
  CHECK(stack_times(*trace, main) ==
        Times{{"train.py(20): main;data.py(41): tokenize;data.py:41", 20'000'000},
              {"train.py(20): main;train.py:20", 10'000'000},
              {"train.py(20): main;memcpy", 10'000'000}});
  // The empty sample is a hole.
  CHECK(main.bounds.end_ns - main.bounds.begin_ns == 50'000'000);
  CHECK(main.slices == 6);
  CHECK(trace->text(sampled_track(*trace, "0x7F12").thread) == "32530");
  CHECK(issue_count(*trace, "separate_clocks") == 2);
  CHECK(trace->report.listed == 0);
}

TEST_CASE("py-spy's frame for each executing line is one function at several lines") {
  const std::string frames =
      R"("shared":{"frames":[{"name":"main","file":"/a/train.py","line":14},)"
      R"({"name":"load","file":"/a/data.py","line":6},{"name":"load","file":"/a/data.py","line":5},)"
      R"({"name":"main","file":"/a/train.py","line":13}]})";
  const std::string profiles =
      sampled("Thread 912 \\\"pool_0\\\"", "[[2]]", "[0.01]") + "," +
      sampled("Thread 910 \\\"MainThread\\\"", "[[0,1],[0,2],[3,2],[3]]", "[0.01,0.01,0.01,0.01]");
  const auto trace =
      load_profile(R"({"$schema":"https://www.speedscope.app/file-format-schema.json",)"
                   R"("profiles":[)" +
                   profiles + "]," + frames + R"(,"exporter":"py-spy@0.4.3"})");
  const Track& main = sampled_track(*trace, "MainThread");
  const std::string stack = "/a/train.py(13): main;/a/data.py(5): load;";
  CHECK(stack_times(*trace, main) == Times{{stack + "/a/data.py:6", 10'000'000},
                                           {stack + "/a/data.py:5", 20'000'000},
                                           {"/a/train.py(13): main;/a/train.py:13", 10'000'000}});
  // The main thread has the number of its process, which the file does not name.
  CHECK(trace->text(main.process) == "910");
  CHECK(trace->text(sampled_track(*trace, "pool_0").process) == "910");
  const HostTime time = analyse_host_time(*trace, whole_window());
  REQUIRE(time.functions.size() == 2);
  CHECK(time.functions[0].self_ns == 40'000'000);
  CHECK(trace->text(time.functions[0].top_line) == "/a/data.py:5");
  REQUIRE(time.lines.size() == 3);
}

TEST_CASE("lines of a file that this program exported are lines again") {
  const auto trace = load_profile(
      R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"lanescope",)"
      R"("profiles":[)" +
      evented(event("O", 0, 0) + "," + event("O", 1, 0) + "," + event("C", 1, 5) + "," +
              event("O", 2, 5) + "," + event("C", 2, 9) + "," + event("C", 0, 9)) +
      R"(],"shared":{"frames":[{"name":"step","file":"train.py","line":3},)"
      R"({"name":"train.py:7"},{"name":"train.py:8"}]}})");
  const HostTime time = analyse_host_time(*trace, whole_window());
  REQUIRE(time.functions.size() == 1);
  CHECK(trace->text(time.functions[0].name) == "train.py(3): step");
  CHECK(time.functions[0].self_ns == 9);
  REQUIRE(time.lines.size() == 2);
  CHECK(trace->text(time.lines[0].name) == "train.py:7");
  CHECK(time.lines[0].self_ns == 5);
}

TEST_CASE("threads of one number stay apart") {
  const auto trace = load_profile(file_of(sampled("Thread 5", "[[0]]", "[1]") + "," +
                                          sampled("Thread 5 again", "[[1]]", "[2]")));
  CHECK(trace->text(sampled_track(*trace, "again").thread) == "6");
  CHECK(stack_times(*trace) == Times{{"train.py(20): main;train.py:20", 1'000'000'000},
                                     {"data.py(41): tokenize;data.py:41", 2'000'000'000}});
}

TEST_CASE("an evented profile keeps its times to the nanosecond") {
  const auto trace =
      load_profile(file_of(evented(event("O", 0, 10) + "," + event("O", 1, 12) + "," +
                                   event("C", 1, 20) + "," + event("C", 0, 20))));
  CHECK(stack_times(*trace) ==
        Times{{"train.py(20): main", 2}, {"train.py(20): main;data.py(41): tokenize", 8}});
  CHECK(issue_count(*trace, "separate_clocks") == 0);
}

TEST_CASE("a profile without a unit of time says that its order is none") {
  const auto trace = load_profile(file_of(sampled("heap", "[[0],[1]]", "[5,7]", "bytes")));
  CHECK(stack_times(*trace) ==
        Times{{"train.py(20): main;train.py:20", 5}, {"data.py(41): tokenize;data.py:41", 7}});
  CHECK(trace->text(sampled_track(*trace, "heap").name) ==
        "heap (order is not time, 1 byte is drawn as 1 ns)");
  CHECK(issue_count(*trace, "order_is_not_time") == 1);
  CHECK(issue_count(*trace, "value_is_not_time") == 1);
}

TEST_CASE("samples with numbers that cannot be used are listed") {
  const auto trace = load_profile(
      file_of(sampled("Thread 1", "[[0],[0,9],[0],[-1],[0],[0]]", "[1,1,-1,1,1e300]") + "," +
              evented(event("C", 0, 1) + "," + event("O", 0, 2) + "," + event("C", 1, 3) + "," +
                      event("C", 0, 1) + "," + event("C", 0, 4))));
  CHECK(issue_count(*trace, "unusable_sample") == 8);
  CHECK(stack_times(*trace, sampled_track(*trace, "Thread 1")) ==
        Times{{"train.py(20): main;train.py:20", 1'000'000'000}});
  CHECK(stack_times(*trace, sampled_track(*trace, "main")) == Times{{"train.py(20): main", 2}});
  CHECK(trace->report.kept + trace->report.listed == trace->counts.total);
}

TEST_CASE("a truncated file is refused in one line") {
  const std::string whole = file_of(sampled("Thread 1", "[[0]]", "[1]"));
  CHECK(profile_error(whole.substr(0, whole.size() - 40)) ==
        "is a speedscope profile with broken or truncated JSON; export it again");
  CHECK(profile_error(file_of("")).find("without a single stack") != std::string::npos);
}

TEST_CASE("events that open deeper than is shown close again") {
  std::string events;
  for (int i = 0; i < 2'000; ++i) events += event("O", 0, i) + ",";
  for (int i = 0; i < 2'000; ++i) events += event("C", 0, 2'000 + i) + (i < 1'999 ? "," : "");
  const auto trace = load_profile(file_of(evented(events)));
  const Track& track = sampled_track(*trace, "main");
  CHECK(track.depth == 1'024);
  CHECK(track.bounds.end_ns - track.bounds.begin_ns == 3'999);
  CHECK(issue_count(*trace, "deep_stack") == 976);
  CHECK(trace->report.listed == 0);
}
