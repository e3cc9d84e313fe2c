#include "app/cli/record.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <unistd.h>

#include "app/cli/exit_code.h"
#include "app/cli/printable.h"
#include "app/cli/record_text.h"
#include "app/cli/verbs.h"
#include "capture/host/capture_session.h"
#include "capture/host/recording_name.h"

namespace lanescope {
namespace {

constexpr int kLookMs = 100;
constexpr int kSignalExit = 128;  // as a shell counts: 128 + the signal

// What the handler leaves for the loop.
std::atomic<int> g_asked_to_end{0};  // how often
std::atomic<int> g_to_pass_on{0};    // a signal that only we have got

void note_signal(int signal, siginfo_t* info, void* /*context*/) {
  g_asked_to_end.fetch_add(1);
  // A terminal tells the whole group, so that the command knows; kill tells us alone.
  if (info->si_code <= 0) g_to_pass_on.store(signal);
}

/// From Ctrl-C on the terminal it is the command that ends; we follow.
void catch_signals() {
  struct sigaction action {};
  action.sa_sigaction = note_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
  // A closed stderr or a limit on files is no reason to lose the capture.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

CaptureOptions capture_options(const RecordOptions& options, const std::string& file) {
  CaptureOptions capture;
  capture.command = options.command;
  capture.folder = options.folder;
  capture.file = file;
  capture.level = static_cast<CaptureLevel>(options.level);
  capture.stacks = options.stacks;
  capture.shapes = options.shapes;
  capture.memory = options.memory;
  capture.duration_ns = options.duration_ns;
  capture.keep_last_ns = options.keep_last_ns;
  return capture;
}

class Recorder {
 public:
  explicit Recorder(CaptureSession& session) : session_(session) {}

  /// Until the file is complete.
  void follow_capture() {
    while (!session_.wait_finished(kLookMs)) {
      const CaptureState state = session_.state();
      tell_problems(state);
      show_progress(state);
      obey_signals(state);
    }
    clear_progress();
    tell_problems(session_.state());
  }

  /// Until the command has ended; returns its exit code.
  int follow_command() {
    while (!session_.wait_command(kLookMs)) obey_signals(session_.state());
    const auto command = session_.state().command;
    if (!command) return kDone;
    return command->signal ? kSignalExit + *command->signal : command->exit_code.value_or(kDone);
  }

 private:
  /// The first wish to end is the command's to obey; then whoever still writes is left alone, then
  /// the command is killed.
  void obey_signals(const CaptureState& state) {
    const bool running = state.command && state.command->running;
    const int passed_on = g_to_pass_on.exchange(0);
    const int asked = g_asked_to_end.load();
    if (asked == obeyed_) return;
    if (asked == 1 && running) {
      if (passed_on != 0) session_.signal_command(passed_on);
    } else {
      session_.stop();
      if (running && asked > 1) session_.signal_command(SIGKILL);
    }
    obeyed_ = asked;
  }

  void tell_problems(const CaptureState& state) {
    for (; told_ < state.problems.size(); ++told_) {
      clear_progress();
      print_line(problem_line(state, state.problems[told_]));
    }
  }

  /// Only where it does not write into what the command prints.
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

  static void print_line(const std::string& line) {
    std::fputs(("lanescope: " + printable(line) + "\n").c_str(), stderr);
  }

  CaptureSession& session_;
  std::size_t told_ = 0;
  int obeyed_ = 0;
  bool shows_progress_ = false;
};

/// Errors of a session name what they are about first, as complaints do.
int complain_about(const Error& error) {
  const std::size_t colon = std::min(error.message.find(": "), error.message.size());
  const std::size_t rest = std::min(colon + 2, error.message.size());
  if (rest == error.message.size()) return complain(kUnusable, "record", error.message);
  return complain(kUnusable, error.message.substr(0, colon), error.message.substr(rest));
}

}  // namespace

int run_record(const RecordOptions& options, const std::function<int(const std::string&)>& view) {
  const std::string file = options.output.empty()
                               ? free_recording_file("", options.command, std::time(nullptr))
                               : options.output;
  catch_signals();
  auto session = CaptureSession::start(capture_options(options, file));
  if (!session.ok()) return complain_about(session.error());
  Recorder recorder(*session.value());
  recorder.follow_capture();
  const CaptureState state = session.value()->state();
  for (const std::string& line : summary_lines(state)) {
    std::fputs(("lanescope: " + printable(line) + "\n").c_str(), stderr);
  }
  if (state.command && state.command->running)
    std::fputs("lanescope: the command runs on\n", stderr);
  if (options.view && !state.processes.empty()) {
    const int code = view(file);
    if (code != kDone) return code;
  }
  return recorder.follow_command();
}

}  // namespace lanescope
