#include "core/analysis/found_timelines.h"

#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string text_of(const DeviceTimelines& timelines) {
  std::string text;
  for (const DeviceTimeline& device : timelines.devices) {
    text += fmt::format("GPU {} in {} {}\n", device.device, device.window.begin_ns,
                        device.window.end_ns);
    for (const TimelineEvent& event : device.events) {
      text += fmt::format("{} {} {} {}\n", event.range.begin_ns, event.range.end_ns, event.counts,
                          event.overlaps_window);
    }
    for (const TimeRange& range : device.busy())
      text += fmt::format("busy {} {}\n", range.begin_ns, range.end_ns);
  }
  return text;
}

}  // namespace

TEST_CASE(
    "the work of a GPU in a window is the same whether all of the trace was looked at before") {
  const HandMadeTrace trace({
      gpu_slice("kernel", "a", "10", "10"),
      gpu_slice("kernel", "b", "15", "20", "", "20"),
      gpu_slice("gpu_memcpy", "Memcpy HtoD", "40", "5"),
      gpu_slice("kernel", "c", "60", "10"),
      gpu_slice("kernel", "of another GPU", "20", "30", "", "7", "1"),
  });
  for (const TimeRange range : {TimeRange{12'000, 42'000}, {0, 100'000}, {80'000, 90'000}}) {
    for (const bool one_gpu : {false, true}) {
      CAPTURE(range.begin_ns);
      CAPTURE(one_gpu);
      AnalysisWindow window = range_window(range);
      if (one_gpu) window.device = 1;
      const AnalysisResults alone(*trace, window), after_all(*trace, window);
      REQUIRE(after_all.about(whole_window()).of<DeviceTimelines>()->devices.size() == 2);
      CHECK(text_of(find_device_timelines(after_all)) == text_of(find_device_timelines(alone)));
    }
  }
}
