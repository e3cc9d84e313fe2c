// What a picture shows, from the words of the command line.
#pragma once

#include <optional>
#include <string>

#include "app/shell/main_window.h"
#include "app/shell/run.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/view/role_palette.h"

namespace lanescope {

struct PictureView {
  ThemeKind theme = ThemeKind::Dark;
  std::optional<TimeRange> range;  // from the trace's start
  std::string select, tab;
};

/// Errors name the option that makes no sense.
Result<PictureView> parse_picture_view(const ScreenshotOptions& options);

/// Zooms, selects and opens the tab in a window whose trace is loaded. An error when there is no
/// such event or tab.
std::optional<Error> apply_picture_view(MainWindow& window, const PictureView& view);

/// "412ms:0.612s": two times with units (ns, us, µs, ms, s), ms where there is none.
std::optional<TimeRange> parse_time_range(const std::string& text);

}  // namespace lanescope
