// The results of the parts of a trace are the same for all that look at one part.
#include "core/analysis/trace_results.h"

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

constexpr std::size_t kSteps = 4;

std::shared_ptr<const Snapshot> some_steps() {
  TrainingTrace trace;
  for (std::size_t i = 0; i < kSteps; ++i)
    trace.step([&] { trace.op("aten::mm", "gemm", 100, 80); });
  return trace.load().snapshot;
}

TracePart range(Ns begin_ns, Ns end_ns) {
  return {WindowKind::Range, TimeRange{begin_ns, end_ns}};
}

}  // namespace

TEST_CASE("who looks at one part of a trace gets the same results, of another part others") {
  TraceResults results(some_steps(), {});
  const auto whole = results.of({});
  CHECK(results.of({}) == whole);
  CHECK(whole->window.kind == WindowKind::Whole);
  const auto steps = results.of({WindowKind::Steps});
  CHECK(steps != whole);
  CHECK(steps->window.kind == WindowKind::Steps);
  CHECK(results.of(range(0, 10))->window.range == TimeRange{0, 10});
  CHECK(results.ready({}, typeid(GpuTime)) == nullptr);
  const auto found = whole->of<GpuTime>();
  CHECK(results.ready({}, typeid(GpuTime)) == found);
  CHECK(results.ready({WindowKind::Steps}, typeid(GpuTime)) == nullptr);
  CHECK(results.drop(typeid(GpuTime)).at(0) == found);
  CHECK(results.ready({}, typeid(GpuTime)) == nullptr);
}

TEST_CASE("results outlive those that gave them, and keep their snapshot") {
  std::shared_ptr<const AnalysisResults> whole;
  {
    TraceResults results(some_steps(), {});
    whole = results.of({});
  }
  CHECK(whole->trace.steps.size() == kSteps);
  CHECK(whole->of<GpuTime>()->devices.size() == 1);
}

TEST_CASE("a part that was stopped has other results, and what is made of it is made anew") {
  TraceResults results(some_steps(), {});
  const auto before = results.of({});
  const auto gone = results.stop({});
  CHECK(gone != nullptr);
  CHECK(before->stop.stop_requested());
  CHECK(results.of({}) != before);
  int times = 0;
  const auto count = [&](const AnalysisResults&) {
    if (++times < 3) (void)results.stop({});
    return times;
  };
  CHECK(results.make({}, {}, count) == 3);
  std::stop_source stop;
  stop.request_stop();
  times = 0;
  CHECK(results.make({}, stop.get_token(), count) == 1);
}

TEST_CASE("of many ranges that were looked at the first ones are let go") {
  TraceResults results(some_steps(), {});
  const std::weak_ptr<const AnalysisResults> first = results.of(range(0, 1));
  for (Ns end_ns = 2; end_ns < 20; ++end_ns) (void)results.of(range(0, end_ns));
  CHECK(first.expired());
  const auto last = results.of(range(0, 19));
  CHECK(results.of(range(0, 19)) == last);
}
