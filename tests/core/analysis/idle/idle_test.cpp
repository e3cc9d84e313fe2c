// Whose fault the gaps of a GPU are.
#include "core/analysis/idle/idle.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/analysis/idle/idle_fixture.h"

using namespace lanescope;

TEST_CASE("a gap goes to what the launching thread did, and to the launch itself") {
  const Idle idle(with_gap({slice("cpu_op", "aten::mm", "20", "30")}));
  REQUIRE(idle.device().gaps.size() == 1);
  CHECK(idle.device().total_ns == 90'000);
  CHECK(idle.of(IdleClass::CpuOp) == 30'000);
  CHECK(idle.of(IdleClass::Untraced) == 10'000 + 40'000);
  CHECK(idle.of(IdleClass::LaunchLatency) == 10'000);
  const IdleGap& gap = idle.device().gaps[0];
  CHECK(idle.name(gap.kernel) == "b");
  CHECK(idle.name(gap.launch) == "cudaLaunchKernel");
  CHECK(gap.main == IdleClass::Untraced);
  CHECK(idle.device().pieces_of(gap).size() == 4);
}

TEST_CASE("what lies in a pause of the recording is nobody's fault") {
  const Idle idle(with_gap({slice("cpu_op", "aten::mm", "20", "30"),
                            slice("overhead", "Paused", "40", "20", "", "1", R"("Capture")"),
                            slice("overhead", "Paused", "85", "10", "", "1", R"("Capture")")}));
  CHECK(idle.device().total_ns == 60'000);
  CHECK(idle.device().paused.ns == 20'000 + 10'000);
  CHECK(idle.of(IdleClass::CpuOp) == 20'000);
  CHECK(idle.of(IdleClass::Untraced) == 10'000 + 25'000);
  CHECK(idle.of(IdleClass::LaunchLatency) == 5'000);
}

TEST_CASE("time that was not recorded is no wait of the queue's") {
  const Idle idle({launch("1", "2"), kernel("a", "0", "10", "1"), kernel("b", "100", "10", "2"),
                   slice("overhead", "Paused", "20", "70", "", "1", R"("Capture")")});
  CHECK(idle.of(IdleClass::DeviceWait) == 20'000);
  // 20 µs are no longer than kernels take to follow each other.
  CHECK(idle.device().waits[static_cast<std::size_t>(DeviceWait::KernelDelay)].ns == 20'000);
  CHECK(idle.device().total_ns == 20'000);
}

TEST_CASE("the first class that is anywhere on the stack counts") {
  const Idle idle(with_gap({
      slice("user_annotation", "my range", "10", "80"),
      slice("python_function", "train.py(3): step", "20", "70"),
      slice("cpu_op", "aten::item", "30", "60"),
      slice("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "40",
            "50"),
      call("cudaEventRecord", "50", "40"),
      call("cudaMalloc", "60", "30"),
      call("cudaStreamSynchronize", "70", "15"),
  }));
  CHECK(idle.of(IdleClass::AnnotationOnly) == 10'000);
  CHECK(idle.of(IdleClass::Python) == 10'000);
  CHECK(idle.of(IdleClass::CpuOp) == 10'000);
  CHECK(idle.of(IdleClass::DataLoading) == 10'000);
  CHECK(idle.of(IdleClass::Runtime) == 10'000);
  CHECK(idle.of(IdleClass::Allocation) == 10'000 + 5'000);
  CHECK(idle.of(IdleClass::Sync) == 15'000);
}

TEST_CASE("a Python function of JAX that waits for results waits for the GPU, for its caller") {
  const Idle idle(with_gap({
      slice("python_function", "train.py(3): step", "10", "80"),
      slice("python_function", "api.py(3105): block_until_ready", "20", "40"),
  }));
  CHECK(idle.of(IdleClass::Sync) == 40'000);
  CHECK(idle.of(IdleClass::Python) == 40'000);
  REQUIRE(idle.device().gaps.size() == 1);
  for (const IdlePiece piece : idle.device().pieces_of(idle.device().gaps[0])) {
    if (piece.what != IdleClass::Sync) continue;
    CHECK(idle.name(piece.cause) == "api.py(3105): block_until_ready");
    CHECK(idle.name(piece.culprit) == "train.py(3): step");
  }
}

TEST_CASE("operators that are marked ranges by their names are no operators") {
  const Idle idle(with_gap({slice("cpu_op", "Optimizer.step#SGD.step", "10", "80")}));
  CHECK(idle.of(IdleClass::AnnotationOnly) == 80'000);
  CHECK(idle.of(IdleClass::CpuOp) == 0);
}

TEST_CASE("the culprit is the innermost operator, else frame, else range, else the call") {
  const Idle idle(with_gap({
      slice("user_annotation", "outer", "10", "80"),
      slice("user_annotation", "inner", "12", "8"),
      slice("python_function", "train.py(3): step", "30", "10"),
      slice("cpu_op", "aten::to", "50", "40"),
      slice("cpu_op", "aten::copy_", "60", "10"),
      call("cudaMalloc", "62", "8"),
  }));
  REQUIRE(idle.device().gaps.size() == 1);
  const GapPieces pieces = idle.device().pieces_of(idle.device().gaps[0]);
  std::vector<std::string> names;
  for (const IdlePiece piece : pieces) names.push_back(idle.name(piece.culprit));
  CHECK(names == std::vector<std::string>{"outer", "inner", "outer", "train.py(3): step", "outer",
                                          "aten::to", "aten::copy_", "aten::copy_", "aten::to",
                                          "cudaLaunchKernel"});
  CHECK(idle.name(pieces[7].cause) == "cudaMalloc");
}

TEST_CASE("where the launching thread is empty the thread of the steps answers") {
  const Idle idle({
      slice("user_annotation", "ProfilerStep#1", "0", "200"),
      slice("cpu_op", "aten::backward_waits", "30", "20"),
      slice("cpu_op", "MulBackward0", "60", "20", "", "1", "2"),
      kernel("a", "0", "10", "1"),
      launch("90", "2", "2"),
      kernel("b", "100", "10", "2"),
  });
  CHECK(idle.of(IdleClass::CpuOp) == 40'000);
  CHECK(idle.of(IdleClass::AnnotationOnly) == 40'000);
  CHECK(idle.of(IdleClass::Untraced) == 0);
}

TEST_CASE("without steps the only thread with Python functions answers, if it launches nothing") {
  const Idle idle({
      slice("python_function", "train.py(3): step", "20", "40"),
      slice("cpu_op", "PjitFunction", "30", "20"),
      kernel("a", "0", "10", "1"),
      launch("90", "2", "2"),
      kernel("b", "100", "10", "2"),
  });
  CHECK(idle.of(IdleClass::CpuOp) == 20'000);
  CHECK(idle.of(IdleClass::Python) == 20'000);
  CHECK(idle.of(IdleClass::Untraced) == 40'000);
  // The thread that launches has some of its own: what others do explains nothing.
  const Idle both({
      slice("python_function", "train.py(3): step", "20", "40"),
      slice("python_function", "worker.py(5): launch", "89", "3", "", "1", "2"),
      kernel("a", "0", "10", "1"),
      launch("90", "2", "2"),
      kernel("b", "100", "10", "2"),
  });
  CHECK(both.of(IdleClass::Untraced) == 79'000);
}

TEST_CASE("work that was launched before the GPU ran dry makes the gap the device's") {
  const Idle idle({
      kernel("a", "0", "10", "1"),
      launch("5", "2"),
      kernel("b", "20", "10", "2"),
      launch("6", "3"),
      kernel("c", "60", "10", "3"),
      launch("7", "4"),
      kernel("ncclDevKernel_AllReduce", "80", "10", "4"),
      call("cudaGraphLaunch", "8", "1", "5"),
      kernel("d", "100", "10", "5"),
      launch("30", "6"),
      kernel("e", "200", "10", "6"),
      slice("cuda_sync", "Stream Wait Event", "105", "100", R"("device": 0, "stream": 7)", "0",
            "7"),
  });
  CHECK(idle.of(IdleClass::DeviceWait) == idle.device().total_ns);
  std::vector<DeviceWait> waits;
  for (const IdleGap& gap : idle.device().gaps) waits.push_back(gap.wait);
  CHECK(waits == std::vector<DeviceWait>{DeviceWait::KernelDelay, DeviceWait::Unexplained,
                                         DeviceWait::Collective, DeviceWait::Graph,
                                         DeviceWait::StreamWait});
  CHECK(idle.device().waits[static_cast<std::size_t>(DeviceWait::StreamWait)].ns == 90'000);
}

TEST_CASE("a launch at the very end of the work before it was in time") {
  CHECK(Idle({kernel("a", "0", "10", "1"), launch("10", "2"), kernel("b", "20", "1", "2")})
            .of(IdleClass::DeviceWait) == 10'000);
  CHECK(Idle({kernel("a", "0", "10", "1"), launch("11", "2"), kernel("b", "20", "1", "2")})
            .of(IdleClass::LaunchLatency) == 9'000);
}

TEST_CASE("a launch that begins after its work leaves no launch latency") {
  const Idle idle({kernel("a", "0", "10", "1"), kernel("b", "20", "10", "2"), launch("25", "2")});
  CHECK(idle.of(IdleClass::LaunchLatency) == 0);
  CHECK(idle.of(IdleClass::Untraced) == 10'000);
}

TEST_CASE("work whose launch is not in the trace leaves its gap unlinked") {
  const Idle idle({kernel("a", "0", "10", "1"), kernel("b", "20", "10", "2")});
  CHECK(idle.of(IdleClass::Unlinked) == 10'000);
  CHECK(idle.name(idle.device().gaps[0].kernel) == "b");
  CHECK(idle.device().gaps[0].launch == EventId::None);
}

TEST_CASE(
    "of events that start together the one that ends first ends the gap, then what was launched "
    "first") {
  const Idle shorter({kernel("a", "0", "10", "1"), kernel("long", "20", "10", "2", "7"),
                      kernel("short", "20", "5", "3", "9")});
  CHECK(shorter.name(shorter.device().gaps[0].kernel) == "short");
  const auto first_of = [](std::vector<std::string> events, bool turned) {
    if (turned) std::ranges::reverse(events);
    const Idle idle(events);
    return idle.name(idle.device().gaps[0].kernel);
  };
  for (const bool turned : {false, true}) {  // the order in the file does not matter
    CAPTURE(turned);
    CHECK(first_of({kernel("a", "0", "10", "1"), kernel("early", "20", "5", "2", "9"),
                    kernel("aged", "20", "5", "3", "7"), launch("3", "2"), launch("5", "3")},
                   turned) == "early");
    CHECK(first_of({kernel("a", "0", "10", "1"), kernel("first", "20", "5", "2", "9"),
                    kernel("second", "20", "5", "3", "7")},
                   turned) == "first");
  }
}

TEST_CASE("an event without a length cuts a gap in two") {
  const Idle idle(
      {kernel("a", "0", "10", "1"), kernel("fill", "15", "0", "2"), kernel("b", "20", "5", "3")});
  REQUIRE(idle.device().gaps.size() == 2);
  CHECK(idle.name(idle.device().gaps[0].kernel) == "fill");
  CHECK(idle.device().total_ns == 10'000);
}

TEST_CASE("streams of a device share its gaps, devices have their own") {
  const Idle idle({kernel("a", "0", "10", "1"), kernel("b", "5", "20", "2", "9"),
                   kernel("c", "30", "1", "3"), kernel("d", "0", "1", "4", "7", "1"),
                   kernel("e", "50", "1", "5", "7", "1")});
  REQUIRE(idle.time.devices.size() == 2);
  CHECK(idle.device().total_ns == 5'000);
  CHECK(idle.time.devices[1].total_ns == 49'000);
  AnalysisWindow second = whole_window();
  second.device = 1;
  CHECK(analyse_idle({*idle.trace, second}).devices.size() == 1);
}

TEST_CASE("a wait that came back after the GPU had run dry and before the launch drained it") {
  const auto drained_by = [](const std::vector<std::string>& host) {
    const Idle idle(with_gap(host));
    return idle.name(idle.device().gaps[0].drained_by);
  };
  CHECK(drained_by({call("cudaStreamSynchronize", "5", "10")}) == "cudaStreamSynchronize");
  CHECK(drained_by({call("cudaStreamSynchronize", "5", "5")}) == "cudaStreamSynchronize");
  CHECK(drained_by({call("cudaMemcpy", "5", "85", "", "2")}) == "cudaMemcpy");
  CHECK(drained_by({call("cudaStreamSynchronize", "5", "4")}).empty());
  CHECK(drained_by({call("cudaStreamSynchronize", "10", "10")}).empty());
  CHECK(drained_by({call("cudaStreamSynchronize", "5", "86")}).empty());
  CHECK(drained_by({call("cudaStreamWaitEvent", "5", "10")}).empty());
  // The last one back, and of those that come back together the outermost.
  CHECK(drained_by({call("cudaEventSynchronize", "5", "10"), call("cudaMemcpy", "4", "20", "", "2"),
                    call("cudaStreamSynchronize", "6", "18", "", "2")}) == "cudaMemcpy");
  const Idle idle(with_gap({call("cudaStreamSynchronize", "5", "10")}));
  CHECK(idle.device().drained.gaps == 1);
  CHECK(idle.device().drained.ns == 90'000);
}
