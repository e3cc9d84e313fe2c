// The order of processes and threads: parents and children, what is beside the GPUs, profiles.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/view/lanes/tree_lanes.h"

namespace lanescope {

TEST_CASE("threads that work for no GPU make room for it") {
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
  REQUIRE(tree.groups.size() == 7);
  const LaneGroup& rest = tree.groups[5];
  CHECK(lane_titles(rest) == std::vector<std::string>{"pt_data_worker"});
  CHECK(rest.lanes[0].facts == "102 · 1 event");
  CHECK_FALSE(rest.lanes[0].foldable);
  TraceText alone;
  alone.cpu("cpu_op", "aten::add", "0", "5").slice("cpu_op", "load", "100", "102", "1", "2");
  CHECK(group_titles(build_lane_tree(*alone.load())) == std::vector<std::string>{"pid 100"});
}

TEST_CASE("workers stand below the process that started them") {
  const auto sampled = [](TraceText& trace, const char* pid, int slices) {
    for (int i = 0; i < slices; ++i)
      trace.slice("thread_state", "running", pid, pid, std::to_string(2 * i), "1");
  };
  TraceText trace;
  sampled(trace, "100", 9);
  sampled(trace, "300", 5);
  sampled(trace, "200", 3);
  sampled(trace, "201", 2);
  trace.top_level(R"("process 0": {"pid": 100, "ppid": 1})");
  trace.top_level(R"("process 1": {"pid": 300, "ppid": 1})");
  // A server without lanes that starts the workers.
  trace.top_level(R"("process 2": {"pid": 150, "ppid": 100})");
  trace.top_level(R"("process 3": {"pid": 200, "ppid": 150})");
  trace.top_level(R"("process 4": {"pid": 201, "ppid": 200})");
  CHECK(group_titles(build_lane_tree(*trace.load())) ==
        std::vector<std::string>{"pid 100", "pid 200 · child of 100", "pid 201 · child of 200",
                                 "pid 300"});

  // A parent comes first, however little it did, and its children in the order of their start.
  TraceText forked;
  sampled(forked, "100", 1);
  sampled(forked, "300", 9);
  sampled(forked, "200", 5);
  forked.top_level(R"("process 0": {"pid": 100, "ppid": 1})");
  forked.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
  forked.top_level(R"("process 2": {"pid": 300, "ppid": 100})");
  CHECK(group_titles(build_lane_tree(*forked.load())) ==
        std::vector<std::string>{"pid 100", "pid 200 · child of 100", "pid 300 · child of 100"});

  // A launcher, which does no Python itself, does not come before what it launched.
  TraceText launched;
  launched.slice("python_sample", "train.py(9): main", "100", "100", "0", "100");
  sampled(launched, "100", 9);
  sampled(launched, "50", 1);
  launched.top_level(R"("process 0": {"pid": 50, "ppid": 1})");
  launched.top_level(R"("process 1": {"pid": 100, "ppid": 50})");
  CHECK(group_titles(build_lane_tree(*launched.load())) ==
        std::vector<std::string>{"pid 100 · child of 50", "pid 50"});

  // A circle of parents, as in a damaged file.
  TraceText circle;
  sampled(circle, "7", 3);
  sampled(circle, "8", 2);
  circle.top_level(R"("process 0": {"pid": 7, "ppid": 8})");
  circle.top_level(R"("process 1": {"pid": 8, "ppid": 7})");
  CHECK(group_titles(build_lane_tree(*circle.load())).size() == 2);
}

TEST_CASE("processes without steps come behind the GPUs, and before them where there are none") {
  const auto groups = [](bool gpu) {
    TraceText trace;
    trace.cpu("user_annotation", "ProfilerStep#3", "0", "90");
    trace.slice("cpu_op", "load", "200", "200", "5", "5");
    trace.slice("cpu_op", "load", "200", "200", "15", "5");
    trace.slice("cpu_op", "load", "300", "300", "5", "5");
    if (gpu) trace.kernel("k", "5", "5", "1");
    return group_titles(build_lane_tree(*trace.load()));
  };
  CHECK(groups(true) ==
        std::vector<std::string>{"", "pid 100", "GPU 0", "GPU metrics", "pid 200", "pid 300"});
  CHECK(groups(false) == std::vector<std::string>{"", "pid 100", "pid 200", "pid 300"});
}

TEST_CASE("each of several processes stands right above the GPU that it drives") {
  TraceText trace;
  const auto launched = [&](const char* pid, const char* device, const char* id, int at) {
    trace.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, std::to_string(at), "1",
                fmt::format(R"("correlation":{})", id));
    trace.slice("kernel", "k", device, "7", std::to_string(at + 5), "2",
                fmt::format(R"("device":{},"stream":7,"correlation":{})", device, id));
  };
  // The busier one, which comes first elsewhere, drives the second GPU.
  launched("144", "0", "1", 0);
  launched("145", "1", "2", 10);
  launched("145", "1", "3", 20);
  // One that drives none.
  trace.slice("cpu_op", "load", "200", "200", "5", "5");
  CHECK(group_titles(build_lane_tree(*trace.load())) ==
        std::vector<std::string>{"pid 144", "GPU 0", "GPU 0 metrics", "pid 145", "GPU 1",
                                 "GPU 1 metrics", "pid 200"});

