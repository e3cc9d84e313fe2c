// A recording: the capture session, and its state as text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/pane/program_log.h"
#include "app/workspace/notices/notices.h"
#include "app/workspace/record/request.h"
#include "capture/host/attach/process_list.h"
#include "capture/host/runner/program_output.h"
#include "capture/host/runner/session.h"
#include "core/base/result.h"

namespace lanescope {

/// The state of a recording as text, updated a few times per second.
struct RecordingWords {
  std::string clock;   // "0:12"
  std::string facts;   // "1.24 M records · 48,200/s · 4,000 samples · buffer 3 % full · …"
  std::string losses;  // "17 lost"; empty: none
};

/// UI thread only.
class Recording {
 public:
  /// Errors: of the request, and of CaptureSession::start.
  static Result<std::unique_ptr<Recording>> start(const RecordRequest& request);

  /// Samples a process that is running already, until it ends or stop(). It is not the program of
  /// this recording: it has no output here, and is never signalled. Errors: of
  /// CaptureSession::start.
  /// `native`: also native stacks and context switches.
  static Result<std::unique_ptr<Recording>> attach(const RunningProcess& process, int sample_hz,
                                                   bool native, const std::string& file);

  /// Call once per frame, also after the recording has ended while the program keeps running. Cost:
  /// almost none most of the time; while processes have outlived the command, a scan of all
  /// processes of this user once per second.
  void refresh(double now_s);
  /// Call before telling the user what would be lost: the known state may be a second old.
  void refresh_now();
  [[nodiscard]] const CaptureState& state() const { return state_; }
  [[nodiscard]] const RecordingWords& words() const { return words_; }
  [[nodiscard]] const RecordRequest& request() const { return request_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] bool paused() const { return state_.phase == CapturePhase::Paused; }
  [[nodiscard]] bool finished() const { return state_.phase == CapturePhase::Finished; }
  /// The command, or a process that it started and that has outlived it.
  [[nodiscard]] bool program_runs() const { return command_runs() || !left_.empty(); }
  /// "train.py", and with its PID "train.py (PID 4711)".
  [[nodiscard]] const std::string& program() const { return program_; }
  [[nodiscard]] std::string program_with_pid() const;
  /// What is running, with the matching verb: "train.py (PID 4711) is", or once the command has
  /// ended "2 processes of train.py (PID 4712, 4713) are".
  [[nodiscard]] std::string what_runs(std::string_view one, std::string_view several) const;
  [[nodiscard]] bool program_failed() const { return log_->failed; }
  [[nodiscard]] bool recorded_anything() const { return state_.has_events; }
  /// Why there is nothing in it: "no process has used CUDA or NVTX yet".
  [[nodiscard]] std::string_view why_empty() const;
  /// Whether the user first wants to read the program's output: it failed by itself, or nothing was
  /// recorded. False until finished().
  [[nodiscard]] bool went_wrong() const {
    return finished() && attached_pid_ == 0 &&
           (!recorded_anything() || (program_failed() && !asked_to_end()));
  }
  /// The program's output; can outlive the recording.
  [[nodiscard]] const std::shared_ptr<ProgramLog>& log() const { return log_; }
  /// For a window that shows it; null for an attached process, whose output is elsewhere.
  [[nodiscard]] std::shared_ptr<ProgramLog> shown_log() const {
    return attached_pid_ == 0 ? log_ : nullptr;
  }
  /// A message that the user should see; each is returned once.
  std::optional<Notice> take_notice();

  void toggle_pause();
  /// Whether it keeps only its last seconds, and has any.
  [[nodiscard]] bool can_save_last() const;
  /// Saves them, and the second that follows, to a file of their own. A notice names it.
  void save_last();
  void stop();
  /// Stops it and waits up to `most_ms` until its file is complete; returns whether it is.
  bool finish_within(int most_ms);
  /// Asks the program and the processes it started to end (SIGTERM), or kills them (SIGKILL). A
  /// notice reports the outcome.
  void end_program(bool kill = false);
  [[nodiscard]] bool asked_to_end() const { return asked_to_end_; }

 private:
  Recording(ProgramOutput output, std::unique_ptr<CaptureSession> session, RecordRequest request);
  [[nodiscard]] bool command_runs() const { return state_.command && state_.command->running; }
  void look_for_left();
  void read_output();
  void refresh_words();
  void add_counts(std::string& facts) const;
  [[nodiscard]] Notice end_notice() const;
  [[nodiscard]] std::optional<Notice> late_end_notice();
  [[nodiscard]] std::optional<Notice> unheard_notice();

  ProgramOutput output_;
  std::shared_ptr<ProgramLog> log_ = std::make_shared<ProgramLog>();
  std::unique_ptr<CaptureSession> session_;
  RecordRequest request_;
  std::string file_, program_;
  std::int64_t attached_pid_ = 0;  // 0: the program was started here
  CaptureState state_;
  std::vector<std::int64_t> left_;  // PIDs of processes that have outlived the command
  bool all_gone_ = false;           // nothing is left of the program
  RecordingWords words_;
  double next_s_ = 0, next_look_s_ = 0;
  std::size_t reported_ = 0;  // number of problems reported
  std::size_t told_saved_ = 0;
  bool end_reported_ = false;
  bool runs_on_ = false;           // the program outlived the recording
  double now_s_ = 0;               // at the last refresh()
  std::optional<double> asked_s_;  // when the program was asked to end, until reported
  bool asked_to_end_ = false;      // by end_program()
};

}  // namespace lanescope
