#include "core/analysis/idle/idle.h"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/host/site.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string call(const std::string& name, const std::string& ts, const std::string& dur,
                 const std::string& id = "", const std::string& tid = "1") {
  return slice("cuda_runtime", name, ts, dur, id.empty() ? "" : R"("correlation": )" + id, "1",
               tid);
}
std::string launch(const std::string& ts, const std::string& id, const std::string& tid = "1") {
  return call("cudaLaunchKernel", ts, "1", id, tid);
}
std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id, const std::string& stream = "7",
                   const std::string& device = "0") {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id, stream, device);
}

/// The idle time of the first device.
struct Idle {
  HandMadeTrace trace;
  IdleTime time;

  explicit Idle(const std::vector<std::string>& events,
                const AnalysisWindow& window = whole_window())
      : trace(events), time(analyse_idle({*trace, window})) {
    for (const IdleDevice& device : time.devices) {
      Ns sum_ns = 0;
      for (const IdleTotal& total : device.classes) sum_ns += total.ns;
      CHECK(sum_ns == device.total_ns);
    }
  }
  [[nodiscard]] const IdleDevice& device() const { return time.devices.at(0); }
  [[nodiscard]] Ns of(IdleClass what) const {
    return device().classes[static_cast<std::size_t>(what)].ns;
  }
  [[nodiscard]] std::string name(EventId event) const {
    return std::string(trace->text(slice_name(*trace, event)));
  }
};

/// A kernel that ends at 10 and one that starts at 100, launched at 90 by thread 1.
std::vector<std::string> with_gap(std::vector<std::string> host) {
  host.insert(host.end(),
              {kernel("a", "0", "10", "1"), launch("90", "2"), kernel("b", "100", "10", "2")});
  return host;
}

}  // namespace

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

