#include "core/view/lanes/tree.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/view/lanes/metric_curves.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::vector<std::string> group_titles(const LaneTree& tree) {
  std::vector<std::string> out;
  for (const LaneGroup& group : tree.groups) out.push_back(group.title);
  return out;
}

std::vector<std::string> lane_titles(const LaneGroup& group) {
  std::vector<std::string> out;
  for (const Lane& lane : group.lanes) out.push_back(lane.title);
  return out;
}

const LaneGroup& group_of(const LaneTree& tree, GroupKind kind) {
  const auto group = std::find_if(tree.groups.begin(), tree.groups.end(),
                                  [&](const LaneGroup& g) { return g.kind == kind; });
  REQUIRE(group != tree.groups.end());
  return *group;
}

/// Two steps, a main, an autograd and a plain thread, four streams.
TraceText training() {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "NVIDIA H200", "numSms": 132}])");
  trace.metadata("process_name", "100", "0", R"("name":"python")");
  trace.metadata("thread_name", "100", "100", R"x("name":"thread 100 (python)")x");
  trace.metadata("thread_name", "100", "102", R"x("name":"thread 102 (pt_data_worker)")x");
  for (const char* gpu : {"0", "1", "2"}) {
    trace.metadata("process_name", gpu, "0", R"("name":"python")");
  }
  trace.metadata("thread_name", "0", "7", R"("name":"stream 7 ")");
  trace.cpu("user_annotation", "ProfilerStep#7", "0", "1000");
  trace.cpu("user_annotation", "ProfilerStep#8", "1000", "1000");
  trace.cpu("cpu_op", "aten::linear", "100", "50").cpu("cpu_op", "aten::addmm", "110", "30");
  trace.slice("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", "100", "101", "600",
              "50");
  trace.slice("cpu_op", "AddmmBackward0", "100", "101", "601", "40");
  trace.slice("cpu_op", "load", "100", "102", "10", "5");
  trace.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)", "700", "100", "1", "20");
  trace.kernel("sgemm_nn", "200", "1000", "2", "7");
  trace.kernel("sgemm_nn", "300", "10", "3", "13");
  trace.slice("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", "0", "9", "50", "20",
              R"("device":0,"stream":9,"correlation":4)");
  trace.slice("gpu_user_annotation", "forward", "0", "7", "200", "1000");
  trace.slice("cuda_sync", "Stream Sync", "0", "7", "1300", "10", R"("device":0,"stream":7)");
  trace.instant("[memory]", "120",
                R"("Device Type":1,"Device Id":0,"Addr":1,"Bytes":512,)"
                R"("Total Allocated":512,"Total Reserved":1024)");
  trace.instant("[memory]", "121",
                R"("Device Type":0,"Device Id":-1,"Addr":2,"Bytes":64,)"
                R"("Total Allocated":64,"Total Reserved":0)");
  trace.slice("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", "0", "3000");
  return trace;
}

}  // namespace

TEST_CASE("groups come as steps, processes, devices, memory, the profiler's own") {
  const auto snapshot = training().load();
  const LaneTree tree = build_lane_tree(*snapshot);
  CHECK(group_titles(tree) == std::vector<std::string>{"", "python pid 100", "GPU 0 H200",
                                                       "GPU metrics", "Memory", "Other threads",
                                                       "Profiler"});
  CHECK(tree.groups[0].lanes[0].kind == LaneKind::Steps);
}

TEST_CASE("the lane of a profiler's own work is not called by the numbers it stands at") {
  TraceText trace = training();
  trace.slice("overhead", "overhead", "0", "-1", "10", "5");
  const auto snapshot = trace.load();
  const LaneGroup profiler = group_of(build_lane_tree(*snapshot), GroupKind::Profiler);
  const std::vector<std::string> titles = lane_titles(profiler);
  CHECK(std::ranges::count(titles, "profiler overhead") == 1);
  CHECK(std::ranges::count(titles, "-1") == 0);
}

