#include "core/analysis/flame/flame.h"

#include <map>

#include <doctest/doctest.h>

#include "core/analysis/flame/sandwich.h"
#include "tests/core/analysis/flame/flame_drawing.h"

using namespace lanescope;

namespace {

std::string op(const std::string& name, const std::string& ts, const std::string& dur,
               const std::string& tid = "1") {
  return slice("cpu_op", name, ts, dur, "", "1", tid);
}
std::string python(const std::string& name, const std::string& ts, const std::string& dur) {
  return slice("python_function", name, ts, dur);
}
std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}
std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id) {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id);
}
std::string memory(const std::string& ts, const std::string& bytes) {
  return R"({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1,)"
         R"( "tid": 1, "ts": )" +
         ts + R"(, "args": {"Device Type": 1, "Device Id": 0, "Addr": 16, "Bytes": )" + bytes +
         R"(, "Total Allocated": 100, "Total Reserved": 200}})";
}

}  // namespace

TEST_CASE("equal frames in equal frames are one, the heaviest first") {
  CHECK(flame({op("a", "0", "10"), op("b", "1", "2"), op("c", "4", "5"), op("a", "20", "4"),
               op("b", "21", "1"), op("d", "30", "1"), op("a", "0", "2", "2")},
              {}) == "all 17000 { a 16000 { c 5000 b 3000 } d 1000 }");
}

TEST_CASE("by time only neighbours are one, and threads stand apart") {
  const std::vector<std::string> one{op("a", "0", "10"), op("b", "1", "2"), op("c", "4", "3"),
                                     op("b", "7", "1"),  op("b", "8", "1"), op("z", "20", "1"),
                                     op("a", "30", "2")};
  CHECK(flame(one, {.order = FlameOrder::Time}) ==
        "all 13000 { a 10000 { b 2000 c 3000 b 2000 } z 1000 a 2000 }");
  std::vector<std::string> two = one;
  two.push_back(op("x", "5", "1", "2"));
  CHECK(flame(two, {.order = FlameOrder::Time}).starts_with("all 14000 { 1 13000 { a 10000"));
  CHECK(flame(two, {.order = FlameOrder::Time}).ends_with("} 2 1000 { x 1000 } }"));
}

TEST_CASE("the time of frames that cross is counted once") {
  CHECK(flame({op("a", "0", "10"), op("b", "5", "10"), op("c", "20", "1")}, {}) ==
        "all 16000 { b 10000 a 5000 c 1000 }");
}

TEST_CASE("wall time has what lies in no frame too") {
  CHECK(flame({op("a", "0", "10"), op("b", "15", "5")}, {.weight = FlameWeight::WallTime}) ==
        "all 20000 { a 10000 (untraced) 5000 b 5000 }");
}

TEST_CASE("a window cuts the frames at its ends") {
  const std::vector<std::string> events{op("a", "0", "10"), op("b", "2", "6"), op("c", "9", "1"),
                                        op("d", "12", "5")};
  CHECK(flame(events, {}, range_window({4'000, 14'000})) ==
        "all 8000 { a 6000 { b 4000 c 1000 } d 2000 }");
}

TEST_CASE("GPU time hangs below what launched it, whichever frames are asked for") {
  const std::vector<std::string> events{python("net.py(1): forward", "0", "100"),
                                        python("nn.Module: Linear_0", "1", "50"),
                                        op("aten::mm", "2", "10"),
                                        launch("3", "1"),
                                        launch("60", "2"),
                                        kernel("gemm", "20", "8", "1"),
                                        kernel("fill", "70", "2", "2"),
                                        kernel("lost", "80", "1", "9")};
  const auto gpu = [&](FlameStack stack) {
    return flame(events, {.stack = stack, .weight = FlameWeight::GpuTime});
  };
  CHECK(gpu(FlameStack::Mixed) ==
        "all 11000 { net.py(1): forward 10000 { nn.Module: Linear_0 8000 { aten::mm 8000 { "
        "cudaLaunchKernel 8000 { gemm 8000 } } } cudaLaunchKernel 2000 { fill 2000 } } (launch not "
        "recorded) 1000 { lost 1000 } }");
  CHECK(gpu(FlameStack::Ops) ==
        "all 11000 { aten::mm 8000 { cudaLaunchKernel 8000 { gemm 8000 } } cudaLaunchKernel 2000 "
        "{ fill 2000 } (launch not recorded) 1000 { lost 1000 } }");
  CHECK(gpu(FlameStack::Python) ==
        "all 11000 { net.py(1): forward 10000 { nn.Module: Linear_0 8000 { gemm 8000 } fill 2000 } "
        "(launch not recorded) 1000 { lost 1000 } }");
  CHECK(gpu(FlameStack::Modules) ==
        "all 11000 { nn.Module: Linear_0 8000 { gemm 8000 } fill 2000 (launch not recorded) 1000 { "
        "lost 1000 } }");
  CHECK(flame(events, {.stack = FlameStack::Ops, .weight = FlameWeight::Launches}) ==
        "all 2 { aten::mm 1 { cudaLaunchKernel 1 } cudaLaunchKernel 1 }");
}

