// The output of a program that was started to be recorded, while it runs and afterwards.
#pragma once

#include <memory>

#include "app/panes/pane/pane.h"
#include "app/panes/pane/program_log.h"

namespace lanescope {

/// Draws the lines and their buttons in the current window.
void draw_program_log(const Ui& ui, Rect area, ProgramLog& log);

/// The tab "Output". Not in the list of panes, because only recordings have it.
std::unique_ptr<Pane> make_output_pane(std::shared_ptr<ProgramLog> log);

}  // namespace lanescope
