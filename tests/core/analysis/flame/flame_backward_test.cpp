// Backward operators that stand in their forward ones, and flame graphs of one training step.
#include <doctest/doctest.h>

#include "core/analysis/events/step_ranges.h"
#include "tests/core/analysis/flame/flame_drawing.h"

using namespace lanescope;

namespace {

std::string op(const std::string& name, const std::string& ts, const std::string& dur,
               const std::string& tid = "1") {
  return slice("cpu_op", name, ts, dur, "", "1", tid);
}
std::string launch(const std::string& ts, const std::string& id, const std::string& tid = "1") {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id, "1", tid);
}
std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id) {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id);
}
std::string flow(const std::string& phase, const std::string& ts, const std::string& tid,
                 const std::string& id) {
  return R"({"ph": ")" + phase + R"(", "cat": "fwdbwd", "name": "fwdbwd", "id": )" + id +
         R"(, "pid": 1, "tid": )" + tid + R"(, "ts": )" + ts + R"(, "bp": "e"})";
}

/// A module with two operators, each with its backward twin on the autograd thread.
const std::vector<std::string> kTraining{
    slice("python_function", "nn.Module: Net_0", "0", "50"),
    op("aten::linear", "10", "10"),
    launch("11", "1"),
    kernel("gemm", "30", "4", "1"),
    op("aten::relu", "25", "5"),
    launch("26", "2"),
    kernel("clamp", "40", "1", "2"),
    op("engine", "100", "100", "2"),
    op("autograd::engine::evaluate_function: ReluBackward0", "110", "10", "2"),
    op("ReluBackward0", "111", "8", "2"),
    launch("112", "3", "2"),
    kernel("mask", "130", "2", "3"),
    op("autograd::engine::evaluate_function: AddmmBackward0", "140", "20", "2"),
    op("AddmmBackward0", "141", "18", "2"),
    op("aten::mm", "142", "10", "2"),
    launch("143", "4", "2"),
    kernel("dgrad", "170", "8", "4"),
    launch("190", "5", "2"),
    kernel("lone", "200", "16", "5"),
    flow("s", "10", "1", "1"),
    flow("f", "141", "2", "1"),
    flow("s", "25", "1", "2"),
    flow("f", "111", "2", "2"),
};

FlameQuery moved(FlameStack stack, FlameWeight weight = FlameWeight::GpuTime) {
  return {.stack = stack, .weight = weight, .backward_in_forward = true};
}

}  // namespace

TEST_CASE("backward kernels hang below the forward operator, the engine's call with it") {
  CHECK(flame(kTraining, moved(FlameStack::Ops)) ==
        "all 31000 { engine 16000 { cudaLaunchKernel 16000 { lone 16000 } } "
        "aten::linear 12000 { autograd::engine::evaluate_function: AddmmBackward0 8000 { "
        "AddmmBackward0 8000 { aten::mm 8000 { cudaLaunchKernel 8000 { dgrad 8000 } } } } "
        "cudaLaunchKernel 4000 { gemm 4000 } } "
        "aten::relu 3000 { autograd::engine::evaluate_function: ReluBackward0 2000 { "
        "ReluBackward0 2000 { cudaLaunchKernel 2000 { mask 2000 } } } "
        "cudaLaunchKernel 1000 { clamp 1000 } } }");
}

TEST_CASE("a module shows what it costs in both passes") {
  CHECK(flame(kTraining, moved(FlameStack::Modules)) ==
        "all 31000 { lone 16000 nn.Module: Net_0 15000 { "
        "autograd::engine::evaluate_function: AddmmBackward0 8000 { AddmmBackward0 8000 { dgrad "
        "8000 } } gemm 4000 "
        "autograd::engine::evaluate_function: ReluBackward0 2000 { ReluBackward0 2000 { mask 2000 "
        "} } clamp 1000 } }");
}

