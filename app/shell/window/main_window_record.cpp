// What the window does with a program that is recorded.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "app/workspace/files/paths.h"
#include "app/shell/window/main_window.h"
#include "core/base/files/log.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

namespace fs = std::filesystem;

/// There is no tab of it.
static void forget_output(Notice& notice) {
  if (notice.deed == NoticeDeed::ShowOutput) notice.action.clear();
  if (notice.other_deed == NoticeDeed::ShowOutput) notice.other_action.clear();
}

/// Where the command line would put them, unless the user has put one elsewhere. A window that was
/// started from a desktop may stand where nothing can be written.
std::string MainWindow::recordings_folder() const {
  std::error_code ignored;
  if (fs::is_directory(settings_.recordings_folder, ignored)) return settings_.recordings_folder;
  const fs::path here = fs::current_path(ignored);
  const bool usual = !here.empty() && here != here.root_path();
  return usual && ::access(here.c_str(), W_OK) == 0 ? here.string() : home_folder();
}

void MainWindow::note_recordings_folder(const std::string& file) {
  std::error_code ignored;
  settings_.recordings_folder = fs::absolute(file, ignored).parent_path().string();
}

void MainWindow::tell_busy() {
  notice_ = Notice{NoticeKind::Info,
                   recording_ ? "Stop this recording before you start another."
                              : "Wait until the process has written its trace, or stop it.",
                   ""};
}

void MainWindow::show_record() {
  if (!can_record()) return tell_busy();
  record_dialog_.open(settings_.record, recordings_folder());
}

bool MainWindow::can_record() const {
  return !recording_ && !attachment_;
}

void MainWindow::start_recording(const RecordWish& wish) {
  std::error_code ignored;  // the capture says when it can not write there
  if (fs::exists(wish.file, ignored)) {
    record_dialog_.complain("Save to: " + wish.file + " is there already; choose another name");
    return;
  }
  fs::create_directories(fs::path(wish.file).parent_path(), ignored);
  auto started = Recording::start(wish);
  if (!started.ok()) {
    record_dialog_.complain(started.error().message);
    return;
  }
  if (record_dialog_.is_open() && record_dialog_.file_was_named())
    note_recordings_folder(wish.file);
  record_dialog_.close();
  recording_ = std::move(started).value();
  log_line(LogLevel::Info,
           "records " + recording_->program_with_pid() + " into " + recording_->file());
  settings_.note_record(wish);
  show_recording();
}

void MainWindow::show_recording() {
  const OpenTrace* shown = trace_of(recording_.get());
  if (shown != nullptr && shown == opening_.get()) return;
  retire(std::move(opening_b_));
  retire(std::move(opening_));  // the user has changed their mind
  if (shown != nullptr) return;
  rank_range_.reset();
  problem_.reset();
  notice_.reset();
  opening_ = std::make_unique<OpenTrace>(
      recording_->file(), options_.wake, own_folder(),
      recording_->wish().keep_last.empty() ? Session::Kind::Capture : Session::Kind::KeptCapture);
  opening_->show_output_of(recording_->log());
}

void MainWindow::stop_recording() {
  if (recording_) recording_->stop();
  cancel_attach();
}

Recording* MainWindow::recording_of(const std::string& file) {
  if (is_recorded_now(file)) return recording_.get();
  const auto found = std::ranges::find_if(
      recorded_, [&](const auto& recorded) { return recorded->file() == file; });
  return found == recorded_.end() ? nullptr : found->get();
}

/// Of several the one whose trace is in front, else the one that was recorded last.
Recording* MainWindow::running_program() const {
  if (recording_ && recording_->program_runs()) return recording_.get();
  Recording* last = nullptr;
  for (const auto& recorded : recorded_) {
    if (!recorded->program_runs()) continue;
    last = recorded.get();
    if (trace() != nullptr && trace()->view.session().path() == recorded->file()) return last;
  }
  return last;
}

