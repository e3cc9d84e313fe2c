// The part of a trace that an analysis covers.
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
  Whole,  // the entire trace; GPU time extends from the first GPU event to the last
  Steps,  // from the start of the first step after warm-up to the end of the last, including the
          // GPU work it launched: see step_ranges
  Hta,    // as in HolisticTraceAnalysis: events and launches before the last step; no orphans
  Tb,     // the steps as cut by torch_tb_profiler, see tensorboard_step_ranges
  Range,  // chosen by the user
};

std::string_view window_kind_name(WindowKind kind);

/// Decides which events count. Busy time is clipped to the window. Tables count the events that
/// start in it with their full durations, since the mean or minimum of clipped kernels would be
/// meaningless; of a range that the user chose they count the parts in it, so that all sums over it
/// agree: see counted_part.
struct AnalysisWindow {
  WindowKind kind = WindowKind::Whole;
  TimeRange range{kMinNs, kMaxNs};
  std::optional<std::int64_t> device;  // only GPU events of this device
  std::size_t steps = 0;               // for Steps: how many it contains
  std::size_t warm_up_steps = 0;       // and how many warm-up steps precede it
  SharedThresholds thresholds = {};    // used by analyses of this window

  /// Whether the window has both ends; GPU time is then clipped to it.
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
/// nullopt if the trace has no steps. Cost: that of count_warm_up_steps.
std::optional<AnalysisWindow> steps_window(const Snapshot& snapshot,
                                           const SharedThresholds& thresholds = {});
/// The default window: the steps after warm-up, else the entire trace.
AnalysisWindow usual_window(const Snapshot& snapshot, const SharedThresholds& thresholds = {});
/// Falls back to the entire trace if it has fewer than two steps, as HolisticTraceAnalysis does.
AnalysisWindow hta_window(const Snapshot& snapshot);

/// Whether what launched a GPU event is a call that starts in the window.
bool admits_launch(const Snapshot& snapshot, const AnalysisWindow& window, EventId link);

/// Whether a GPU event counts in the tables for `window`; `link` is its entry in TrackChunk::link.
/// Cost: constant, but a lookup of the launch call in Hta windows.
inline bool admits_gpu_event(const Snapshot& snapshot, const AnalysisWindow& window, Ns start_ns,
                             EventId link) {
  if (window.kind == WindowKind::Hta) return admits_launch(snapshot, window, link);
  return window.kind == WindowKind::Whole || window.has_start(start_ns);
}

}  // namespace lanescope
