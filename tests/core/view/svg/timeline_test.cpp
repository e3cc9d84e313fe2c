#include "core/view/svg/timeline.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/results.h"
#include "core/view/svg/writer.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/fixtures/xml_check.h"

namespace lanescope {
namespace {

std::string slice(std::string_view name, std::string_view category, int start_us, int dur_us) {
  return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":2,"ts":{},"dur":{}}},)",
                     category, name, start_us, dur_us);
}

std::string trace_of(const std::string& events) {
  return R"({"traceEvents":[)" + events +
         R"({"ph":"C","name":"queue","pid":1,"ts":10,"args":{"depth":3}},)"
         R"({"ph":"C","name":"queue","pid":1,"ts":900,"args":{"depth":7}}]})";
}

SvgTimeline picture_of(const std::string& text) {
  SvgTimeline picture;
  picture.snapshot = load_text(text);
  picture.title = "run <1>.json";
  picture.tree = build_lane_tree(*picture.snapshot);
  picture.layout = lay_out(picture.tree, LaneTreeState(), LaneMetrics());
  picture.viewport.set_extent(picture.snapshot->extent);
  picture.viewport.set_width_px(1000);
  picture.viewport.fit();
  picture.color.background = rgb(0x14161A);
  picture.color.text = rgb(0xFFFFFF);
  return picture;
}

bool has(const std::vector<std::string>& texts, std::string_view text) {
  return std::ranges::find(texts, text) != texts.end();
}

TEST_CASE("a picture of the lanes holds their names, the slices' and the legend as words") {
  const SvgTimeline picture = picture_of(
      trace_of(slice("aten::mm", "cpu_op", 0, 600) + slice("step", "user_annotation", 700, 200)));
  const std::string svg = svg_timeline(picture);
  CHECK(xml_problem(svg) == "");
  const std::vector<std::string> texts = xml_texts(svg);
  CHECK(has(texts, "run <1>.json"));
  CHECK(has(texts, "aten::mm"));
  CHECK(has(texts, "CPU operator"));
  CHECK(std::ranges::any_of(texts, [](const auto& t) { return t.starts_with("queue"); }));
  CHECK(
      std::ranges::any_of(texts, [](const auto& t) { return t.find("µs") != std::string::npos; }));
  CHECK(svg.find("<title>aten::mm\n600.0 µs</title>") != std::string::npos);
}

TEST_CASE("sampled slices have labels that tell them apart, and a legend of their own") {
  const SvgTimeline picture = picture_of(trace_of(
      slice("train.py(9): main", "python_sample", 0, 900) +
      slice("<frozen site>(3): addsitedir", "python_sample", 0, 600) +
      slice("running", "thread_state", 0, 400) + slice("futex", "thread_state", 400, 300)));
  const std::vector<std::string> texts = xml_texts(svg_timeline(picture));
  CHECK(std::ranges::any_of(texts, [](const auto& t) { return t.starts_with("main "); }));
  for (const char* legend : {"your code", "standard library", "running", "lock"}) {
    CAPTURE(legend);
    CHECK(has(texts, legend));
  }
  CHECK_FALSE(has(texts, "CPU operator"));
}

TEST_CASE("a thread in join waits for another thread in the picture, one beside it for a lock") {
  TraceText trace;
  trace.cpu("python_sample", "threading.py(1087): Thread.join", "0", "900")
      .cpu("thread_state", "futex", "0", "400")
      .cpu("thread_state", "poll", "500", "400")
      .slice("thread_state", "futex", "100", "101", "0", "900");
  const std::vector<std::string> texts = xml_texts(svg_timeline(picture_of(trace.text())));
  CHECK(std::ranges::count(texts, "waiting for another thread") == 1);
  CHECK(std::ranges::count(texts, "futex") == 1);
}

TEST_CASE("what analyses found is in the picture as far as it is known") {
  const std::string kernels = R"({"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,)"
                              R"("dur":300,"args":{"device":0,"stream":7}},)"
                              R"({"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":700,)"
                              R"("dur":300,"args":{"device":0,"stream":7}},)";
  SvgTimeline picture = picture_of(trace_of(kernels));
  const auto drawn = [&](std::string_view words) {
    const std::vector<std::string> texts = xml_texts(svg_timeline(picture));
    return std::ranges::any_of(texts, [&](const auto& t) { return t.starts_with(words); });
  };
  CHECK(!drawn("unknown launch"));
  IdleTime idle = analyse_idle({*picture.snapshot, whole_window()});
  REQUIRE(idle.devices.size() == 1);
  auto lanes = std::make_shared<IdleLanes>();
  lanes->lanes.emplace_back(std::make_shared<const IdleTime>(std::move(idle)), 0);
  picture.found.idle = lanes;
  CHECK(drawn("unknown launch"));
  CHECK(xml_problem(svg_timeline(picture)) == "");
}

