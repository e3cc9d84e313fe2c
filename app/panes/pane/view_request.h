// What a pane asks of the window that it stands in. The window answers once a frame, after it was
// drawn.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "core/view/details/text.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// What a pane shows can be saved as.
enum class FileFormat : std::uint8_t { Csv, Markdown, Collapsed, Speedscope };

/// A source line, in the user's editor.
struct OpenSource {
  DetailSource source;
};
/// The open tab as a file.
struct SaveTab {
  FileFormat format = FileFormat::Csv;
};
/// The pane with that title in front; the title is a literal.
struct ShowTab {
  std::string_view title;
};
/// Selects an event of either run and brings it into view.
struct GoToRunEvent {
  RunSide side = RunSide::A;
  EventId event = EventId::None;
};
struct ShowThresholds {};
struct ShowGpuPeaks {};

using ViewRequest =
    std::variant<OpenSource, SaveTab, ShowTab, GoToRunEvent, ShowThresholds, ShowGpuPeaks>;

}  // namespace lanescope