  // Titles are cut off at their ends, so the other threads begin with their process.
  for (const char* pid : {"144", "145"}) trace.slice("cpu_op", "watch", pid, "999", "5", "5");
  const std::vector<std::string> titles = group_titles(build_lane_tree(*trace.load()));
  CHECK(std::ranges::count(titles, "pid 144 · other threads") == 1);
  CHECK(std::ranges::count(titles, "pid 145 · other threads") == 1);
}

TEST_CASE("the process with the steps comes before busier ones") {
  TraceText trace;
  for (int i = 0; i < 50; ++i) {
    trace.slice("cpu_op", "busy", "1", "1", std::to_string(i * 10), "5");
  }
  trace.slice("user_annotation", "ProfilerStep#1", "2", "2", "0", "10");
  trace.slice("cpu_op", "less", "3", "3", "0", "5").slice("cpu_op", "less", "3", "3", "10", "5");
  const LaneTree tree = build_lane_tree(*trace.load());
  CHECK(group_titles(tree) == std::vector<std::string>{"", "pid 2", "pid 1", "pid 3"});
}

TEST_CASE("one device of two processes gives two groups told apart") {
  TraceText trace;
  const char* args = R"("device":0,"stream":7,"correlation":1)";
  trace.slice("kernel", "a", "0", "7", "0", "5", args);
  trace.slice("kernel", "b", "5000", "7", "0", "5", args);
  const LaneTree tree = build_lane_tree(*trace.load());
  std::set<std::string> titles;
  for (const LaneGroup& group : tree.groups) {
    if (group.kind == GroupKind::Device) titles.insert(group.title);
  }
  CHECK(titles.size() == 2);
}

TEST_CASE("a profile beside the trace is below it, however much it holds, and says what it is") {
  TraceText trace;
  trace.top_level(R"("lanescopeProfileProcesses": {"2000000": 100, "2000001": null})");
  trace.metadata("process_name", "2000000", "0", R"("name": "Profile by py-spy")");
  trace.metadata("process_name", "2000001", "0", R"("name": "Profile load.folded")");
  for (const char* ts : {"0", "20", "40"}) {
    trace.slice("python_sample", "main", "2000000", "100", ts, "10");
    trace.slice("python_sample", "main", "2000001", "1", ts, "5");
  }
  trace.slice("python_sample", "load", "2000000", "100", "60", "5");
  trace.cpu("cpu_op", "aten::mm", "0", "100");
  CHECK(group_titles(build_lane_tree(*trace.load())) ==
        std::vector<std::string>{"pid 100", "Profile by py-spy · process 100",
                                 "Profile load.folded"});
}

}  // namespace lanescope
