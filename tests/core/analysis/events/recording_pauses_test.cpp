#include "core/analysis/events/recording_pauses.h"

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/gpu_time/util.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/results.h"
#include "core/analysis/steps/steps.h"
#include "core/view/events/range_stats.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string pause(const std::string& ts, const std::string& dur,
                  const std::string& name = "Paused") {
  return slice("overhead", name, ts, dur, "", "1", R"("Capture")");
}

/// Work in [0, 30) and [80, 100), a pause of [20, 70): 10 of idle time are known.
HandMadeTrace paused_trace(const std::string& mark = "Paused") {
  return HandMadeTrace({gpu_slice("kernel", "a", "0", "30"), gpu_slice("kernel", "b", "80", "20"),
                        pause("20", "50", mark)});
}

}  // namespace

TEST_CASE("a pause is neither busy nor idle, as far as nothing ran in it") {
  const HandMadeTrace trace = paused_trace();
  const GpuTimeDevice device = analyse_gpu_time(*trace, whole_window()).devices.at(0);
  CHECK(device.span_ns == 100'000);
  CHECK(device.busy_ns == 50'000);
  CHECK(device.paused_ns == 40'000);
  CHECK(device.idle_ns == 10'000);
  CHECK(device.recorded_ns() == 60'000);
  CHECK(device.busy_share() == doctest::Approx(5.0 / 6));
  const IdleTime all = analyse_idle({*trace, whole_window()});
  const IdleDevice& idle = all.devices.at(0);
  CHECK(idle.total_ns == device.idle_ns);
  CHECK(idle.paused.ns == device.paused_ns);
  CHECK(idle.recorded_ns() == device.recorded_ns());
}

TEST_CASE("while another profiler has the records of the GPU nothing is known either") {
  const HandMadeTrace trace = paused_trace("Another profiler took the GPU records");
  CHECK(analyse_gpu_time(*trace, whole_window()).devices.at(0).paused_ns == 40'000);
}

TEST_CASE("a window that lies in a pause has no share of anything") {
  const HandMadeTrace trace = paused_trace();
  const AnalysisWindow window = range_window({40'000, 60'000});
  const GpuTimeDevice device = analyse_gpu_time(*trace, window).devices.at(0);
  CHECK(device.paused_ns == 20'000);
  CHECK(device.idle_ns == 0);
  CHECK(device.busy_share() == 0);
  const IdleTime all = analyse_idle({*trace, window});
  const IdleDevice& idle = all.devices.at(0);
  CHECK(idle.total_ns == 0);
  CHECK(idle.idle_gaps == 0);
  CHECK(idle.longest.empty());
  CHECK(idle.culprits.empty());
}

TEST_CASE("how busy a GPU is, is said of the time that was recorded, wherever it is said") {
  const HandMadeTrace trace = paused_trace();
  const double share = analyse_gpu_time(*trace, whole_window()).devices.at(0).busy_share();
  const UtilTable util = analyse_util({*trace, whole_window(), {}});
  CHECK(util.devices.at(0).busy == doctest::Approx(share));
  CHECK(util.devices.at(0).gpu_util == doctest::Approx(share));
  CHECK(range_stats(*trace, {0, 100'000}).devices.at(0).share == doctest::Approx(share));
}

TEST_CASE("stretches that were not recorded are no low use of the GPU") {
  const HandMadeTrace trace({gpu_slice("kernel", "a", "0", "20"),
                             gpu_slice("kernel", "b", "80", "20"), pause("20", "60")});
  const UtilDevice util = analyse_util({*trace, whole_window(), {}}).devices.at(0);
  CHECK(util.gpu_util == doctest::Approx(1));
  CHECK(util.low.empty());
}

TEST_CASE("a step that a pause touches does not count for the step time") {
  std::vector<std::string> events;
  for (int i = 0; i < 6; ++i) {
    const int from = i < 3 ? 100 * i : 100 * i + 900;
    events.push_back(
        slice("user_annotation", "ProfilerStep#" + std::to_string(i), std::to_string(from), "100"));
  }
  events.push_back(pause("250", "850"));
  const HandMadeTrace trace(events);
  const StepTable steps = analyse_steps({*trace, whole_window()});
  REQUIRE(steps.rows.size() == 6);
  CHECK(steps.rows[2].paused);
  CHECK(steps.rows[2].step.range.length_ns() == 1'000'000);
  CHECK_FALSE(steps.rows[2].outlier);
  CHECK_FALSE(steps.is_steady(steps.rows[2]));
  CHECK(steps.spread_ns.max == 100'000);
  CHECK(steps.spread_ns.mean == 100'000);
}

TEST_CASE("a step that is next to lost records may be several, and is not the slowest") {
  for (const std::string& mark : {std::string("543,232 records lost: the ring was full"),
                                  std::string("The recording is damaged")}) {
    std::vector<std::string> events;
    for (int i = 0; i < 6; ++i) {
      const int from = i < 3 ? 100 * i : 100 * i + 900;
      events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(i),
                             std::to_string(from), "100"));
    }
    events.push_back(pause("320", "850", mark));
    const HandMadeTrace trace(events);
    const StepTable steps = analyse_steps({*trace, whole_window()});
    REQUIRE(steps.rows.size() == 6);
    CHECK(steps.rows[2].step.range.length_ns() == 1'000'000);
    CHECK(steps.rows[2].lossy);
    CHECK_FALSE(steps.is_steady(steps.rows[2]));
    CHECK_FALSE(steps.rows[2].outlier);
    CHECK(steps.rows[2].paused == false);
    CHECK(steps.spread_ns.max == 100'000);
  }
}

TEST_CASE("where a pause touches every step their times are all there is") {
  const HandMadeTrace trace({slice("user_annotation", "ProfilerStep#1", "0", "100"),
                             slice("user_annotation", "ProfilerStep#2", "100", "100"),
                             pause("50", "100")});
  const StepTable steps = analyse_steps({*trace, whole_window()});
  CHECK(steps.all_paused);
  CHECK(steps.spread_ns.median == 100'000);
}

TEST_CASE("parts of pauses are those of the window in which nothing ran") {
  const std::vector<TimeRange> pauses{{10, 20}, {40, 60}};
  const std::vector<TimeRange> busy{{0, 12}, {45, 50}};
  CHECK(paused_parts(pauses, busy, {0, 55}) ==
        std::vector<TimeRange>{{12, 20}, {40, 45}, {50, 55}});
  CHECK(paused_length(pauses, busy, {0, 55}) == 18);
  CHECK(paused_parts({}, busy, {0, 55}).empty());
  CHECK(paused_parts(pauses, busy, {}).empty());
  CHECK(is_paused(pauses, {15, 16}));
  CHECK_FALSE(is_paused(pauses, {20, 40}));
  CHECK_FALSE(is_paused(pauses, {60, 70}));
}
