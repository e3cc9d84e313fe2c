#include "app/cli/attach/sampling.h"

#include <csignal>
#include <cstdio>
#include <ctime>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/record/text.h"
#include "app/cli/verbs.h"
#include "capture/host/attach/process_list.h"
#include "capture/host/files/recording_name.h"
#include "capture/host/runner/session.h"
#include "core/base/json_ending.h"

namespace lanescope {
namespace {

constexpr int kLookMs = 100;

volatile std::sig_atomic_t g_interrupted = 0;

/// Where nobody reads it, the recording goes on.
void write_error(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

void tell(const RunningProcess& process, const std::string& line) {
  write_error(fmt::format("process {}: {}\n", process.pid, printable(line)));
}

/// What ends the recording and keeps its file: Ctrl+C, Ctrl+\, kill, a closed terminal. A closed
/// stderr, a file size limit or a signal that was meant for the program must not lose it.
void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    const auto before = std::signal(signal, [](int) { g_interrupted = 1; });
    if (before == SIG_IGN) std::signal(signal, SIG_IGN);  // as nohup and scripts want it
  }
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2}) std::signal(signal, SIG_IGN);
}

CaptureOptions capture_options(const RunningProcess& process, const AttachOptions& options,
                               const std::string& file) {
  CaptureOptions capture;
  capture.attach_pid = process.pid;
  capture.command = process.arguments;
  capture.sample_hz = static_cast<int>(options.sample_hz);
  capture.native = parse_native_mode(options.native).value_or(NativeMode::Off);
  capture.duration_ns = options.duration_ns;
  capture.file =
      file.empty() ? free_recording_file("", process.arguments, std::time(nullptr)) : file;
  capture.file_request.there = file.empty() ? FileThere::NextNumber : FileThere::Refuse;
  return capture;
}

void show_progress(const CaptureState& state) {
  if (::isatty(STDERR_FILENO) == 0) return;
  write_error(fmt::format("\r{}\x1b[K", progress_line(state)));
}

void clear_progress() {
  if (::isatty(STDERR_FILENO) != 0) write_error("\r\x1b[K");
}

/// Until the file is complete.
void follow(CaptureSession& session, const RunningProcess& process) {
  std::size_t told = 0;
  for (bool is_over = false; !is_over;) {
    is_over = session.wait_finished(kLookMs);
    if (g_interrupted != 0) session.stop();
    const CaptureState state = session.state();
    clear_progress();
    for (; told < state.problems.size(); ++told)
      tell(process, problem_line(state, state.problems[told]));
    if (!is_over) show_progress(state);
  }
}

}  // namespace

int sample_process(const RunningProcess& process, const AttachOptions& options, std::string& file) {
  if (!json_ending(file).empty()) {
    return complain(kUnusable, "--output",
                    "samples are a recording, not JSON; name a .lanes file and convert it to JSON "
                    "with `lanescope convert`");
  }
  if (!file.empty()) {
    if (const std::string problem = why_not_new_file(file); !problem.empty())
      return complain(kUnusable, "--output", problem);
  }
  catch_signals();
  auto started = CaptureSession::start(capture_options(process, options, file));
  if (!started.ok())
    return complain(kUnusable, fmt::format("process {}", process.pid), started.error().message);
  CaptureSession& session = *started.value();
  tell(process, fmt::format("sampling at {} Hz{}", options.sample_hz,
                            options.duration_ns == 0 ? "; press Ctrl+C to stop" : ""));
  follow(session, process);
  const CaptureState state = session.state();
  if (!state.has_events || state.all_lost())
    return complain(kUnusable, fmt::format("process {}", process.pid), "nothing was recorded");
  for (const std::string& line : summary_lines(state)) tell(process, line);
  file = state.file;
  return has_lost_file(state) ? kUnusable : kDone;
}

}  // namespace lanescope
