#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/record/left_processes.h"
#include "app/cli/record/noted_signals.h"
#include "app/cli/record/text.h"
#include "app/cli/verbs.h"
#include "capture/host/files/recording_name.h"
#include "capture/host/runner/gpu_driver.h"
#include "capture/host/runner/session.h"
#include "capture/host/triggers/condition.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr int kLookMs = 100;
constexpr int kSignalExit = 128;  // as in shells: 128 + the signal

constexpr std::chrono::seconds kPatience{2};  // for a command that was told to end

constexpr std::int64_t kUsualKeepNs = 10'000'000'000;  // with --when

NotedSignals g_noted;
std::atomic<bool> g_save_signaled{false};

void note_signal(int signal, siginfo_t* info, void* /*context*/) {
  g_noted.note(signal, info->si_code <= 0);
}

void note_save_signal(int /*signal*/) {
  g_save_signaled = true;
}

void catch_save_signal(const TriggerCondition& when) {
  if (when.kind != TriggerCondition::Kind::Signal) return;
  struct sigaction action {};
  action.sa_handler = note_save_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(when.signal == "USR2" ? SIGUSR2 : SIGUSR1, &action, nullptr);
}

/// Unless whoever started us had ignored it, as nohup does with SIGHUP: then it is ignored in the
/// command too.
void catch_signal(int signal, const struct sigaction& action) {
  struct sigaction before {};
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
}

/// Ctrl+C and Ctrl+\ on the terminal end the command, and the recording ends with it.
void catch_signals() {
  struct sigaction action {};
  action.sa_sigaction = note_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : NotedSignals::kSignals) catch_signal(signal, action);
  // They may be for a program that saves its work then, or for --when. The command is not to
  // inherit that they do nothing here.
  struct sigaction nothing {};
  nothing.sa_handler = [](int) {};
  nothing.sa_flags = SA_RESTART;
  for (const int signal : {SIGUSR1, SIGUSR2}) catch_signal(signal, nothing);
  // A closed stderr or a file size limit must not lose the recording.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

/// Also what follows is kept, so that the seconds before are as many as requested.
void set_triggers(const RecordOptions& options, CaptureOptions& capture) {
  if (options.when.empty()) return;
  const auto when = parse_trigger_condition(options.when);
  LANESCOPE_CHECK(when.ok(), "a condition that was checked, not {}", options.when);
  capture.when = when.value();
  capture.after_ns = options.after_ns;
  capture.times = static_cast<std::uint64_t>(options.times);
  capture.keep_last_ns =
      (options.keep_last_ns != 0 ? options.keep_last_ns : kUsualKeepNs) + options.after_ns;
}

void print_line(const std::string& line) {
  std::fputs(("lanescope: " + printable(line) + "\n").c_str(), stderr);
}

CaptureOptions capture_options(const RecordOptions& options) {
  CaptureOptions capture;
  capture.command = options.command;
  capture.folder = options.folder;
  const bool named = !options.output.empty();
  capture.file =
      named ? options.output : free_recording_file("", options.command, std::time(nullptr));
  // If the user did not choose the name, the next number will do.
  capture.file_request.there = options.force ? FileThere::Replace
                               : named       ? FileThere::Refuse
                                             : FileThere::NextNumber;
  capture.file_request.shared = options.shared;
  capture.level = static_cast<CaptureLevel>(options.level);
  capture.stacks = options.stacks;
  capture.shapes = options.shapes;
  capture.memory = options.memory;
  if (options.attachable) capture.environment.emplace_back(kKinetoVariable, "1");
  capture.sample_hz = static_cast<int>(options.sample_hz);
  capture.native = parse_native_mode(options.native).value_or(NativeMode::On);
  capture.adopts_orphans = true;
  capture.duration_ns = options.duration_ns;
  capture.keep_last_ns = options.keep_last_ns;
  set_triggers(options, capture);
  return capture;
}

/// $TMPDIR, or the system's default.
std::string temporary_folder() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : folder.string();
}

/// If the user named no file, the command runs even if the current folder is not writable, because
/// a job may have waited in a queue for its turn; the recording goes to the temporary folder.
Result<std::unique_ptr<CaptureSession>> start_session(const RecordOptions& options) {
  CaptureOptions capture = capture_options(options);
  auto session = CaptureSession::start(capture);
  if (session.ok() || !options.output.empty()) return session;
  const std::string& why = session.error().message;
  if (!why.starts_with(capture.file + ": ")) return session;
  const std::string reason = why.substr(capture.file.size() + 2);
  capture.file = free_recording_file(temporary_folder(), options.command, std::time(nullptr));
  auto elsewhere = CaptureSession::start(capture);
  if (!elsewhere.ok()) return elsewhere;
  print_line(fmt::format("the current folder {}; the recording goes to {}",
                         reason.substr(0, reason.find("; ")), elsewhere.value()->state().file));
  return elsewhere;
}

class Recorder {
 public:
  Recorder(CaptureSession& session, std::string when) : session_(session), when_(std::move(when)) {}

  /// Runs until the file is complete.
  void follow_capture() {
    while (!session_.wait_finished(kLookMs)) {
      const CaptureState state = session_.state();
      tell_problems(state);
      tell_saved(state);
      show_progress(state);
      obey_signals(state);
      if (g_save_signaled.exchange(false)) session_.save_last(when_);
    }
    clear_progress();
    tell_problems(session_.state());
    tell_saved(session_.state());
  }

