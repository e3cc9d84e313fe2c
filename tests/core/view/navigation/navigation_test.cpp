#include "core/view/navigation/navigation.h"

#include <doctest/doctest.h>

#include "core/view/events/flow_model.h"
#include "core/view/events/gpu_work.h"
#include "core/view/events/slice_stack.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// forward (linear > addmm > cudaLaunchKernel), its backward on another thread, kernels, a graph.
TraceText linked() {
  TraceText trace;
  trace.cpu("python_function", "train.py(3): step", "0", "900");
  trace.cpu("cpu_op", "aten::linear", "10", "80").cpu("cpu_op", "aten::addmm", "20", "50");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "30", "10", R"("correlation":1)");
  trace.cpu("cpu_op", "aten::linear", "200", "50");
  trace.cpu("cuda_runtime", "cudaGraphLaunch", "300", "10", R"("correlation":2)");
  trace.slice("cpu_op", "AddmmBackward0", "100", "101", "500", "60");
  trace.slice("cuda_runtime", "cudaLaunchKernel", "100", "101", "510", "10", R"("correlation":3)");
  trace.kernel("gemm", "100", "20", "1").kernel("node", "350", "10", "2");
  trace.kernel("node", "330", "10", "2", "13").kernel("gemm", "600", "20", "3");
  trace.flow("s", "fwdbwd", "1", "100", "20").flow("f", "fwdbwd", "1", "101", "500");
  trace.flow("s", "ac2g", "1", "100", "30");
  trace.instant("mark", "35").instant("mark", "40").instant("other", "50");
  return trace;
}

}  // namespace

TEST_CASE("neighbours in the lane are on the same row") {
  const auto snapshot = linked().load();
  const EventId first = event_named(*snapshot, "aten::linear", 0);
  const EventId second = event_named(*snapshot, "aten::linear", 1);
  CHECK(neighbour_in_lane(*snapshot, first, Direction::Next) == second);
  CHECK(neighbour_in_lane(*snapshot, second, Direction::Previous) == first);
  CHECK(neighbour_in_lane(*snapshot, first, Direction::Previous) == EventId::None);
  CHECK(neighbour_in_lane(*snapshot, second, Direction::Next) ==
        event_named(*snapshot, "cudaGraphLaunch"));
  CHECK(neighbour_in_lane(*snapshot, EventId::None, Direction::Next) == EventId::None);
}

TEST_CASE("neighbours in a stream are on any row, by start") {
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "0", "5", R"("correlation":1)");
  const char* const names[] = {"a", "b", "inner", "c", "same", "same"};
  trace.kernel("a", "100", "50", "1").kernel("b", "140", "60", "1");
  trace.kernel("inner", "150", "10", "1").kernel("c", "210", "20", "1");
  trace.kernel("same", "300", "20", "1").kernel("same", "300", "20", "1");
  const auto snapshot = trace.load();
  EventId here = event_named(*snapshot, "a");
  CHECK(neighbour_in_lane(*snapshot, here, Direction::Previous) == EventId::None);
  for (const char* name : names) {
    CAPTURE(name);
    const auto slice = snapshot->find_slice(here);
    REQUIRE(slice);
    CHECK(snapshot->text(slice->chunk->name[slice->slice]) == name);
    const EventId next = neighbour_in_lane(*snapshot, here, Direction::Next);
    if (next == EventId::None) break;
    CHECK(neighbour_in_lane(*snapshot, next, Direction::Previous) == here);
    here = next;
  }
  CHECK(neighbour_in_lane(*snapshot, here, Direction::Next) == EventId::None);
}

