// What gaps add up to: in chosen ranges, by culprit, and in odd traces.
#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/idle/idle.h"
#include "tests/core/analysis/idle/idle_fixture.h"

using namespace lanescope;

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