  /// Waits until the command has ended; returns its exit code. `told_running`: it was still
  /// running at the summary, which otherwise says how it ended.
  int follow_command(bool told_running) {
    while (!session_.wait_command(kLookMs)) obey_signals(session_.state());
    const auto command = session_.state().command;
    if (!command) return kDone;
    if (command->signal && told_running) print_line(killed_line(*command));
    return command->signal ? kSignalExit + *command->signal : command->exit_code.value_or(kDone);
  }

 private:
  /// The first signal is left to the command. The second ends the recording without waiting for
  /// processes that still write to it, and kills the command with everything it started.
  void obey_signals(const CaptureState& state) {
    const bool running = state.command && state.command->running;
    const NotedSignals::Taken requests = g_noted.take();
    if (requests.any && running && !asked_at_) {
      asked_at_ = Clock::now();
      constexpr std::size_t kInterrupt = 0, kQuit = 3;
      static_assert(NotedSignals::kSignals[kInterrupt] == SIGINT &&
                    NotedSignals::kSignals[kQuit] == SIGQUIT);
      asked_by_key_ = requests.alone[kInterrupt] + requests.by_terminal[kInterrupt] +
                          requests.by_terminal[kQuit] !=
                      0;
      pass_on(requests);
    } else if (requests.any) {
      session_.stop();
      if (running) session_.end_program(CaptureSession::EndProgram::Kill);
      patience_reported_ = true;
    }
    if (!asked_at_ || patience_reported_ || !running || Clock::now() - *asked_at_ < kPatience)
      return;
    patience_reported_ = true;
    clear_progress();
    print_line(fmt::format("the program (PID {}) is still running; {} again to kill it",
                           state.command->pid, asked_by_key_ ? "press Ctrl+C" : "send the signal"));
  }

  /// A terminal signals the entire process group, so the command has received it; kill signals only
  /// us.
  void pass_on(const NotedSignals::Taken& requests) {
    for (std::size_t i = 0; i < requests.alone.size(); ++i) {
      if (requests.alone[i] != 0) session_.signal_command(NotedSignals::kSignals[i]);
    }
  }

  void tell_problems(const CaptureState& state) {
    for (; reported_ < state.problems.size(); ++reported_) {
      clear_progress();
      print_line(problem_line(state, state.problems[reported_]));
    }
  }

  void tell_saved(const CaptureState& state) {
    for (; told_saved_ < state.saved.size(); ++told_saved_) {
      clear_progress();
      print_line(saved_line(state.saved[told_saved_]));
    }
  }

  /// Only if it does not mix with the output of the command.
  void show_progress(const CaptureState& state) {
    if (::isatty(STDERR_FILENO) == 0 || ::isatty(STDOUT_FILENO) != 0) return;
    std::fputs(("\r" + progress_line(state) + "\x1b[K").c_str(), stderr);
    std::fflush(stderr);
    shows_progress_ = true;
  }

  void clear_progress() {
    if (shows_progress_) std::fputs("\r\x1b[K", stderr);
    shows_progress_ = false;
  }

  CaptureSession& session_;
  using Clock = std::chrono::steady_clock;

  std::string when_;  // as on the command line
  std::size_t reported_ = 0, told_saved_ = 0;
  std::optional<Clock::time_point> asked_at_;  // when the command was told to end
  bool asked_by_key_ = false;                  // by SIGINT, or SIGQUIT of a terminal
  bool patience_reported_ = false;
  bool shows_progress_ = false;
};

/// A session's errors start with their subject, as complain() prints them.
int complain_about(const Error& error) {
  const std::size_t colon = std::min(error.message.find(": "), error.message.size());
  const std::size_t rest = std::min(colon + 2, error.message.size());
  if (rest == error.message.size()) return complain(kUnusable, "record", error.message);
  return complain(kUnusable, error.message.substr(0, colon), error.message.substr(rest));
}

}  // namespace

int run_record(const RecordOptions& options, const std::function<int(const std::string&)>& view) {
  catch_signals();
  if (!options.when.empty()) catch_save_signal(parse_trigger_condition(options.when).value());
  auto session = start_session(options);
  if (!session.ok()) return complain_about(session.error());
  if (!gpu_driver_found()) print_line(no_gpu_line(options.shapes, options.sample_hz > 0));
  Recorder recorder(*session.value(), options.when);
  recorder.follow_capture();
  const CaptureState state = session.value()->state();
  for (const std::string& line : summary_lines(state)) print_line(line);
  const bool command_runs = state.command && state.command->running;
  const auto running = [&session] { return session.value()->running_processes(); };
  const std::string left =
      still_running_line(state, command_runs ? running() : left_processes(running));
  if (!left.empty()) print_line(left);
  const std::string file = file_to_open(state);
  if (options.view && !file.empty()) {
    const int code = view(file);
    if (code != kDone) return code;
  }
  const int code = recorder.follow_command(command_runs);
  // A job that needs the recording must not see success.
  return code == kDone && has_lost_file(state) ? kUnusable : code;
}

}  // namespace lanescope