TEST_CASE("neighbours of a name may be on any row of the track") {
  TraceText trace;
  trace.cpu("cpu_op", "x", "0", "10").cpu("cpu_op", "outer", "20", "50");
  trace.cpu("cpu_op", "x", "30", "5").cpu("cpu_op", "x", "40", "20").cpu("cpu_op", "x", "45", "5");
  trace.cpu("cpu_op", "x", "100", "5");
  const auto snapshot = trace.load();
  for (std::size_t i = 0; i + 1 < 5; ++i) {
    CAPTURE(i);
    const EventId here = event_named(*snapshot, "x", i);
    const EventId next = event_named(*snapshot, "x", i + 1);
    CHECK(neighbour_of_name(*snapshot, here, Direction::Next) == next);
    CHECK(neighbour_of_name(*snapshot, next, Direction::Previous) == here);
  }
  CHECK(neighbour_of_name(*snapshot, event_named(*snapshot, "x", 4), Direction::Next) ==
        EventId::None);
  CHECK(neighbour_of_name(*snapshot, event_named(*snapshot, "outer"), Direction::Next) ==
        EventId::None);
}

TEST_CASE("instants have neighbours among instants") {
  const auto snapshot = linked().load();
  const EventId first = event_named(*snapshot, "mark", 0);
  const EventId second = event_named(*snapshot, "mark", 1);
  const EventId other = event_named(*snapshot, "other");
  CHECK(neighbour_in_lane(*snapshot, second, Direction::Next) == other);
  CHECK(neighbour_of_name(*snapshot, first, Direction::Next) == second);
  CHECK(neighbour_of_name(*snapshot, second, Direction::Next) == EventId::None);
}

TEST_CASE("up and down the call depth") {
  const auto snapshot = linked().load();
  const EventId linear = event_named(*snapshot, "aten::linear", 0);
  const EventId addmm = event_named(*snapshot, "aten::addmm");
  const EventId call = event_named(*snapshot, "cudaLaunchKernel", 0);
  CHECK(enclosing(*snapshot, call) == addmm);
  CHECK(enclosing(*snapshot, addmm) == linear);
  CHECK(first_inside(*snapshot, linear) == addmm);
  CHECK(first_inside(*snapshot, call) == EventId::None);
  CHECK(enclosing(*snapshot, event_named(*snapshot, "train.py(3): step")) == EventId::None);
  CHECK(enclosing(*snapshot, event_named(*snapshot, "mark", 0)) == call);
}

TEST_CASE("forward along the flow leads from launches to kernels and from forward to backward") {
  const auto snapshot = linked().load();
  CHECK(flow_forward(*snapshot, event_named(*snapshot, "cudaLaunchKernel", 0)) ==
        event_named(*snapshot, "gemm", 0));
  CHECK(flow_forward(*snapshot, event_named(*snapshot, "cudaGraphLaunch")) ==
        event_named(*snapshot, "node", 0));
  CHECK(flow_forward(*snapshot, event_named(*snapshot, "aten::addmm")) ==
        event_named(*snapshot, "AddmmBackward0"));
  CHECK(flow_forward(*snapshot, event_named(*snapshot, "aten::linear", 0)) ==
        event_named(*snapshot, "gemm", 0));
  CHECK(flow_forward(*snapshot, event_named(*snapshot, "gemm", 0)) == EventId::None);
}

TEST_CASE("back along the flow leads to launches and to forward operators") {
  const auto snapshot = linked().load();
  CHECK(flow_back(*snapshot, event_named(*snapshot, "gemm", 1)) ==
        event_named(*snapshot, "cudaLaunchKernel", 1));
  CHECK(flow_back(*snapshot, event_named(*snapshot, "AddmmBackward0")) ==
        event_named(*snapshot, "aten::addmm"));
  CHECK(flow_back(*snapshot, event_named(*snapshot, "aten::linear", 0)) == EventId::None);
}

