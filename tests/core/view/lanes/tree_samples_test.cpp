// Lanes of sampled threads, and the rows at which threads begin.
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/view/lanes/tree_lanes.h"

namespace lanescope {

TEST_CASE("samples and state stand below their thread, and move with it") {
  TraceText trace = lanes_trace();
  const auto sample = [&](const char* tid) {
    trace.slice("python_sample", "train.py(9): main", "100", tid, "0", "100");
    trace.slice("python_line", "train.py:12", "100", tid, "0", "100");
    trace.slice("thread_state", "running", "100", tid, "0", "100");
  };
  sample("100");
  sample("102");
  sample("103");
  const LaneTree tree = build_lane_tree(*trace.load());
  const LaneGroup& process = group_of(tree, GroupKind::Process);
  CHECK(lane_titles(process) ==
        std::vector<std::string>{"main thread", "samples", "state", "autograd thread"});
  CHECK(process.lanes[1].facts == "main thread");
  CHECK(process.lanes[1].thread_title() == "main thread");
  CHECK(process.lanes[1].rows == 2);
  CHECK(process.lanes[1].most_at_first > 0);
  CHECK(process.lanes[0].most_at_first == 0);
  CHECK(process.lanes[1].key == process.lanes[0].key + "/samples");
  CHECK(process.lanes[2].key == process.lanes[0].key + "/state");
  // A thread that recorded nothing itself has the lane of its samples.
  const auto others = std::ranges::find(tree.groups, "Other threads", &LaneGroup::title);
  REQUIRE(others != tree.groups.end());
  CHECK(lane_titles(*others) ==
        std::vector<std::string>{"pt_data_worker", "samples", "state", "thread 103", "state"});
  CHECK(others->lanes[3].facts == "2 events");  // its title has the number
}

TEST_CASE("a program that was only sampled has lanes, and no GPU") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(9): main", "0", "100");
  trace.cpu("thread_state", "running", "0", "100");
  const LaneTree tree = build_lane_tree(*trace.load());
  CHECK(group_titles(tree) == std::vector<std::string>{"pid 100"});
  CHECK(lane_titles(tree.groups[0]) == std::vector<std::string>{"main thread", "state"});
}

TEST_CASE("numbered threads of one kind are a folded group if there are many") {
  const auto tree_with = [](int workers, bool gpu) {
    TraceText trace;
    trace.cpu("python_sample", "serve.py(9): main", "0", "100");
    for (int i = 0; i < workers; ++i) {
      const std::string tid = std::to_string(1000 + i);
      trace.metadata("thread_name", "100", tid, R"("name":"worker-)" + std::to_string(i) + "\"");
      trace.slice("python_sample", "serve.py(3): work", "100", tid, "0", "100");
      trace.slice("thread_state", "running", "100", tid, "0", "100");
    }
    trace.slice("thread_state", "poll socket", "100", "900", "0", "100");
    if (gpu) trace.cpu("user_annotation", "ProfilerStep#3", "2", "90").kernel("k", "5", "5", "1");
    return build_lane_tree(*trace.load());
  };
  const LaneTree many = tree_with(17, false);
  CHECK(group_titles(many) == std::vector<std::string>{"pid 100", "17 threads like worker-0"});
  CHECK(many.groups[0].lanes.size() == 2);  // of the main thread and of the one without a name
  CHECK(many.groups[1].folded_at_first);
  CHECK(many.groups[1].lanes.size() == 34);
  CHECK(many.groups[1].lanes[0].title == "worker-0");
  CHECK(tree_with(16, false).groups.size() == 1);
  TraceText two;
  two.metadata("process_name", "100", "0", R"("name":"python")");
  two.cpu("python_sample", "serve.py(9): main", "0", "100");
  two.slice("thread_state", "poll socket", "200", "200", "0", "100");
  for (int i = 0; i < 17; ++i) {
    const std::string tid = std::to_string(1000 + i);
    two.metadata("thread_name", "100", tid, R"("name":"worker-)" + std::to_string(i) + "\"");
    two.slice("thread_state", "running", "100", tid, "0", "100");
  }
  CHECK(std::ranges::count(group_titles(build_lane_tree(*two.load())),
                           "17 threads like worker-0 · python pid 100") == 1);
  const std::vector<std::string> beside_gpu = group_titles(tree_with(17, true));
  REQUIRE(beside_gpu.size() >= 2);
  CHECK(std::ranges::count(beside_gpu, "17 threads like worker-0") == 1);
  CHECK(std::ranges::count(beside_gpu, "Other threads") == 1);
}

TEST_CASE("a main thread's rows begin at its steps, under the frames that started the program") {
  TraceText trace;
  trace.cpu("python_function", "<string>(1): <module>", "0", "100");
  trace.cpu("python_function", "train.py(9): main", "1", "98");
  trace.cpu("user_annotation", "ProfilerStep#3", "2", "90").kernel("k", "5", "5", "1");
  const LaneTree tree = build_lane_tree(*trace.load());
  CHECK(group_of(tree, GroupKind::Process).lanes[0].first_row == 2);
}

TEST_CASE("a worker's rows begin below what Python started it with, which is a click away") {
  const auto forked = [](const char* innermost) {
    TraceText trace;
    const auto nested = [&](std::string_view pid, std::initializer_list<const char*> functions) {
      int depth = 0;
      for (const char* function : functions) {
        trace.slice("python_sample", function, pid, pid, std::to_string(depth),
                    std::to_string(200 - 2 * depth));
        ++depth;
      }
    };
    nested("100", {"train.py(1): <module>", "train.py(9): main"});
    nested("200", {"train.py(1): <module>", "train.py(9): main",
                   "multiprocessing/process.py(110): BaseProcess.start",
                   "multiprocessing/popen_fork.py(62): Popen._launch",
                   "multiprocessing/process.py(290): BaseProcess._bootstrap", innermost,
                   "data.py(5): load", "data.py(9): decode"});
    trace.top_level(R"("process 0": {"pid": 100, "ppid": 1})");
    trace.top_level(R"("process 1": {"pid": 200, "ppid": 100})");
    return build_lane_tree(*trace.load());
  };
  const LaneTree tree = forked("multiprocessing/process.py(103): BaseProcess.run");
  REQUIRE(tree.groups.size() == 2);
  CHECK(tree.groups[0].lanes[0].first_row == 0);
  const Lane& worker = tree.groups[1].lanes[0];
  CHECK(worker.first_row == 6);
  // As many rows as it has from there on, so that those above do not come into view.
  CHECK(worker.most_at_first == 2);
  // Of the program's own class, not Python's.
  CHECK(forked("data.py(103): Loader.run").groups[1].lanes[0].first_row == 0);
}

TEST_CASE("a thread that has its start for part of the time shows all of its rows") {
  TraceText trace;
  trace.slice("python_sample", "threading.py(982): Thread.run", "100", "101", "0", "50");
  trace.slice("python_sample", "train.py(9): load", "100", "101", "1", "48");
  trace.slice("python_sample", "train.py(20): spin", "100", "101", "50", "150");
  trace.cpu("python_sample", "train.py(9): main", "0", "200");
  const LaneTree tree = build_lane_tree(*trace.load());
  REQUIRE(tree.groups.size() == 1);
  REQUIRE(tree.groups[0].lanes.size() == 2);
  CHECK(tree.groups[0].lanes[1].first_row == 0);
}

}  // namespace lanescope