TEST_CASE("the critical path is drawn with the names of what it goes through") {
  const std::string launch = R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,)"
                             R"("tid":2,"ts":200,"dur":100,"args":{"correlation":9}},)"
                             R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":600,)"
                             R"("dur":300,"args":{"device":0,"stream":7,"correlation":9}},)";
  SvgTimeline picture = picture_of(trace_of(slice("aten::mm", "cpu_op", 0, 300) + launch));
  add_path_lane(picture.tree);
  picture.layout = lay_out(picture.tree, LaneTreeState(), LaneMetrics());
  const auto times_drawn = [&](std::string_view words) {
    const std::vector<std::string> texts = xml_texts(svg_timeline(picture));
    return std::ranges::count(texts, words);
  };
  const auto path = std::make_shared<const CriticalPath>(
      analyse_critical_path({*picture.snapshot, range_window({0, 900'000}),
                             [](EventId) -> std::optional<JsonValue> { return std::nullopt; }}));
  REQUIRE(path->segments.size() >= 3);
  CHECK(times_drawn("gemm") == 1);
  CHECK(times_drawn("aten::mm") == 1);
  picture.found.path = std::make_shared<const PathLane>(*picture.snapshot, path, WindowKind::Range);
  CHECK(times_drawn("gemm") == 2);
  CHECK(times_drawn("aten::mm") == 2);
}

TEST_CASE("the curve of the utilisation is broken off where the recording was paused") {
  const std::string kernel = R"({{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":{},)"
                             R"("dur":300,"args":{{"device":0,"stream":7}}}},)";
  SvgTimeline picture = picture_of(trace_of(
      fmt::format(fmt::runtime(kernel), 0) + fmt::format(fmt::runtime(kernel), 700) +
      R"({"ph":"X","cat":"overhead","name":"Paused","pid":1,"tid":"Capture","ts":300,"dur":400},)"));
  auto lanes = std::make_shared<IdleLanes>();
  lanes->lanes.emplace_back(
      std::make_shared<const IdleTime>(analyse_idle({*picture.snapshot, whole_window()})), 0);
  picture.found.idle = lanes;
  const std::string svg = svg_timeline(picture);
  CHECK(svg.find("H300.0M700.0 ") != std::string::npos);
  CHECK(xml_problem(svg) == "");
}

TEST_CASE("names of a trace can not break the picture") {
  const SvgTimeline picture =
      picture_of(trace_of(slice(R"(<script>alert(1)<\/script>)", "cpu_op", 0, 600) +
                          slice(R"(a\u0000b\u202e\u001b[0m & \"q\")", "cpu_op", 700, 200)));
  const std::string svg = svg_timeline(picture);
  CHECK(xml_problem(svg) == "");
  CHECK(svg.find("<script") == std::string::npos);
}

TEST_CASE("a line break in a name is a space in the picture") {
  const std::string svg =
      svg_timeline(picture_of(trace_of(slice("two\\nlines", "cpu_op", 0, 600))));
  CHECK(has(xml_texts(svg), "two lines"));
}

TEST_CASE("only what is in view is drawn, at its place") {
  SvgTimeline picture =
      picture_of(trace_of(slice("early", "cpu_op", 0, 100) + slice("late", "cpu_op", 800, 100)));
  const Ns begin_ns = picture.snapshot->extent.begin_ns;
  picture.viewport.show({begin_ns + 700'000, begin_ns + 900'000});
  const std::string svg = svg_timeline(picture);
  CHECK_FALSE(has(xml_texts(svg), "early"));
  CHECK(has(xml_texts(svg), "late"));
  CHECK(svg.find("<rect x=\"500.00\"") != std::string::npos);
}

TEST_CASE("a hundred thousand thin slices are a small picture") {
  std::string events;
  for (int i = 0; i < 100'000; ++i) events += slice("k", "kernel", i * 2, 1);
  const std::string svg = svg_timeline(picture_of(trace_of(events)));
  CHECK(xml_problem(svg) == "");
  CHECK(svg.size() < 300'000);
}

TEST_CASE("a selected slice is outlined, a range is marked") {
  SvgTimeline picture = picture_of(trace_of(slice("aten::mm", "cpu_op", 0, 600)));
  const std::string plain = svg_timeline(picture);
  picture.color.selection = rgb(0xABCDEF);
  picture.selected = {EventId{0}};
  CHECK(svg_timeline(picture).find("stroke=\"#abcdef\"") != std::string::npos);
  CHECK(plain.find("stroke=\"#abcdef\"") == std::string::npos);
  picture.range = TimeRange{0, 100'000};
  CHECK(svg_timeline(picture).find("fill-opacity=\"0.13\"") != std::string::npos);
}

TEST_CASE("the links of the selected event are arrows between its slices") {
  const auto with = [](std::string_view name, std::string_view category, int start_us,
                       std::string_view tid) {
    return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":"{}","ts":{},"dur":100,)"
                       R"("args":{{"correlation":7,"device":0,"stream":7}}}},)",
                       category, name, tid, start_us);
  };
  SvgTimeline picture = picture_of(trace_of(with("cudaLaunchKernel", "cuda_runtime", 0, "2") +
                                            with("gemm", "kernel", 500, "stream 7")));
  picture.color.selection = rgb(0xFFEE00);
  const auto arrows = [&] {
    const std::string svg = svg_timeline(picture);
    CHECK(xml_problem(svg) == "");
    std::size_t count = 0;
    for (auto at = svg.find("stroke-opacity"); at != std::string::npos;
         at = svg.find("stroke-opacity", at + 1))
      ++count;
    return count;
  };
  CHECK(arrows() == 0);
  picture.selected = {picture.snapshot->tracks.front().chunks.front()->id_of(0)};
  CHECK(arrows() == 1);
}

TEST_CASE("a trace without events is an empty picture") {
  const std::string svg = svg_timeline(picture_of(R"({"traceEvents":[]})"));
  CHECK(xml_problem(svg) == "");
}

}  // namespace
}  // namespace lanescope
