// What the window does with a running process that is asked for a trace.
#include <utility>

#include "app/shell/window/main_window.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

bool MainWindow::can_attach() const {
  return !recording_ && !attachment_;
}

void MainWindow::show_attach() {
  if (!can_attach()) return tell_busy();
  attach_dialog_.open(settings_.attach, recordings_folder());
}

void MainWindow::start_attach(const RunningProcess& process, const AttachWish& wish) {
  auto order = kineto_order(wish);
  if (!order.ok()) {
    attach_dialog_.complain(order.error().message);
    return;
  }
  // A program that was recorded and runs on may be the one that is asked.
  for (const auto& recorded : recorded_) recorded->give_up_daemon();
  settings_.note_attach(wish);
  if (attach_dialog_.file_was_named()) note_recordings_folder(wish.file);
  attachment_ =
      std::make_unique<Attachment>(process, std::move(order).value(), wish.file, options_.wake);
}

void MainWindow::cancel_attach() {
  if (!attachment_) return;
  // Only what may be copying the trace to another disk is not waited for: the next one wants the
  // same socket.
  if (attachment_->state().stage != AttachStage::Writing) return attachment_.reset();
  retired_.push_back(do_elsewhere([owned = std::move(attachment_)]() mutable { owned.reset(); }));
}

void MainWindow::refresh_attach() {
  if (!attachment_) return;
  const AttachState state = attachment_->state();
  // The dialog waits for the process to be found willing; Esc there gives it up.
  const bool begun = state.stage.has_value();
  if (!state.problem.empty()) {
    end_attach(state.problem);
  } else if (!begun) {
    if (!attach_dialog_.is_open()) cancel_attach();
  } else if (state.stage == AttachStage::Done) {
    const std::string file = attachment_->output();
    cancel_attach();
    attach_dialog_.close();
    open(file);
  } else {
    attach_dialog_.close();
  }
}

void MainWindow::end_attach(const std::string& problem) {
  const std::string title = process_title(attachment_->process());
  if (attach_dialog_.is_open() && !attachment_->state().stage) {
    attach_dialog_.complain(problem);
  } else if (trace_ || ranks_) {
    notice_ = Notice{NoticeKind::Error, title + ": " + problem + ".", ""};
  } else {
    problem_ = OpenProblem{title, problem};
  }
  cancel_attach();
}

}  // namespace lanescope