TEST_CASE("the thread with the steps is the main thread, autograd follows") {
  const LaneTree tree = build_lane_tree(*training().load());
  const LaneGroup& process = group_of(tree, GroupKind::Process);
  CHECK(lane_titles(process) == std::vector<std::string>{"main thread", "autograd thread"});
  CHECK(process.lanes[0].facts == "100 · 4 events");
  CHECK(process.lanes[0].rows == 3);
  CHECK(process.lanes[0].foldable);
  CHECK(process.lanes[0].first_row == 0);
}

TEST_CASE("threads that work for no GPU make room for it") {
  const LaneTree tree = build_lane_tree(*training().load());
  REQUIRE(tree.groups.size() == 7);
  const LaneGroup& rest = tree.groups[5];
  CHECK(lane_titles(rest) == std::vector<std::string>{"pt_data_worker"});
  CHECK(rest.lanes[0].facts == "102 · 1 event");
  CHECK_FALSE(rest.lanes[0].foldable);
  TraceText alone;
  alone.cpu("cpu_op", "aten::add", "0", "5").slice("cpu_op", "load", "100", "102", "1", "2");
  CHECK(group_titles(build_lane_tree(*alone.load())) == std::vector<std::string>{"pid 100"});
}

TEST_CASE("samples and state stand below their thread, and move with it") {
  TraceText trace = training();
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

TEST_CASE("autograd's thread is known by its functions in old traces too") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::add", "0", "5").cpu("cpu_op", "aten::mul", "6", "5");
  trace.slice("cpu_op", "AddmmBackward", "100", "101", "20", "5");
  trace.slice("cpu_op", "ReluBackward0", "100", "101", "30", "5");
  CHECK(lane_titles(group_of(build_lane_tree(*trace.load()), GroupKind::Process)) ==
        std::vector<std::string>{"main thread", "autograd thread"});
}

TEST_CASE("marks of the whole trace are called by their name") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::add", "0", "5");
  trace.event(R"({"ph":"i","s":"g","name":"Record Window End","pid":"","tid":"","ts":9})");
  const LaneGroup profiler = group_of(build_lane_tree(*trace.load()), GroupKind::Profiler);
  CHECK(lane_titles(profiler) == std::vector<std::string>{"Record Window End"});
  CHECK(profiler.lanes[0].facts == "1 mark");
}

TEST_CASE("streams are judged by what they do, compute first, then by number") {
  const LaneTree tree = build_lane_tree(*training().load());
  const LaneGroup& device = group_of(tree, GroupKind::Device);
  CHECK(lane_titles(device) == std::vector<std::string>{"annotations", "stream 7", "sync",
                                                        "stream 13", "stream 20", "stream 9",
                                                        "idle", "memory", "memory by category"});
  CHECK(device.lanes[1].role == LaneRole::Compute);
  CHECK(device.lanes[1].facts == "compute · 50 % in steps");
  CHECK(device.lanes[4].role == LaneRole::Communication);
  CHECK(device.lanes[5].role == LaneRole::Copies);
  CHECK(device.lanes[6].kind == LaneKind::Idle);
  CHECK(device.lanes[6].device == 0);
  CHECK(device.lanes[7].kind == LaneKind::Memory);
  CHECK(device.lanes[7].facts == "peak 512 B");
  CHECK(device.lanes[8].kind == LaneKind::MemoryByCategory);
  CHECK(device.lanes[8].facts == "estimated");
}

TEST_CASE("curves about a device are a group behind it, folded at first") {
  const LaneTree tree = build_lane_tree(*training().load());
  const LaneGroup& metrics = group_of(tree, GroupKind::Metrics);
  CHECK(metrics.title == "GPU metrics");
  CHECK(metrics.folded_at_first);
  CHECK(lane_titles(metrics) ==
        std::vector<std::string>{"utilization", "SM efficiency", "occupancy", "launch queue",
                                 "copies to device", "copies to host", "copies on device"});
  CHECK(metrics.lanes[3].index == static_cast<std::uint32_t>(DeviceMetric::Queue));
  for (const LaneGroup& group :
       build_lane_tree(*TraceText().cpu("cpu_op", "a", "0", "1").load()).groups)
    CHECK(group.kind != GroupKind::Metrics);
}

