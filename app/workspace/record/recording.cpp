#include "app/workspace/record/recording.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/workspace/files/paths.h"
#include "app/workspace/traces/load_state.h"
#include "capture/host/runner/launcher.h"
#include "core/base/text/command_words.h"
#include "core/base/text/signal_text.h"
#include "core/base/threads/start_thread.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

constexpr double kRefreshEveryS = 0.2;
constexpr double kLookEveryS = 1;  // scans all processes, which takes milliseconds
constexpr double kPatienceS = 5;   // for a program to end after it was asked to
constexpr std::string_view kShowOutput = "Show output";

std::string clock_text(std::int64_t elapsed_ns) {
  const std::int64_t seconds = elapsed_ns / 1'000'000'000;
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// The largest value of all processes; nullopt if none has one.
template <typename Of>
std::optional<double> worst(const CaptureState& state, const Of& of) {
  std::optional<double> most;
  for (const CapturedProcessState& process : state.processes) {
    const std::optional<double> value = of(process);
    if (value && (!most || *value > *most)) most = value;
  }
  return most;
}

std::string ended_text(const CommandState& command) {
  if (command.signal) return "was killed by " + signal_text(*command.signal);
  return fmt::format("exited with code {}", command.exit_code.value_or(0));
}

/// Of a program that left nothing: "exited with code 0 within a few samples".
std::string nothing_text(const CaptureState& state) {
  const CommandState command = state.command.value_or(CommandState{});
  if (state.samples.is_on)
    return command.running ? "was not sampled for long enough"
                           : ended_text(command) + " within a few samples";
  return command.running ? "has not used CUDA or NVTX"
                         : ended_text(command) + " and did not use CUDA or NVTX";
}

/// "Recording saved to /…/run.lanes, parts of it to ….1.lanes and ….2.lanes."
std::string saved_text(const std::string& file, const std::vector<SavedFileState>& parts) {
  std::string text = "Recording saved to " + file;
  const std::string stem = std::filesystem::path(file).stem().string();
  const auto name_of = [&](const SavedFileState& part) {
    const std::string name = std::filesystem::path(part.file).filename().string();
    return name.starts_with(stem) ? "…" + name.substr(stem.size()) : name;
  };
  if (!parts.empty())
    text +=
        (parts.size() == 1 ? ", a part of it to " : ", parts of it to ") + name_of(parts.front());
  if (parts.size() > 1) text += (parts.size() == 2 ? " and " : " to ") + name_of(parts.back());
  return text + ".";
}

/// It may be unable to create its threads.
Result<std::unique_ptr<CaptureSession>> start_capture(CaptureOptions options) {
  try {
    ThreadsRefused::check();
    return CaptureSession::start(std::move(options));
  } catch (const std::system_error&) {
    note_thread_shortage();
    return Error{Error::Kind::Unsupported, std::string(kNoThreads)};
  }
}

}  // namespace

Result<std::unique_ptr<Recording>> Recording::start(const RecordRequest& request) {
  auto options = capture_options(request);
  if (!options.ok()) return options.error();
  auto output = ProgramOutput::open(find_output_keeper());
  if (!output.ok()) return output.error();
  options.value().output = output.value().descriptor();
  Result<std::unique_ptr<CaptureSession>> session = start_capture(std::move(options).value());
  if (!session.ok()) return session.error();
  return std::unique_ptr<Recording>(
      new Recording(std::move(output).value(), std::move(session).value(), request));
}

Result<std::unique_ptr<Recording>> Recording::attach(const RunningProcess& process, int sample_hz,
                                                     bool native, const std::string& file) {
  CaptureOptions options;
  options.attach_pid = process.pid;
  options.command = process.arguments;
  options.sample_hz = sample_hz;
  options.native = native ? NativeMode::On : NativeMode::Off;
  options.file = file;
  options.keep_empty = true;  // the window shows it
  options.file_request.there = FileThere::NextNumber;
  auto output = ProgramOutput::open();
  if (!output.ok()) return output.error();
  Result<std::unique_ptr<CaptureSession>> session = start_capture(std::move(options));
  if (!session.ok()) return session.error();
  RecordRequest request;
  request.command = join_words(process.arguments);
  request.file = file;
  std::unique_ptr<Recording> recording(
      new Recording(std::move(output).value(), std::move(session).value(), std::move(request)));
  recording->attached_pid_ = process.pid;
  recording->refresh_words();
  return recording;
}

