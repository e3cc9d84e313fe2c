// What a program that was started to be recorded writes, while it runs and after.
#pragma once

#include <memory>

#include "app/panes/pane/pane.h"
#include "app/panes/pane/program_log.h"

namespace lanescope {

/// The lines with their buttons, in the current window.
void draw_program_log(const Ui& ui, Rect area, ProgramLog& log);

/// The tab "Output". It belongs to recordings only, so the list of panes does not have it.
std::unique_ptr<Pane> make_output_pane(std::shared_ptr<ProgramLog> log);

}  // namespace lanescope