TEST_CASE("devices without events are left out, names without vendor") {
  const LaneTree tree = build_lane_tree(*training().load());
  for (const LaneGroup& group : tree.groups) CHECK(group.title != "GPU 1");
}

TEST_CASE("the allocator of the host has a lane beside the devices") {
  const LaneTree tree = build_lane_tree(*training().load());
  const LaneGroup& memory = group_of(tree, GroupKind::Memory);
  CHECK(lane_titles(memory) == std::vector<std::string>{"CPU"});
  CHECK(memory.lanes[0].key == "memory/CPU");
}

TEST_CASE("keys are unique and the same for the same trace of another run") {
  const LaneTree tree = build_lane_tree(*training().load());
  std::set<std::string> keys;
  for (const LaneGroup& group : tree.groups) {
    CHECK(keys.insert(group.key + " (group)").second);
    for (const Lane& lane : group.lanes) CHECK(keys.insert(lane.key).second);
  }
  TraceText other;
  other.metadata("process_name", "999", "0", R"("name":"python")");
  other.slice("user_annotation", "ProfilerStep#1", "999", "999", "0", "10");
  const LaneTree later = build_lane_tree(*other.load());
  CHECK(keys.contains(later.groups[1].lanes[0].key));
}

TEST_CASE("a lane is found by its track and by its key") {
  const auto snapshot = training().load();
  const LaneTree tree = build_lane_tree(*snapshot);
  for (const Track& track : snapshot->tracks) {
    const auto lane = tree.find(track.id);
    REQUIRE(lane);
    CHECK(tree.at(*lane).track == track.id);
    CHECK(tree.find(tree.at(*lane).key) == lane);
  }
  CHECK_FALSE(tree.find("no such lane"));
  CHECK_FALSE(tree.find(TrackId{1000}));
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

TEST_CASE("counters have a lane each, async spans and unknown threads come late") {
  TraceText trace;
  trace.event(R"({"ph":"C","name":"freq","pid":5,"ts":1,"args":{"mhz":1,"max":2}})");
  trace.event(R"({"ph":"C","name":"sclk","pid":5,"ts":1,"args":{"value":1}})");
  trace.event(R"({"ph":"b","cat":"gfx","name":"frame","id":1,"pid":5,"tid":5,"ts":1})");
  trace.event(R"({"ph":"e","cat":"gfx","name":"frame","id":1,"pid":5,"tid":5,"ts":9})");
  trace.slice("cpu_op", "work", "5", "6", "0", "5");
  const LaneTree tree = build_lane_tree(*trace.load());
  CHECK(group_titles(tree) == std::vector<std::string>{"pid 5", "Counters", "Async spans"});
  CHECK(lane_titles(group_of(tree, GroupKind::Counters)) ==
        std::vector<std::string>{"freq · max", "freq · mhz", "sclk"});
}

TEST_CASE("Python frames of nobody do not land on the GPU") {
  TraceText trace;
  trace.kernel("k", "0", "5", "1");
  trace.slice("python_function", "threading.py(1): run", "0", "0", "0", "5");
  const LaneTree tree = build_lane_tree(*trace.load());
  CHECK(lane_titles(group_of(tree, GroupKind::Other)) ==
        std::vector<std::string>{"unknown Python thread"});
  CHECK(lane_titles(group_of(tree, GroupKind::Device)) ==
        std::vector<std::string>{"stream 7", "idle"});
}

TEST_CASE("a file without events has no lanes") {
  CHECK(build_lane_tree(*TraceText().load()).groups.empty());
}

TEST_CASE("a stream of counters is not said to be busy, and has no idle time and no metrics") {
  TraceText trace;
  for (const char* at : {"5", "15"})
    trace.slice("cuda_profiler_range", "gemm", "0", "0", at, "10", R"("dram__bytes.sum": 5)");
  const LaneTree tree = build_lane_tree(*trace.load());
  const LaneGroup& gpu = group_of(tree, GroupKind::Device);
  REQUIRE(gpu.lanes.size() == 1);
  CHECK(gpu.lanes[0].facts == "counters of 2 kernels");
  CHECK(std::ranges::none_of(
      tree.groups, [](const LaneGroup& group) { return group.kind == GroupKind::Metrics; }));
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
