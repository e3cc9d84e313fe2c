// The overview strip: the whole trace in one line - how busy the GPUs are, the steps, and the view
// as a window on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/store/snapshot.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct OverviewStep {
  float x0_px = 0, x1_px = 0;
  std::string label;  // "step 7"; the step's name when it is no ProfilerStep
};

/// The recording was paused: what the GPUs did is not known.
struct OverviewPause {
  float x0_px = 0, x1_px = 0;
};

struct Overview {
  std::vector<float> busy;  // one a pixel, 0 … 1
  bool gpu =
      false;  // busy of GPUs (mean over devices), else of the host's threads (mean over busy ones)
  /// "CPU activity", of a load that still runs "GPU streams 61 % full so far", which is how bright
  /// the strip is; empty where the GPU's figure is known: see gpu_busy_words.
  std::string facts;
  std::vector<OverviewStep> steps;
  std::vector<OverviewPause> pauses;  // of a trace with GPU work
  TimeRange extent;
  float width_px = 1;

  [[nodiscard]] bool is_paused_at(float x_px) const;
  [[nodiscard]] float x_of(Ns time_ns) const;
  [[nodiscard]] Ns time_at(float x_px) const;
};

/// Cost: O(pixels * tracks); cache it by snapshot generation and width.
Overview build_overview(const Snapshot& snapshot, float width_px);

/// "GPU busy 61 % of the steps": the figure that Overview and the reports have for the same window,
/// which `of` names.
std::string gpu_busy_words(const Snapshot& snapshot, const GpuTime& time, std::string_view of);

/// The view's window on the strip, at least `min_px` wide.
struct OverviewWindow {
  float x0_px = 0, x1_px = 0;
};
OverviewWindow overview_window(const Overview& overview, const Viewport& viewport,
                               float min_px = 4);

enum class OverviewGrip : std::uint8_t { None, Left, Right, Inside, Outside };
/// What a press at `x_px` takes hold of; edges reach `reach_px` both ways.
OverviewGrip grip_at(const OverviewWindow& window, float x_px, float reach_px = 5);
/// The view after dragging what was gripped from one pixel to another. Outside: the range between
/// the two is shown (a click centres the view there).
void drag_overview(const Overview& overview, OverviewGrip grip, float from_px, float to_px,
                   const TimeView& at_press, Viewport& viewport);

}  // namespace lanescope
