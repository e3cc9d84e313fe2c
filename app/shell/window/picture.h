// Applies the options of `screenshot` to a window.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/shell/window/main_window.h"
#include "app/shell/window/run.h"
#include "core/base/result.h"

namespace lanescope {

/// The first event that `select` matches in the loaded trace; None if `select` is empty. Errors:
/// NotFound. Cost: a search.
Result<EventId> find_selected(MainWindow& window, const std::string& select);

/// Zooms, selects and opens the tab in a window whose trace is loaded: to the requested range, else
/// to make the selected event visible. Call it again after a few frames, because opening panes
/// moves the lanes. Errors: Unsupported for a range outside the trace, Invalid for an unknown tab.
std::optional<Error> arrange_view(MainWindow& window, const ScreenshotOptions& options,
                                  EventId selected);

/// Files and what is wrong with them: the summaries that are not in the picture, of both runs if
/// two are compared.
std::vector<std::pair<std::string, std::string>> unread_summaries(const Workspace& workspace);

}  // namespace lanescope
