// The window without a trace: open one, one of the last ones, or the example; and how a load goes
// that has nothing to show yet.
#pragma once

#include <optional>
#include <string>

#include "app/shell/load_state.h"
#include "app/shell/settings.h"
#include "app/widgets/ui.h"

namespace lanescope {

struct StartChoice {
  bool browse = false;
  std::string path;  // a file to open; empty: none
};

/// `problem` is why the last attempt failed, empty when it did not.
StartChoice draw_start_page(const Ui& ui, Rect area, const Settings& settings,
                            const std::string& example, const std::string& problem);

/// True when the load is to be stopped.
bool draw_loading_page(const Ui& ui, Rect area, const std::string& path, const LoadFacts& facts);

}  // namespace lanescope
