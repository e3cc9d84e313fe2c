// What a user sees of each command: how the window is prepared for it, and what can be seen
// afterwards.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/app/small_trace_window.h"

namespace lanescope {

/// A window with the small trace, and its state before the command.
struct Stage : SmallTraceWindow {
  Stage() : SmallTraceWindow({.python = true}) { ui.frames(40); }

  TraceView& view() { return ui.view(); }
  void select(const std::string& name);
  /// The key of the lane with the kernels.
  std::string kernel_lane();
  void zoom_to_kernel();
  /// Opens the small trace as one of two ranks, and shows it.
  void open_rank();
  void search(const std::string& text);
  /// Records a program that simulates CUDA; all of it, or only the last time.
  void record(const std::string& arguments, const std::string& keep_last = "");
  /// Whether `done` holds; after the command, waits for it.
  bool comes(const std::function<bool()>& done) { return pressed ? ui.frames_until(done) : done(); }
  [[nodiscard]] double span_ns() { return view().viewport.view().span_ns; }
  /// The name of the selected event.
  [[nodiscard]] std::string selected() { return name_of(view(), view().selection.primary()); }
  [[nodiscard]] std::size_t marks() { return view().marks.all().marks.size(); }

  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  bool pressed = false;           // the command's keys have been pressed
  std::int64_t recorded_pid = 0;  // of a program that would outlive its recording
  double before = 0;              // a value that the command should change
};

struct CommandOutcome {
  std::string id;
  std::function<void(Stage&)> prepare;
  std::function<bool(Stage&)> seen;
};

/// One for each command in the list.
std::vector<CommandOutcome> command_outcomes();

}  // namespace lanescope
