// The current notice as a line below the top bar.
#pragma once

#include <optional>
#include <string>

#include "app/widgets/draw/ui.h"
#include "app/workspace/commands.h"
#include "app/workspace/notices/notices.h"

namespace lanescope {

/// The text, or what of it fits in `width_px`: it loses folders of the notice's file from the end,
/// then all of them, then its first sentences. The file's name and the last sentence stay.
std::string notice_that_fits(const Face& face, const Notice& notice, float width_px);

/// With the notice's links, except one to output that is shown. Returns the command of the link
/// that was clicked.
std::optional<WorkspaceCommand> draw_notice(const Ui& ui, Rect row, const Notice& notice,
                                            bool output_shown);

}  // namespace lanescope
