// What a user notices of each command: how a window is prepared for it, and what is seen after it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/app/small_trace_window.h"

namespace lanescope {

/// A window with the small trace, and what it looked like before the command.
struct Stage : SmallTraceWindow {
  Stage() : SmallTraceWindow({.python = true}) { ui.frames(40); }

  TraceView& view() { return ui.view(); }
  void select(const std::string& name);
  /// The lane with the kernels; its key.
  std::string kernel_lane();
  void zoom_to_kernel();
  /// The small trace as one of two ranks, in front of them.
  void open_rank();
  void search(const std::string& text);
  /// Records a program that plays CUDA.
  void record(const std::string& arguments);
  /// Whether it is so; after the command it may take its time.
  bool comes(const std::function<bool()>& done) { return pressed ? ui.frames_until(done) : done(); }
  [[nodiscard]] double span_ns() { return view().viewport.view().span_ns; }
  /// The name of the selected event.
  [[nodiscard]] std::string selected() { return name_of(view(), view().selection.primary()); }
  [[nodiscard]] std::size_t marks() { return view().marks.all().marks.size(); }

  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  bool pressed = false;           // the keys of the command
  std::int64_t recorded_pid = 0;  // of a program that would go on after its recording
  double before = 0;              // a figure that the command should change
};

struct CommandOutcome {
  std::string id;
  std::function<void(Stage&)> prepare;
  std::function<bool(Stage&)> seen;
};

/// One for each command of the list.
std::vector<CommandOutcome> command_outcomes();

}  // namespace lanescope