TEST_CASE("GPU time is cut at the window, wherever it was launched") {
  CHECK(flame({op("a", "0", "10"), launch("1", "1"), kernel("k", "20", "10", "1")},
              {.weight = FlameWeight::GpuTime}, range_window({25'000, 60'000})) ==
        "all 5000 { a 5000 { cudaLaunchKernel 5000 { k 5000 } } }");
}

TEST_CASE("bytes belong to the frame that takes them, its end included") {
  CHECK(flame({op("a", "0", "10"), op("b", "2", "3"), memory("5", "512"), memory("7", "-512"),
               memory("8", "64"), memory("50", "8")},
              {.weight = FlameWeight::Bytes}) == "all 584 { a 576 { b 512 } }");
}

TEST_CASE("steps tell no calls apart") {
  CHECK(flame({slice("user_annotation", "ProfilerStep#1", "0", "10"), op("a", "1", "2"),
               slice("user_annotation", "ProfilerStep#2", "10", "10"), op("a", "11", "2")},
              {}) == "all 4000 { a 4000 }");
}

TEST_CASE("calls are events that hold something, and the longest is known") {
  const HandMadeTrace trace({op("a", "0", "10"), op("a", "20", "30"), op("a", "60", "5"),
                             launch("1", "1"), launch("61", "2"), kernel("k", "70", "1", "1"),
                             kernel("k", "72", "3", "2")});
  const FlameTree cpu = build_flame_tree(*trace, whole_window(), {});
  CHECK(cpu.nodes[1].calls == 3);
  CHECK(trace->find_slice(cpu.nodes[1].longest)->chunk->dur_ns[1] == 30'000);
  const FlameTree gpu = build_flame_tree(*trace, whole_window(), {.weight = FlameWeight::GpuTime});
  CHECK(gpu.nodes[1].calls == 2);
  CHECK(gpu.nodes[3].calls == 2);
}

TEST_CASE("sums beyond int64 stop at its end") {
  const std::string huge = "4600000000000000";
  const HandMadeTrace trace(
      {op("a", "0", huge, "1"), op("b", "0", huge, "2"), op("c", "0", huge, "3")});
  const FlameTree tree = build_flame_tree(*trace, whole_window(), {});
  CHECK(tree.total() == kMaxNs);
  CHECK(tree.nodes[1].total == tree.nodes[2].total);
  CHECK(tree.nodes.back().end() == kMaxNs);
}

TEST_CASE("a sandwich has callers and callees of a name, recursion counted once") {
  const HandMadeTrace trace({op("x", "0", "20"), op("f", "1", "10"), op("f", "2", "4"),
                             op("g", "3", "2"), op("y", "30", "20"), op("f", "31", "5"),
                             op("h", "32", "1")});
  const FlameTree tree = build_flame_tree(*trace, whole_window(), {});
  const FlameSandwich f = flame_sandwich(*trace, tree, tree.nodes[3].name);
  CHECK(drawn(*trace, f.callers) == "f 15000 { x 10000 y 5000 }");
  CHECK(drawn(*trace, f.callees) == "f 15000 { f 4000 { g 2000 } h 1000 }");
  const FlameSandwich g = flame_sandwich(*trace, tree, f.callees.nodes[3].name);
  CHECK(drawn(*trace, g.callers) == "g 2000 { f 2000 { f 2000 { x 2000 } } }");
}

TEST_CASE("a program that mostly waits opens by wall time, one that works by CPU time") {
  const auto weight_with = [](const char* state) {
    const HandMadeTrace trace(
        {slice("python_sample", "train.py(1): main", "0", "100", "", "1", "1"),
         slice("thread_state", "running", "0", "20", "", "1", "1"),
         slice("thread_state", state, "20", "80", "", "1", "1")});
    return usual_flame_query(*trace).weight;
  };
  CHECK(weight_with("clock_nanosleep") == FlameWeight::WallTime);
  CHECK(weight_with("running · GIL") == FlameWeight::CpuTime);
  CHECK(weight_with("waiting for a CPU") == FlameWeight::CpuTime);
}