TEST_CASE("a chosen range counts gaps as far as they lie in it, judged whole") {
  const std::vector<std::string> events = with_gap({slice("cpu_op", "aten::mm", "20", "70")});
  const Idle left(events, range_window({0, 50'000}));
  CHECK(left.device().total_ns == 40'000);
  CHECK(left.of(IdleClass::CpuOp) == 30'000);
  CHECK(left.of(IdleClass::Untraced) == 10'000);
  const Idle right(events, range_window({50'000, 105'000}));
  CHECK(right.of(IdleClass::CpuOp) == 40'000);
  CHECK(right.of(IdleClass::LaunchLatency) == 10'000);
  CHECK(right.device().gaps.size() == 1);
}

TEST_CASE("a chosen range has gaps before the first work and after the last") {
  const Idle idle({slice("user_annotation", "ProfilerStep#1", "50", "100"),
                   kernel("a", "60", "10", "1"), launch("55", "1")},
                  range_window({50'000, 150'000}));
  REQUIRE(idle.device().gaps.size() == 2);
  CHECK(idle.device().total_ns == 90'000);
  CHECK(idle.of(IdleClass::LaunchLatency) == 5'000);
  CHECK(idle.of(IdleClass::AnnotationOnly) == 5'000 + 80'000);
  CHECK(idle.device().gaps[1].kernel == EventId::None);
}

TEST_CASE("a device without work in the range is idle all through it") {
  const Idle idle({kernel("a", "0", "10", "1")}, range_window({50'000, 60'000}));
  CHECK(idle.device().total_ns == 10'000);
  CHECK(idle.of(IdleClass::Untraced) == 10'000);
}

TEST_CASE("culprits add up what gaps have in common, the longest first") {
  const Idle idle({
      slice("cpu_op", "aten::slow", "20", "60"),
      kernel("a", "0", "10", "1"),
      launch("80", "2"),
      kernel("b", "80", "10", "2"),
      slice("cpu_op", "aten::slow", "95", "10"),
      launch("105", "3"),
      kernel("c", "105", "5", "3"),
  });
  const IdleCulprit& first = idle.device().culprits.at(0);
  CHECK(idle.trace->text(first.name) == "aten::slow");
  CHECK(first.what == IdleClass::CpuOp);
  CHECK(first.total.ns == 70'000);
  CHECK(first.total.gaps == 2);
  CHECK(first.max_ns == 60'000);
  CHECK(first.first_ns == 20'000);
}

TEST_CASE("steps are one culprit, whatever their numbers") {
  const Idle idle({slice("user_annotation", "ProfilerStep#1", "0", "50"),
                   slice("user_annotation", "ProfilerStep#2", "50", "50"),
                   kernel("a", "0", "10", "1"), launch("80", "2"), kernel("b", "80", "10", "2")});
  const IdleCulprit& first = idle.device().culprits.at(0);
  CHECK(idle.trace->text(first.name) == "ProfilerStep#1");
  CHECK(first.total.ns == 70'000);
}

TEST_CASE("the source is the innermost frame of the user's own code") {
  const Idle idle(with_gap({
      slice("python_function", "train.py(42): main", "10", "80"),
      slice("python_function", "torch/nn/modules/linear.py(114): forward", "20", "70"),
      slice("python_function", "<built-in method linear of type>", "25", "65"),
      slice("cpu_op", "aten::linear", "30", "60"),
  }));
  CHECK(idle.time.has_python);
  const IdleCulprit& first = idle.device().culprits.at(0);
  CHECK(idle.trace->text(first.name) == "aten::linear");
  CHECK(idle.trace->text(first.source) == "train.py(42): main");
}

TEST_CASE("without user code the source is the innermost frame with a file") {
  const Idle idle(with_gap({
      slice("python_function", "torch/nn/modules/linear.py(114): forward", "10", "80"),
      slice("python_function", "<built-in method linear of type>", "15", "75"),
      slice("cpu_op", "aten::linear", "20", "70"),
  }));
  CHECK(idle.trace->text(idle.device().culprits.at(0).source) ==
        "torch/nn/modules/linear.py(114): forward");
}

TEST_CASE("gaps are listed by length, equal ones by time") {
  const Idle idle({kernel("a", "0", "10", "1"), kernel("b", "20", "10", "2"),
                   kernel("c", "60", "10", "3"), kernel("d", "80", "10", "4")});
  CHECK(idle.device().longest == std::vector<std::uint32_t>{1, 0, 2});
}

TEST_CASE("HolisticTraceAnalysis counts each stream by itself, against the event before") {
  const Idle idle({slice("user_annotation", "ProfilerStep#1", "0", "200"),
                   slice("user_annotation", "ProfilerStep#2", "300", "50"), launch("1", "1"),
                   kernel("a", "10", "10", "1"), launch("2", "2"), kernel("b", "15", "20", "2"),
                   launch("3", "3"), kernel("c", "40", "5", "3"), launch("50", "4"),
                   kernel("d", "60", "5", "4"), launch("51", "5"), kernel("e", "100", "5", "5"),
                   launch("52", "6"), kernel("other stream", "12", "5", "6", "9"),
                   kernel("orphan", "500", "5", "7")},
                  AnalysisWindow{WindowKind::Hta, {kMinNs, 300'000}, {}});
  REQUIRE(idle.device().hta.size() == 2);
  CHECK(idle.device().hta[0].kernel_wait_ns == -5'000 + 5'000);
  CHECK(idle.device().hta[0].host_wait_ns == 15'000);
  CHECK(idle.device().hta[0].other_ns == 35'000);
  CHECK(idle.device().total_ns == 5'000 + 15'000 + 35'000);
}

TEST_CASE("a trace without GPU work has no idle devices") {
  CHECK(Idle({slice("cpu_op", "aten::add", "0", "1")}).time.devices.empty());
  CHECK(Idle({kernel("only", "5", "10", "1")}).device().gaps.empty());
}

TEST_CASE("times at the ends of what can be told do no harm") {
  const Idle idle({kernel("a", "-4611686018427380", "1", "1"), launch("5", "2"),
                   kernel("b", "4611686018427380", "1", "2"),
                   slice("cpu_op", "aten::add", "-4611686018427380", "9223372036854760")});
  CHECK(idle.device().gaps.size() == 1);
}

TEST_CASE("a window of no length holds no part of the gap around it") {
  const std::vector<std::string> kernels = {kernel("a", "1", "2", "1"), kernel("b", "8", "2", "2")};
  const HandMadeTrace trace(kernels);
  const IdleTime idle = analyse_idle({*trace, range_window({5'000, 5'000})});
  REQUIRE(idle.devices.size() == 1);
  CHECK(idle.devices[0].gaps.empty());
  CHECK(idle.devices[0].total_ns == 0);
}

TEST_CASE("every gap has pieces, whatever window it reaches into") {
  const HandMadeTrace trace({kernel("a", "1", "2", "1"), kernel("b", "8", "2", "2"),
                             slice("user_annotation", "ProfilerStep#1", "5", "0")});
  for (const Ns begin_ns : {0, 1'000, 3'000, 5'000, 8'000, 20'000}) {
    for (const Ns length_ns : {0, 1, 3'000, 20'000}) {
      const IdleTime idle = analyse_idle({*trace, range_window({begin_ns, begin_ns + length_ns})});
      for (const IdleGap& gap : idle.devices.at(0).gaps) CHECK(gap.pieces > 0);
    }
  }
}

TEST_CASE("steps of no length are not what a report is about") {
  const HandMadeTrace trace({kernel("a", "1", "2", "1"), kernel("b", "8", "2", "2"),
                             slice("user_annotation", "ProfilerStep#1", "5", "0")});
  CHECK(usual_window(*trace).kind == WindowKind::Whole);
  CHECK(analyse_idle({*trace, usual_window(*trace)}).devices.at(0).total_ns == 5'000);
}

TEST_CASE("a device's idle time is that of the time breakdown") {
  const std::vector<std::string> events = with_gap({});
  const HandMadeTrace trace(events);
  for (const AnalysisWindow& window :
       {whole_window(), range_window({3'000, 200'000}), range_window({20'000, 30'000})}) {
    CHECK(analyse_idle({*trace, window}).devices.at(0).total_ns ==
          analyse_gpu_time(*trace, window).devices.at(0).idle_ns);
  }
}

namespace {

/// Thread 1 is in main(), and from 50 to 80 in tokenize(), which reads a file from 60 on.
std::vector<std::string> samples() {
  return {slice("python_sample", "train.py(10): main", "0", "100"),
          slice("python_sample", "data.py(12): tokenize", "50", "30"),
          slice("python_line", "data.py:41", "50", "10"),
          slice("python_line", "data.py:44", "60", "20"),
          slice("thread_state", "running", "0", "60"),
          slice("thread_state", "read /data/a.bin", "60", "20"),
          slice("thread_state", "running", "80", "20")};
}

}  // namespace

TEST_CASE("where the launching thread recorded nothing, its samples tell what it did") {
  std::vector<std::string> host = samples();
  host.push_back(slice("cpu_op", "aten::mm", "20", "30"));
  const Idle idle(with_gap(host));
  CHECK(idle.time.has_samples);
  CHECK_FALSE(idle.time.has_python);
  CHECK(idle.of(IdleClass::CpuOp) == 30'000);
  CHECK(idle.of(IdleClass::Python) == 50'000);
  CHECK(idle.of(IdleClass::Untraced) == 0);
  CHECK(idle.of(IdleClass::LaunchLatency) == 10'000);
  const IdleGap& gap = idle.device().gaps.at(0);
  CHECK(gap.main == IdleClass::Python);
  CHECK(gap.culprit_ns == 30'000);
  const GapPieces pieces = idle.device().pieces_of(gap);
  REQUIRE(pieces.size() == 6);
  CHECK(idle.name(pieces[0].culprit) == "train.py(10): main");
  CHECK(idle.name(pieces[2].culprit) == "data.py(12): tokenize");
  CHECK(idle.name(pieces[2].cause) == "data.py:41");
  CHECK(pieces[2].range == TimeRange{50'000, 60'000});
  CHECK(idle.name(pieces[3].culprit) == "data.py(12): tokenize");
  CHECK(idle.name(pieces[3].cause) == "read /data/a.bin");
  CHECK(pieces[3].range == TimeRange{60'000, 80'000});
  CHECK(idle.device().main_piece_of(gap).range == pieces[3].range);
}

TEST_CASE("samples say more than an annotation, and less than an operator") {
  std::vector<std::string> host = samples();
  host.push_back(slice("user_annotation", "epoch", "0", "200"));
  const Idle idle(with_gap(host));
  CHECK(idle.of(IdleClass::AnnotationOnly) == 0);
  CHECK(idle.of(IdleClass::Python) == 80'000);
  // Without samples of it, the annotation is all that is known.
  CHECK(Idle(with_gap({slice("user_annotation", "epoch", "0", "200")}))
            .of(IdleClass::AnnotationOnly) == 80'000);
}

TEST_CASE("a sampled loader is data loading") {
  const Idle idle(with_gap(
      {slice("python_sample", "torch/utils/data/dataloader.py(700): _BaseDataLoaderIter.__next__",
             "20", "60"),
       slice("python_sample", "threading.py(300): wait", "30", "50"),
       slice("thread_state", "futex", "20", "60")}));
  CHECK(idle.of(IdleClass::DataLoading) == 60'000);
  CHECK(idle.of(IdleClass::Untraced) == 20'000);
  const IdleGap& gap = idle.device().gaps.at(0);
  CHECK(gap.main == IdleClass::DataLoading);
  const IdlePiece piece = idle.device().main_piece_of(gap);
  CHECK(idle.name(piece.culprit) == "threading.py(300): wait");
  CHECK(idle.name(piece.cause) ==
        "torch/utils/data/dataloader.py(700): _BaseDataLoaderIter.__next__");
}

TEST_CASE("samples of other threads explain no gap") {
  std::vector<std::string> host;
  host.push_back(slice("python_sample", "train.py(10): main", "0", "100", "", "1", "2"));
  host.push_back(slice("thread_state", "running", "0", "100", "", "1", "2"));
  const Idle idle(with_gap(host));
  CHECK(idle.of(IdleClass::Untraced) == 80'000);
}
