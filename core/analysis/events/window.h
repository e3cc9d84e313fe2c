// Which part of a trace an analysis is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/analysis/events/thresholds.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class WindowKind : std::uint8_t {
  Whole,  // everything; the GPU's time runs from its first event to its last
  Steps,  // from the start of the first step that is no warm-up to the end of the last, with the
          // GPU work it launched: see step_ranges
  Hta,    // what HolisticTraceAnalysis looks at: work begun before the last step, orphans left out
  Tb,     // the steps as torch_tb_profiler cuts them, see tensorboard_step_ranges
  Range,  // chosen by the user
};

std::string_view window_kind_name(WindowKind kind);

/// A window says for each event whether it counts. Busy time is clipped to the window; tables count
/// the events that start in it, whole, since a clipped kernel has no mean or minimum to speak of.
struct AnalysisWindow {
  WindowKind kind = WindowKind::Whole;
  TimeRange range{kMinNs, kMaxNs};
  std::optional<std::int64_t> device;  // GPU events of this one only
  std::size_t steps = 0;               // Steps: so many are in it
  std::size_t warm_up_steps = 0;       // and so many lie in front of it
  SharedThresholds thresholds = {};    // that what lies in it is judged by

  /// Whether the window has both ends: GPU time is then clipped to it.
  [[nodiscard]] bool is_bounded() const {
    return kind == WindowKind::Steps || kind == WindowKind::Tb || kind == WindowKind::Range;
  }
  [[nodiscard]] bool has_device(std::int64_t number) const { return !device || *device == number; }
  /// For events of the host and for tables of GPU events.
  [[nodiscard]] bool has_start(Ns start_ns) const {
    return start_ns >= range.begin_ns && start_ns < range.end_ns;
  }
};

AnalysisWindow whole_window();
AnalysisWindow range_window(TimeRange range);
/// nullopt when the trace has no steps. Cost: that of count_warm_up_steps.
std::optional<AnalysisWindow> steps_window(const Snapshot& snapshot,
                                           const SharedThresholds& thresholds = {});
/// What people mean who do not say it: the steps that are no warm-up, else the whole trace.
AnalysisWindow usual_window(const Snapshot& snapshot, const SharedThresholds& thresholds = {});
/// Falls back to the whole trace with fewer than two steps, as HolisticTraceAnalysis does.
AnalysisWindow hta_window(const Snapshot& snapshot);

/// Whether a GPU event counts in a table of `window`: `link` is its entry in TrackChunk::link.
/// Cost: a look-up of the launch call in Hta windows, nothing else.
bool admits_gpu_event(const Snapshot& snapshot, const AnalysisWindow& window, Ns start_ns,
                      EventId link);

}  // namespace lanescope
