// Requests from a pane to its window. The window handles them once per frame, after drawing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/view/details/text.h"
#include "core/view/overview/highlights.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// File formats for the content of a pane.
enum class FileFormat : std::uint8_t { Csv, Markdown, Collapsed, Speedscope };

/// Open a source line in the user's editor.
struct OpenSource {
  DetailSource source;
};
/// Save the open tab as a file.
struct SaveTab {
  FileFormat format = FileFormat::Csv;
};
/// Something in a pane that it can bring into view; at most one of these.
struct PaneItem {
  std::string finding;  // its id; empty: none
  PeakRef peak = {};
  bool is_peak = false;
};
/// Bring the pane with that title to the front; the title is a literal.
struct ShowTab {
  std::string_view title;
  PaneItem item = {};
};
/// Select an event of either run and bring it into view.
struct GoToRunEvent {
  RunSide side = RunSide::A;
  EventId event = EventId::None;
};
struct ShowThresholds {};
struct ShowGpuPeaks {};
/// Ask where the profile beside the trace begins.
struct ShowShiftProfile {};

using ViewRequest = std::variant<OpenSource, SaveTab, ShowTab, GoToRunEvent, ShowThresholds,
                                 ShowGpuPeaks, ShowShiftProfile>;

}  // namespace lanescope