Recording::Recording(ProgramOutput output, std::unique_ptr<CaptureSession> session,
                     RecordRequest request)
    : output_(std::move(output)),
      session_(std::move(session)),
      request_(std::move(request)),
      program_(recording_name(request_.command)) {
  state_ = session_->state();
  file_ = absolute_path(state_.file);
  refresh_words();
}

std::string Recording::program_with_pid() const {
  if (attached_pid_ != 0) return fmt::format("{} (PID {})", program_, attached_pid_);
  if (!state_.command) return program_;
  return fmt::format("{} (PID {})", program_, state_.command->pid);
}

std::string Recording::what_runs(std::string_view one, std::string_view several) const {
  if (command_runs() || left_.empty()) return fmt::format("{} {}", program_with_pid(), one);
  constexpr std::size_t kMost = 4;
  const auto shown = std::span(left_).first(std::min(kMost, left_.size()));
  const bool alone = left_.size() == 1;
  return fmt::format("{} {} of {} (PID {}{}) {}", left_.size(), alone ? "process" : "processes",
                     program_, fmt::join(shown, ", "), shown.size() < left_.size() ? ", …" : "",
                     alone ? one : several);
}

void Recording::refresh(double now_s) {
  now_s_ = now_s;
  if (now_s < next_s_) return;
  next_s_ = now_s + kRefreshEveryS;
  // Before reading the output: if the program has ended, all its output is then there.
  state_ = session_->state();
  look_for_left();
  read_output();
  refresh_words();
}

void Recording::refresh_now() {
  next_s_ = next_look_s_ = 0;
  all_gone_ = false;
  refresh(now_s_);
}

/// Background processes, and processes in their own groups as launchers create them, keep running
/// when the command has ended.
void Recording::look_for_left() {
  if (!state_.command || command_runs() || all_gone_) return;
  const bool ends = finished() && !end_reported_;
  if (now_s_ < next_look_s_ && !ends && !asked_to_end_) return;
  next_look_s_ = now_s_ + kLookEveryS;
  left_ = session_->running_processes();
  all_gone_ = left_.empty();
}

void Recording::read_output() {
  if (attached_pid_ != 0) {
    log_->facts = program_with_pid() + " was not started here; its output is not shown";
    return;
  }
  const ProgramOutput::Piece piece = output_.take(TerminalText::kMostBytes);
  if (piece.skipped > 0) log_->text.add_gap(piece.skipped);
  log_->text.add(piece.bytes);
  const CommandState command = state_.command.value_or(CommandState{});
  log_->failed = !command.running && (command.signal || command.exit_code.value_or(0) != 0);
  log_->facts =
      command.running ? program_with_pid() + " is running" : program_ + " " + ended_text(command);
  if (!left_.empty()) log_->facts += "; " + what_runs("is", "are") + " still running";
}

void Recording::refresh_words() {
  words_.clock = clock_text(state_.elapsed_ns);
  words_.losses.clear();
  if (state_.phase == CapturePhase::Waiting) {
    words_.facts = state_.samples.is_on
                       ? fmt::format("waiting for samples of {}", program_)
                       : fmt::format("waiting for {} to use CUDA or NVTX", program_);
    return;
  }
  if (state_.phase == CapturePhase::Stopping) {
    words_.facts = "finishing…";
    return;
  }
  words_.facts = program_failed() ? log_->facts + " · " : "";
  add_counts(words_.facts);
  if (const auto fill = worst(state_, [](const auto& p) { return std::optional(p.fill_percent); }))
    words_.facts += fmt::format(" · buffer {:.0f} % full", *fill);
  if (const auto cost = worst(state_, [](const auto& p) { return p.overhead_percent; }))
    words_.facts += fmt::format(" · overhead {:.1f} %", *cost);
  std::uint64_t lost = state_.dropped_records + state_.samples.lost;
  for (const CapturedProcessState& process : state_.processes) lost += process.cupti_dropped;
  if (lost > 0) words_.losses = short_count(lost) + " lost";
}

/// What has been recorded so far, and how fast it grows.
void Recording::add_counts(std::string& facts) const {
  const std::uint64_t samples = state_.samples.samples;
  const bool has_records = !state_.processes.empty() || samples == 0;
  if (has_records) facts += short_counted(state_.records, "record");
  if (has_records && !paused())
    facts += " · " +
             short_count(static_cast<std::uint64_t>(std::lround(state_.records_per_second))) + "/s";
  if (samples != 0) facts += (has_records ? " · " : "") + short_counted(samples, "sample");
  if (paused()) facts += " · paused";
}