void MainWindow::end_program(Recording& recording, bool kill) {
  log_line(LogLevel::Info, recording.what_runs(kill ? "is killed" : "is asked to end",
                                               kill ? "are killed" : "are asked to end"));
  recording.end_program(kill);
  if (kill) return;
  notice_ = Notice{NoticeKind::Info, recording.what_runs("was", "were") + " asked to end.", ""};
}

void MainWindow::end_program() {
  if (Recording* recording = running_program()) end_program(*recording, false);
}

void MainWindow::pause_recording() {
  if (recording_) recording_->toggle_pause();
}

bool MainWindow::is_recorded_now(const std::string& file) const {
  return recording_ && recording_->file() == file;
}

OpenTrace* MainWindow::trace_of(const Recording* recording) {
  for (OpenTrace* trace : {opening_.get(), trace_.get(), runs_.b()}) {
    if (trace != nullptr && recording != nullptr &&
        trace->view.session().path() == recording->file())
      return trace;
  }
  return nullptr;
}

void MainWindow::refresh_recording(double now_s) {
  refresh_recorded(now_s);
  if (!recording_) return;
  recording_->refresh(now_s);
  OpenTrace* trace = trace_of(recording_.get());
  if (recording_->finished() && trace == nullptr) {
    tell_end_of_unseen();
  } else if (auto notice = recording_->take_notice()) {
    notice_ = std::move(*notice);
  }
  if (!recording_->finished()) return;
  if (trace != nullptr && trace->view.session().state() == Session::State::Live) {
    trace->view.session().cancel();  // what is in the file is all there is
  }
  // Why a program has done nothing is what the user wants to see.
  if (trace != nullptr && recording_->program_failed() && !recording_->recorded_anything())
    trace->view.wanted_tab = "Output";
  log_line(LogLevel::Info, "the recording in " + recording_->file() + " has ended");
  recorded_.push_back(std::move(recording_));
}

/// The worst that there is to say, and the last of that.
void MainWindow::tell_end_of_unseen() {
  notice_ = Notice{NoticeKind::Info, "The recording has ended.", ""};
  while (auto notice = recording_->take_notice()) {
    if (notice->kind >= notice_->kind) notice_ = std::move(*notice);
  }
  const bool runs_on = notice_->deed == NoticeDeed::EndProgram && !notice_->action.empty();
  const bool has_file = recording_->state().has_file;
  notice_->other_action = runs_on && has_file ? "Open it" : "";
  notice_->other_deed = NoticeDeed::OpenFile;
  notice_->file = recording_->file();
  if (runs_on || !has_file) return;
  notice_->action = "Open it";
  notice_->deed = NoticeDeed::OpenFile;
}

void MainWindow::refresh_recorded(double now_s) {
  for (auto& recorded : recorded_) {
    recorded->refresh(now_s);
    const bool shown = trace_of(recorded.get()) != nullptr;
    const bool offered = notice_ && notice_->file == recorded->file();
    if (auto notice = shown || recorded->asked_to_end() ? recorded->take_notice() : std::nullopt) {
      notice_ = std::move(*notice);
      if (!shown) forget_output(*notice_);
    } else if (!shown && !offered && !recorded->program_runs()) {
      retire(std::exchange(recorded, nullptr));
    }
  }
  std::erase(recorded_, nullptr);
}

/// Its threads have ended, or do within the blink of an eye; nothing here waits for them.
void MainWindow::retire(std::unique_ptr<Recording> recording) {
  if (!recording) return;
  retired_.push_back(do_elsewhere([owned = std::move(recording)]() mutable { owned.reset(); }));
}

void MainWindow::toggle_follow() {
  OpenTrace* shown = trace();
  if (shown == nullptr) return;
  TraceView& view = shown->view;
  if (view.follow_newest) {
    view.hold_still();
  } else {
    view.follow_newest = true;
  }
}

bool MainWindow::is_live() const {
  const OpenTrace* shown = trace();
  return shown != nullptr && shown->view.session().state() == Session::State::Live;
}

}  // namespace lanescope