TEST_CASE("CPU time of the backward pass moves too and nothing is lost or counted twice") {
  const std::string moved_text = flame(kTraining, moved(FlameStack::Ops, FlameWeight::CpuTime));
  CHECK(moved_text.starts_with("all 115000 { engine 70000 "));
  CHECK(moved_text.find("aten::linear 30000 { autograd::engine::evaluate_function: AddmmBackward0 "
                        "20000 { AddmmBackward0 18000 { aten::mm 10000 {") != std::string::npos);
  CHECK(flame(kTraining, {.stack = FlameStack::Ops}).starts_with("all 115000 { engine 100000 {"));
}

TEST_CASE("backward stays where it was called by time, of one thread, and without flows") {
  FlameQuery query = moved(FlameStack::Ops);
  const std::string apart = flame(kTraining, {.stack = FlameStack::Ops, .weight = query.weight});
  CHECK(apart.starts_with("all 31000 { engine 26000 {"));
  const std::vector<std::string> without(kTraining.begin(), kTraining.end() - 4);
  CHECK(flame(without, query) == apart);
  query.order = FlameOrder::Time;
  CHECK(flame(kTraining, query).find("engine 26000 {") != std::string::npos);
  const HandMadeTrace trace(kTraining);
  query.order = FlameOrder::LeftHeavy;
  for (const Track& track : trace->tracks) {
    if (track.kind == TrackKind::CpuThread) query.thread = track.id;
  }
  CHECK(drawn(*trace, build_flame_tree(*trace, whole_window(), query))
            .starts_with("all 26000 { eng"));
}

TEST_CASE("a backward pass inside a backward pass follows its forward operators") {
  // b is the backward of a, c the backward of b.
  CHECK(flame({op("a", "0", "10"), op("b", "100", "10", "2"), op("c", "200", "10", "3"),
               launch("201", "1", "3"), kernel("k", "300", "5", "1"), flow("s", "0", "1", "1"),
               flow("f", "100", "2", "1"), flow("s", "100", "2", "2"), flow("f", "200", "3", "2")},
              moved(FlameStack::Ops)) ==
        "all 5000 { a 5000 { b 5000 { c 5000 { cudaLaunchKernel 5000 { k 5000 } } } } }");
}

TEST_CASE("forward and backward in a circle keep their time") {
  CHECK(flame({op("a", "0", "10"), op("b", "100", "10", "2"), flow("s", "0", "1", "1"),
               flow("f", "100", "2", "1"), flow("s", "100", "2", "2"), flow("f", "0", "1", "2")},
              moved(FlameStack::Ops, FlameWeight::CpuTime))
            .starts_with("all 20000 { "));
  CHECK(flame({op("a", "0", "10"), flow("s", "0", "1", "1"), flow("f", "0", "1", "1")},
              moved(FlameStack::Ops, FlameWeight::CpuTime)) == "all 10000 { a 10000 }");
}

TEST_CASE("a step has the host's time in it and all GPU work it launched, whenever that runs") {
  const std::vector<std::string> events{slice("user_annotation", "ProfilerStep#1", "0", "10"),
                                        op("a", "1", "4"),
                                        launch("2", "1"),
                                        kernel("late", "12", "100", "1"),
                                        slice("user_annotation", "ProfilerStep#2", "10", "10"),
                                        op("b", "11", "6"),
                                        launch("12", "2"),
                                        kernel("later", "112", "50", "2")};
  const HandMadeTrace trace(events);
  const auto of_step = [&](std::size_t i, FlameWeight weight) {
    return drawn(*trace,
                 build_flame_tree(*trace, whole_window(),
                                  {.weight = weight, .step = step_ranges(*trace)[i].range}));
  };
  CHECK(of_step(0, FlameWeight::GpuTime) ==
        "all 100000 { a 100000 { cudaLaunchKernel 100000 { late 100000 } } }");
  CHECK(of_step(1, FlameWeight::GpuTime) ==
        "all 50000 { b 50000 { cudaLaunchKernel 50000 { later 50000 } } }");
  CHECK(of_step(0, FlameWeight::CpuTime) == "all 4000 { a 4000 { cudaLaunchKernel 1000 } }");
  CHECK(of_step(1, FlameWeight::Launches) == "all 1 { b 1 { cudaLaunchKernel 1 } }");
}