std::string_view Recording::why_empty() const {
  return state_.samples.is_on ? "no process was sampled for long enough yet"
                              : "no process has used CUDA or NVTX yet";
}

std::optional<Notice> Recording::take_notice() {
  if (reported_ < state_.problems.size()) {
    const CaptureProblem& problem = state_.problems[reported_++];
    const std::string hint = problem.hint.empty() ? "" : " " + problem.hint;
    return Notice{NoticeKind::Warning, problem.text + "." + hint, ""};
  }
  if (told_saved_ < state_.saved.size()) {
    const std::string file = absolute_path(state_.saved[told_saved_++].file);
    return Notice{.text = "The last seconds were saved to " + file + ".", .file = file};
  }
  if (auto unheard = unheard_notice()) return unheard;
  if (!finished()) return std::nullopt;
  if (std::exchange(end_reported_, true)) return late_end_notice();
  runs_on_ = program_runs();
  return end_notice();
}

/// For a program that outlived its recording.
std::optional<Notice> Recording::late_end_notice() {
  if (!runs_on_ || program_runs()) return std::nullopt;
  runs_on_ = false;
  if (!program_failed() || asked_to_end_) {
    Notice notice{NoticeKind::Info, program_ + " has ended.", ""};
    if (state_.saved.empty()) return notice;
    // Notices of one moment replace each other: this is the one that stays.
    notice.text += " " + saved_text(file_, state_.saved);
    notice.file = file_;
    return notice;
  }
  return Notice{NoticeKind::Info, log_->facts + " after the recording ended.",
                std::string(kShowOutput), NoticeAction::ShowOutput};
}

/// For a program that was asked to end and has not.
std::optional<Notice> Recording::unheard_notice() {
  if (!program_runs()) asked_s_.reset();
  if (!asked_s_ || now_s_ - *asked_s_ < kPatienceS) return std::nullopt;
  asked_s_.reset();
  Notice notice{
      NoticeKind::Warning,
      what_runs("was asked to end and is", "were asked to end and are") + " still running.",
      "Kill program", NoticeAction::KillProgram, file_};
  notice.other_action = kShowOutput;
  notice.other_on_click = NoticeAction::ShowOutput;
  return notice;
}

Notice Recording::end_notice() const {
  Notice notice{.text = saved_text(file_, state_.saved), .file = file_};
  if (!recorded_anything() && attached_pid_ != 0) {
    notice = {NoticeKind::Warning,
              fmt::format("Nothing was recorded: {} ended before it was sampled.", program_), ""};
  } else if (!recorded_anything()) {
    notice = {NoticeKind::Warning,
              fmt::format("Nothing was recorded: {} {}.", program_, nothing_text(state_)),
              std::string(kShowOutput), NoticeAction::ShowOutput};
  } else if (state_.file_lost_records > 0) {
    notice = {NoticeKind::Error,
              fmt::format("{} ({}) could not be written to the file.",
                          short_counted(state_.file_lost_records, "record"),
                          format_bytes(static_cast<std::int64_t>(state_.file_lost_bytes))),
              ""};
  } else if (program_failed() && !asked_to_end_) {
    notice = {NoticeKind::Info, log_->facts + "; its activity until then was recorded.",
              std::string(kShowOutput), NoticeAction::ShowOutput};
  }
  if (!program_runs()) return notice;
  // It does not stop with its recording, and keeps using the GPU.
  notice.text = "Stopped. " + what_runs("is", "are") + " still running. " + notice.text;
  notice.action = "End program";
  notice.on_click = NoticeAction::EndProgram;
  notice.file = file_;
  notice.other_action = "Leave running";
  notice.other_on_click = NoticeAction::Dismiss;
  return notice;
}

void Recording::toggle_pause() {
  if (paused()) {
    session_->resume();
  } else {
    session_->pause();
  }
  next_s_ = 0;
}

bool Recording::can_save_last() const {
  const bool runs = state_.phase != CapturePhase::Stopping && !finished();
  return runs && recorded_anything() && !keeps_all(request_);
}

void Recording::save_last() {
  session_->save_last("saved in the window");
  next_s_ = 0;
}

void Recording::stop() {
  session_->stop();
  next_s_ = 0;
}

bool Recording::finish_within(int most_ms) {
  session_->stop();
  return session_->wait_finished(most_ms);
}

void Recording::end_program(bool kill) {
  using How = CaptureSession::EndProgram;
  session_->end_program(kill ? How::Kill : How::Ask);
  asked_to_end_ = true;
  asked_s_ = now_s_;
  next_s_ = 0;
}

}  // namespace lanescope
