#include "core/view/lanes/tree.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/view/lanes/metric_curves.h"
#include "tests/core/view/lanes/tree_lanes.h"

namespace lanescope {
TEST_CASE("groups come as steps, processes, devices, memory, the profiler's own") {
  const auto snapshot = lanes_trace().load();
  const LaneTree tree = build_lane_tree(*snapshot);
  CHECK(group_titles(tree) == std::vector<std::string>{"", "python pid 100", "GPU 0 H200",
                                                       "GPU metrics", "Memory", "Other threads",
                                                       "Profiler"});
  CHECK(tree.groups[0].lanes[0].kind == LaneKind::Steps);
}

TEST_CASE("the lane of a profiler's own work is not called by the numbers it stands at") {
  TraceText trace = lanes_trace();
  trace.slice("overhead", "overhead", "0", "-1", "10", "5");
  const auto snapshot = trace.load();
  const LaneGroup profiler = group_of(build_lane_tree(*snapshot), GroupKind::Profiler);
  const std::vector<std::string> titles = lane_titles(profiler);
  CHECK(std::ranges::count(titles, "profiler overhead") == 1);
  CHECK(std::ranges::count(titles, "-1") == 0);
}

TEST_CASE("a profiler's work that stands at process -1, or under a tool's name, is called that") {
  TraceText trace = lanes_trace();
  trace.slice("overhead", "Lazy Function Loading", "-1", "0", "10", "5");
  trace.slice("overhead", "Overhead", "Nsight Systems", "144", "10", "5");
  const LaneGroup profiler = group_of(build_lane_tree(*trace.load()), GroupKind::Profiler);
  const std::vector<std::string> titles = lane_titles(profiler);
  CHECK(std::ranges::count(titles, "profiler overhead") == 2);
  std::vector<std::string> facts;
  for (const Lane& lane : profiler.lanes) facts.push_back(lane.facts);
  CHECK(std::ranges::count(facts, "1 event") == 1);
  CHECK(std::ranges::count(facts, "Nsight Systems · 144 · 1 event") == 1);
}

TEST_CASE(
    "sync records of streams without work are folded away, unless they fill some of the time") {
  const auto sync = [](TraceText& trace, const char* device, const char* stream, const char* dur) {
    trace.slice("cuda_sync", "Event Sync", device, stream, "300", dur,
                fmt::format(R"("device":{},"stream":{})", device, stream));
  };
  TraceText trace = lanes_trace();
  sync(trace, "0", "24", "1");
  sync(trace, "0", "28", "500");
  const LaneTree tree = build_lane_tree(*trace.load());
  const std::vector<std::string> groups = group_titles(tree);
  const auto aside = std::ranges::find(tree.groups, "Other sync", &LaneGroup::title);
  REQUIRE(aside != tree.groups.end());
  CHECK(aside->folded_at_first);
  CHECK((aside - 1)->title == "GPU 0 H200");
  CHECK((aside + 1)->title == "GPU metrics");
  CHECK(lane_titles(*aside) == std::vector<std::string>{"sync"});
  CHECK(aside->lanes[0].facts == "stream 24");
  const std::vector<std::string> kept = lane_titles(group_of(tree, GroupKind::Device));
  CHECK(std::ranges::count(kept, "sync") == 2);  // of stream 7, which works, and of 28

  TraceText two = lanes_trace();
  two.slice("kernel", "sgemm_nn", "1", "7", "300", "10", R"("device":1,"stream":7)");
  sync(two, "0", "24", "1");
  const std::vector<std::string> titles = group_titles(build_lane_tree(*two.load()));
  CHECK(std::ranges::count(titles, "GPU 0 other sync") == 1);
  CHECK(std::ranges::count(titles, "GPU 1 other sync") == 0);
}

TEST_CASE("the thread with the steps is the main thread, autograd follows") {
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
  const LaneGroup& process = group_of(tree, GroupKind::Process);
  CHECK(lane_titles(process) == std::vector<std::string>{"main thread", "autograd thread"});
  CHECK(process.lanes[0].facts == "100 · 4 events");
  CHECK(process.lanes[0].rows == 3);
  CHECK(process.lanes[0].foldable);
  CHECK(process.lanes[0].first_row == 0);
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
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
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
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
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
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
  for (const LaneGroup& group : tree.groups) CHECK(group.title != "GPU 1");
}

TEST_CASE("the allocator of the host has a lane beside the devices") {
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
  const LaneGroup& memory = group_of(tree, GroupKind::Memory);
  CHECK(lane_titles(memory) == std::vector<std::string>{"CPU"});
  CHECK(memory.lanes[0].key == "memory/CPU");
}

TEST_CASE("keys are unique and the same for the same trace of another run") {
  const LaneTree tree = build_lane_tree(*lanes_trace().load());
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
  const auto snapshot = lanes_trace().load();
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

}  // namespace lanescope
