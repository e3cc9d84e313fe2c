// What a picture shows: the wishes of the command line, applied to a window.
#pragma once

#include <optional>

#include "app/shell/window/main_window.h"
#include "app/shell/window/run.h"
#include "core/base/result.h"

namespace lanescope {

/// The first event that `select` matches in the loaded trace; None when there is no such wish.
/// Errors: NotFound. Cost: a search.
Result<EventId> find_selected(MainWindow& window, const std::string& select);

/// Zooms, selects and opens the tab in a window whose trace is loaded: to the range that was asked
/// for, else so that the selected event can be seen. Call it again after some frames: opened panes
/// move the lanes. Errors: Unsupported for a range outside the trace, Invalid for a tab that is
/// none.
std::optional<Error> arrange_view(MainWindow& window, const ScreenshotOptions& options,
                                  EventId selected);

}  // namespace lanescope
