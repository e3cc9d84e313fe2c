// A recording that runs: the capture, and how it does in words.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/pane/program_log.h"
#include "app/workspace/notices/notices.h"
#include "app/workspace/record/request.h"
#include "capture/host/runner/program_output.h"
#include "capture/host/runner/session.h"
#include "core/base/result.h"

namespace lanescope {

/// How a recording does, made anew a few times a second.
struct RecordingWords {
  std::string clock;   // "0:12"
  std::string facts;   // "1.24 M records · 48,200/s · buffer 3 % full · overhead 0.4 %"
  std::string losses;  // "17 lost"; empty: none
};

/// "signal 15 (SIGTERM)".
std::string signal_text(int signal);

/// UI thread only.
class Recording {
 public:
  /// Errors: of the wish, and of CaptureSession::start.
  static Result<std::unique_ptr<Recording>> start(const RecordRequest& request);

  /// Once a frame, also after its end while the program goes on. Cost: next to nothing most of the
  /// time; once the command has ended while others of the program run on, a look at all processes
  /// of this user once a second.
  void refresh(double now_s);
  /// Before it is told what would be lost: what is known may be a second old.
  void refresh_now();
  [[nodiscard]] const CaptureState& state() const { return state_; }
  [[nodiscard]] const RecordingWords& words() const { return words_; }
  [[nodiscard]] const RecordRequest& request() const { return request_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] bool paused() const { return state_.phase == CapturePhase::Paused; }
  [[nodiscard]] bool finished() const { return state_.phase == CapturePhase::Finished; }
  /// The command, or something that it has started and that has outlived it.
  [[nodiscard]] bool program_runs() const { return command_runs() || !left_.empty(); }
  /// "train.py", and with its number "train.py (PID 4711)".
  [[nodiscard]] const std::string& program() const { return program_; }
  [[nodiscard]] std::string program_with_pid() const;
  /// What runs of it, with the verb that goes with its number: "train.py (PID 4711) is", or once
  /// the command has ended "2 processes of train.py (PID 4712, 4713) are".
  [[nodiscard]] std::string what_runs(std::string_view one, std::string_view several) const;
  [[nodiscard]] bool program_failed() const { return log_->failed; }
  [[nodiscard]] bool recorded_anything() const { return state_.has_events; }
  /// What the program writes; stays when the recording has gone.
  [[nodiscard]] const std::shared_ptr<ProgramLog>& log() const { return log_; }
  /// Something that the user should know and has not been told; once each.
  std::optional<Notice> take_notice();

  void toggle_pause();
  void stop();
  /// Stops it and waits until its file is complete, at most so long; returns whether it is.
  bool finish_within(int most_ms);
  /// Asks the program and what it has started to end (SIGTERM), or ends it (SIGKILL). A notice
  /// tells what becomes of it.
  void end_program(bool kill = false);
  [[nodiscard]] bool asked_to_end() const { return asked_to_end_; }
  /// From now on questions of PyTorch are another daemon's to answer. Only when finished().
  void give_up_daemon() { session_->give_up_daemon(); }

 private:
  Recording(ProgramOutput output, std::unique_ptr<CaptureSession> session, RecordRequest request);
  [[nodiscard]] bool command_runs() const { return state_.command && state_.command->running; }
  void look_for_left();
  void read_output();
  void refresh_words();
  [[nodiscard]] Notice end_notice() const;
  [[nodiscard]] std::optional<Notice> late_end_notice();
  [[nodiscard]] std::optional<Notice> unheard_notice();

  ProgramOutput output_;
  std::shared_ptr<ProgramLog> log_ = std::make_shared<ProgramLog>();
  std::unique_ptr<CaptureSession> session_;
  RecordRequest request_;
  std::string file_, program_;
  CaptureState state_;
  std::vector<std::int64_t> left_;  // PIDs of what has outlived the command
  bool all_gone_ = false;           // with the command: nothing of it can come back
  RecordingWords words_;
  double next_s_ = 0, next_look_s_ = 0;
  std::size_t reported_ = 0;  // problems
  bool end_reported_ = false;
  bool runs_on_ = false;           // the program, after the end of the recording
  double now_s_ = 0;               // when refresh() was called last
  std::optional<double> asked_s_;  // when the program was asked to end, until that has been told of
  bool asked_to_end_ = false;      // by end_program()
};

}  // namespace lanescope
