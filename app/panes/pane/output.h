// What a program that was started to be recorded writes, while it runs and after.
#pragma once

#include <memory>
#include <string>

#include "app/panes/pane/pane.h"
#include "app/widgets/log_view.h"
#include "core/view/text/terminal_text.h"

namespace lanescope {

/// The recording fills it, the window shows it. UI thread only.
struct ProgramLog {
  TerminalText text;
  std::string facts;    // "train.py runs", "train.py ended with code 1"
  bool failed = false;  // by a code other than 0, or a signal
  LogView view;
};

/// The lines with their buttons, in the current window.
void draw_program_log(const Ui& ui, Rect area, ProgramLog& log);

/// The tab "Output". It belongs to recordings only, so the list of panes does not have it.
std::unique_ptr<Pane> make_output_pane(std::shared_ptr<ProgramLog> log);

}  // namespace lanescope
