// How the program comes to its end: by a command, by the window being closed, and what is asked
// before.
#include <algorithm>
#include <utility>

#include "app/workspace/traces/load_state.h"
#include "app/shell/window/main_window.h"
#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr double kPatienceS = 5;  // for programs to end before they are killed

/// "The recording of train.py ends here and is kept in /home/…/run.lanes."
std::string recording_stake(const Recording& recording) {
  const std::string runs = recording.program_runs()
                               ? " " + recording.what_runs("goes on", "go on") +
                                     " without it, and what is written then is not kept."
                               : std::string();
  if (!recording.recorded_anything())
    return "Nothing of " + recording.program() + " has been recorded yet." + runs;
  return "The recording of " + recording.program() + " ends here and is kept in " +
         recording.file() + "." + runs;
}

}  // namespace

void MainWindow::quit(std::string why) {
  if (wants_close_ || quit_dialog_.is_open()) return;
  end_reason_ = std::move(why);
  if (!given_by_.empty()) end_reason_ += " by " + given_by_;
  if (recording_) recording_->refresh_now();
  for (const auto& recorded : recorded_) recorded->refresh_now();
  for (OpenTrace* run : {trace_.get(), runs_.b()}) {
    if (run != nullptr && !run->side_file.unsaved().empty())
      run->side_file.save(run->view.marks.all());
  }
  const QuitStakes stakes = quit_stakes();
  if (stakes.empty()) {
    wants_close_ = true;
    return;
  }
  log_line(LogLevel::Info,
           "asks whether to end (" + end_reason_ + "): " + stakes.sentences.front());
  quit_dialog_.open();
  if (options_.wake) options_.wake();
}

QuitStakes MainWindow::quit_stakes() const {
  QuitStakes stakes;
  if (recording_) stakes.sentences.push_back(recording_stake(*recording_));
  stakes.programs = recording_ && recording_->program_runs() ? 1 : 0;
  for (const auto& recorded : recorded_) {
    if (!recorded->program_runs()) continue;
    ++stakes.programs;
    stakes.sentences.push_back(recorded->what_runs("is", "are") +
                               " still running, and what is written would no longer be shown.");
  }
  if (attachment_ && attachment_->state().stage)
    stakes.sentences.push_back("The trace of " + process_title(attachment_->process()) +
                               " is not finished and would not be kept.");
  if (const std::string file = exporter_.unfinished(); !file.empty())
    stakes.sentences.push_back(file + " is still being written.");
  for (const OpenTrace* run : {static_cast<const OpenTrace*>(trace_.get()), runs_.b()}) {
    const std::string why = run == nullptr ? std::string() : run->side_file.unsaved();
    if (!why.empty())
      stakes.sentences.push_back("The marks of " + session_name(run->view.session()) +
                                 " are not saved: " + why + ".");
  }
  return stakes;
}

void MainWindow::draw_quit(const Ui& ui, double now_s) {
  if (!quit_dialog_.is_open()) return;
  const QuitStakes stakes = quit_stakes();
  switch (quit_dialog_.draw(ui, stakes, ends_by_s_.has_value())) {
    case QuitChoice::None:
      break;
    case QuitChoice::Stay:
      log_line(LogLevel::Info, "stays");
      ends_by_s_.reset();
      return;
    case QuitChoice::Quit:
      wants_close_ = true;
      return;
    case QuitChoice::EndAndQuit:
      ends_by_s_ = now_s + kPatienceS;
      end_programs(false);
      break;
  }
  if (!ends_by_s_) return;
  if (stakes.programs == 0 && !recording_) {
    wants_close_ = true;
  } else if (now_s >= *ends_by_s_) {
    ends_by_s_ = now_s + kPatienceS;
    end_programs(true);
  }
}

void MainWindow::end_programs(bool kill) {
  if (recording_ && recording_->program_runs()) end_program(*recording_, kill);
  for (const auto& recorded : recorded_) {
    if (recorded->program_runs()) end_program(*recorded, kill);
  }
}

std::vector<MainWindow::Parting> MainWindow::parting_words() const {
  std::vector<Parting> words;
  if (recording_) {
    std::string what = "holds the recording until now";
    if (!recording_->recorded_anything()) {
      what = "is not kept, as no process has used CUDA or NVTX yet";
    } else if (const std::uint64_t lost = recording_->state().file_lost_bytes; lost > 0) {
      what +=
          ", but " + format_bytes(static_cast<std::int64_t>(lost)) + " that could not be written";
    }
    if (recording_->program_runs())
      what += "; " + recording_->what_runs("goes on", "go on") + " without it";
    words.push_back({recording_->file(), std::move(what)});
  }
  for (const auto& recorded : recorded_) {
    if (recorded->program_runs())
      words.push_back({recorded->file(), recorded->what_runs("is", "are") + " still running"});
  }
  return words;
}

}  // namespace lanescope