TEST_CASE("the nearest slice of a lane is found from any time") {
  const auto snapshot = linked().load();
  const TrackId stream = snapshot->find_slice(event_named(*snapshot, "gemm", 0))->track->id;
  CHECK(nearest_slice(*snapshot, stream, 0) == event_named(*snapshot, "gemm", 0));
  CHECK(nearest_slice(*snapshot, stream, 110'000) == event_named(*snapshot, "gemm", 0));
  CHECK(nearest_slice(*snapshot, stream, 590'000) == event_named(*snapshot, "gemm", 1));
  CHECK(nearest_slice(*snapshot, stream, kMaxNs) == event_named(*snapshot, "gemm", 1));
  CHECK(nearest_slice(*snapshot, TrackId{999}, 0) == EventId::None);
}

TEST_CASE("GPU work of an operator is what was launched inside it") {
  const auto snapshot = linked().load();
  const GpuWork of_step = gpu_work(*snapshot, event_named(*snapshot, "train.py(3): step"));
  CHECK(of_step.count == 3);
  CHECK(of_step.total_ns == 40'000);
  const GpuWork of_graph = gpu_work(*snapshot, event_named(*snapshot, "cudaGraphLaunch"), 1);
  CHECK(of_graph.count == 2);
  CHECK(of_graph.events.size() == 1);
  CHECK(gpu_work(*snapshot, event_named(*snapshot, "gemm", 0)).count == 0);
  CHECK(gpu_work(*snapshot, EventId::None).count == 0);
  CHECK(launch_of(*snapshot, event_named(*snapshot, "aten::addmm")) == EventId::None);
}

TEST_CASE("arrows join the selection with what launched it, what it launched and its twin") {
  const auto snapshot = linked().load();
  const auto of_kernel = flow_arrows(*snapshot, event_named(*snapshot, "gemm", 0));
  REQUIRE(of_kernel.size() == 1);
  CHECK(of_kernel[0].kind == ArrowKind::Launch);
  CHECK(of_kernel[0].from.event == event_named(*snapshot, "cudaLaunchKernel", 0));
  CHECK(of_kernel[0].from.row == 3);
  CHECK(of_kernel[0].to.time_ns == 100'000);
  const auto of_graph = flow_arrows(*snapshot, event_named(*snapshot, "cudaGraphLaunch"));
  REQUIRE(of_graph.size() == 2);
  CHECK(of_graph[0].to.time_ns < of_graph[1].to.time_ns);
  const auto of_op = flow_arrows(*snapshot, event_named(*snapshot, "aten::addmm"));
  REQUIRE(of_op.size() == 2);
  CHECK(of_op[0].kind == ArrowKind::Launch);
  CHECK(of_op[1].kind == ArrowKind::Autograd);
  CHECK(of_op[1].to.event == event_named(*snapshot, "AddmmBackward0"));
  CHECK(flow_arrows(*snapshot, event_named(*snapshot, "cudaGraphLaunch"), 1).size() == 1);
  CHECK(flow_arrows(*snapshot, EventId::None).empty());
}

TEST_CASE("flows of other programs go through their steps") {
  TraceText trace;
  trace.cpu("x", "one", "0", "10").cpu("x", "two", "20", "10").cpu("x", "three", "40", "10");
  trace.flow("s", "task", "7", "100", "0").flow("t", "task", "7", "100", "20");
  trace.flow("f", "task", "7", "100", "40").flow("f", "task", "8", "100", "40");
  const auto snapshot = trace.load();
  const auto of_one = flow_partners(*snapshot, event_named(*snapshot, "one"));
  REQUIRE(of_one.size() == 1);
  CHECK(of_one[0].event == event_named(*snapshot, "two"));
  CHECK(of_one[0].forward);
  const auto of_two = flow_partners(*snapshot, event_named(*snapshot, "two"));
  REQUIRE(of_two.size() == 2);
  const auto of_three = flow_partners(*snapshot, event_named(*snapshot, "three"));
  REQUIRE(of_three.size() == 1);
  CHECK(of_three[0].event == event_named(*snapshot, "two"));
  CHECK(flow_forward(*snapshot, event_named(*snapshot, "one")) == event_named(*snapshot, "two"));
}

TEST_CASE("the stack at a time is outermost first") {
  const auto snapshot = linked().load();
  const Track& track = *snapshot->find_slice(event_named(*snapshot, "aten::addmm"))->track;
  const auto stack = slices_at(track, 35'000);
  REQUIRE(stack.size() == 4);
  CHECK(snapshot->text(stack[0].chunk->name[stack[0].slice]) == "train.py(3): step");
  CHECK(snapshot->text(stack[3].chunk->name[stack[3].slice]) == "cudaLaunchKernel");
  CHECK(slices_at(track, 40'000).size() == 3);
  CHECK(slices_at(track, -1).empty());
  CHECK(slices_at(track, kMaxNs).empty());
}

}  // namespace lanescope
