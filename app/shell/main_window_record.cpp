// What the window does with a program that is recorded.
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/shell/main_window.h"
#include "app/shell/paths.h"

namespace lanescope {

namespace fs = std::filesystem;

/// Recordings lie together where the program keeps its own things, until the user says otherwise.
std::string MainWindow::recordings_folder() const {
  if (own_folder().empty()) return fs::temp_directory_path().string();
  return (fs::path(own_folder()) / "recordings").string();
}

void MainWindow::show_record() {
  record_dialog_.open(settings_.record, recordings_folder());
}

bool MainWindow::can_record() const {
  return !recording_;
}

void MainWindow::start_recording(const RecordWish& wish) {
  std::error_code ignored;  // the capture says when it can not write there
  fs::create_directories(fs::path(wish.file).parent_path(), ignored);
  auto started = Recording::start(wish);
  if (!started.ok()) {
    record_dialog_.complain(started.error().message);
    return;
  }
  record_dialog_.close();
  recording_ = std::move(started).value();
  settings_.note_record(wish);
  retire(std::move(opening_b_));
  retire(std::move(opening_));
  problem_.reset();
  notice_.reset();
  opening_ = std::make_unique<OpenTrace>(recording_->file(), options_.wake, own_folder(),
                                         Session::Kind::Capture);
  load_end_noted_ = false;
}

void MainWindow::stop_recording() {
  if (recording_) recording_->stop();
}

void MainWindow::pause_recording() {
  if (recording_) recording_->toggle_pause();
}

OpenTrace* MainWindow::recorded_trace() {
  for (OpenTrace* trace : {opening_.get(), trace_.get(), runs_.b()}) {
    if (trace != nullptr && recording_ && trace->view.session().path() == recording_->file())
      return trace;
  }
  return nullptr;
}

void MainWindow::refresh_recording(double now_s) {
  if (!recording_) return;
  recording_->refresh(now_s);
  if (auto notice = recording_->take_notice()) notice_ = std::move(*notice);
  if (!recording_->finished()) return;
  OpenTrace* trace = recorded_trace();
  if (trace == nullptr) {
    notice_ = Notice{NoticeKind::Info, "The recording has ended: " + recording_->file(), ""};
  } else if (trace->view.session().state() == Session::State::Live) {
    trace->view.session().cancel();  // what is in the file is all there is
  }
  // Its threads have ended, or do within the blink of an eye; nothing here waits for them.
  retired_.push_back(
      std::async(std::launch::async, [owned = std::move(recording_)]() mutable { owned.reset(); }));
}

void MainWindow::toggle_follow() {
  OpenTrace* shown = trace();
  if (shown == nullptr) return;
  TraceView& view = shown->view;
  view.follow_newest = !view.follow_newest;
  if (!view.follow_newest)
    view.viewport.set_view(view.viewport.view());  // here, not where it glides
}

bool MainWindow::is_live() const {
  const OpenTrace* shown = trace();
  return shown != nullptr && shown->view.session().state() == Session::State::Live;
}

}  // namespace lanescope
