// The implementation of a capture session. Everything belongs to the session's thread except what
// is marked: requests, the published state, the command.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "capture/host/attach/kineto_daemon.h"
#include "capture/host/control/control_server.h"
#include "capture/host/files/spool.h"
#include "capture/host/runner/attached_process.h"
#include "capture/host/runner/captured_process.h"
#include "capture/host/runner/launcher.h"
#include "capture/host/runner/options.h"
#include "capture/host/runner/recorded_samples.h"
#include "capture/host/runner/sample_queue.h"
#include "capture/host/runner/session.h"
#include "capture/host/runner/triggered_saves.h"
#include "capture/sampler/sampler.h"
#include "core/base/check.h"

namespace lanescope {

class CaptureRunner final : public CaptureSession {
 public:
  CaptureRunner(CaptureOptions options, CaptureListener* listener,
                std::unique_ptr<ControlServer> server, std::unique_ptr<Spool> spool,
                Environment environment);
  ~CaptureRunner() override;

  /// Call in this order: the thread is created first and waits, so that if it cannot be created, no
  /// command is left running unrecorded.
  std::optional<Error> make_thread();
  std::optional<Error> launch();
  /// Instead of launch().
  void attach(AttachedProcess process);
  void run_on_thread();

  // On any thread.
  void pause() override { request_pause(true); }
  void resume() override { request_pause(false); }
  void stop() override;
  void signal_command(int signal) override;
  std::vector<std::int64_t> running_processes() override;
  void end_program(EndProgram how) override;
  void save_last(std::string why) override;
  CaptureState state() override;
  bool wait_finished(int most_ms) override;
  bool wait_command(int most_ms) override;

 private:
  // runner.cpp: the loop.
  void run();
  void wait_for_something();
  void take_requests();
  void check_command();
  void read_rings();
  [[nodiscard]] CapturePhase phase() const;
  void finish();
  void publish(CapturePhase phase);

  /// Whether the caller is the thread that owns all this, or that thread has not started yet.
  [[nodiscard]] bool is_own_thread() const {
    return !started_ || std::this_thread::get_id() == thread_.get_id();
  }

  // runner_times.cpp: when it begins and ends.
  /// Something of a process is recorded since `since_ns`, monotonic.
  void note_begin(std::int64_t since_ns);
  /// How long to wait at most: not beyond the end that the user has set.
  [[nodiscard]] int wait_ms() const;
  void check_times();
  void begin_stop();
  [[nodiscard]] bool is_over() const;

  // runner_requests.cpp
  void request_pause(bool paused);
  void wake();
  /// The command's PID if it is running, else 0; and the variable that marks all processes it
  /// starts.
  std::pair<std::int64_t, std::string> family();
  /// Notices the ends of adopted processes. Under command_mutex_.
  void reap();

  // runner_samples.cpp: what is seen of the program's threads from outside.
  void start_sampler();
  void take_samples();
  void take_sampled(const SampleQueue::Event& event);
  void stop_sampler();
  RecordedSamples::Sink samples_sink();
  void leave_sampled(std::uint32_t process, std::int64_t pid);

  // runner_triggers.cpp: what makes the last seconds be saved.
  struct MarkPlace {
    std::uint32_t process = 0, tid = 0;
  };
  void check_triggers();
  void fire(std::string what, std::optional<MarkPlace> place);
  void finish_triggers();
  std::optional<std::string> take_save_request();
  [[nodiscard]] std::optional<MarkPlace> any_mark_place() const;

  // runner_events.cpp: messages from peers, and how their processes end.
  void handle_events();
  void handle(const ControlEvent& event);
  void join(const ControlEvent& event);
  void turn_away(const ControlEvent& event);
  void take_message(CapturedProcess& process, const ControlEvent& event);
  void hang_up(CapturedProcess& process, const ControlEvent& event);
  void leave(CapturedProcess& process, LeftReason reason);
  void add_problem(std::uint32_t process, std::string_view text);
  void add_own_problem(std::uint32_t process, std::string_view code, std::string_view text,
                       std::string_view hint = {});
  CapturedProcess* process_of(std::uint32_t peer);
  CapturedProcess::Sink sink_of(std::uint32_t process);
  std::optional<CommandEnd> end_of_command(std::int64_t pid);
  void note_event();
  void read_rest_of(CapturedProcess& process);
  void write_session();
  [[nodiscard]] std::string config_text() const;

  CaptureOptions options_;
  CaptureListener* listener_;
  std::unique_ptr<ControlServer> server_;
  std::unique_ptr<Spool> spool_;  // null: no file is written
  const Environment environment_;
  /// A PyTorch that polls without getting an answer complains on its stderr and exits late. Null if
  /// it does not poll, if another daemon answers, and after the end: others may need the name.
  std::unique_ptr<KinetoDaemon> kineto_;
  FileDescriptor wake_;  // an eventfd

  std::vector<std::unique_ptr<CapturedProcess>> processes_;  // that joined
  std::uint32_t next_process_ = 0;                           // the number of the next one
  RecordedSamples samples_{samples_sink()};
  SampleQueue sample_queue_;
  RequestedOptions requested_{options_};
  TriggeredSaves saves_{options_};
  std::vector<CaptureProblem> problems_;
  std::uint64_t problem_count_ = 0;
  std::int64_t start_ns_ = 0;  // CLOCK_REALTIME
  std::int64_t start_monotonic_ns_ = 0;
  std::int64_t first_join_ns_ = 0;  // monotonic; 0: nothing is recorded of any process yet
  std::int64_t stopped_ns_ = 0;     // monotonic; 0: it goes on
  std::int64_t stop_until_ns_ = 0;  // monotonic; 0: not stopping
  std::int64_t published_ns_ = 0;   // monotonic
  int wait_ms_ = 0;
  bool hurry_ = false;
  bool has_events_ = false;
  bool paused_ = false;
  bool command_ended_ = false;
  bool started_ = false;  // written before go_

  // Shared with other threads.
  std::atomic<bool> stop_requested_{false}, pause_requested_;
  std::mutex mutex_;
  std::condition_variable changed_;
  CaptureState state_;                         // under mutex_
  std::optional<std::string> save_requested_;  // why; under mutex_
  std::optional<AttachedProcess> attached_;    // instead of a command; set before the thread runs
  std::mutex command_mutex_;
  std::optional<LaunchedCommand> command_;  // under command_mutex_
  std::int64_t adopter_ = 0;  // this process, if it adopts orphans; set before the thread runs
  std::binary_semaphore go_{0};
  std::unique_ptr<HostSampler> sampler_;  // on the session's thread; null: none runs
  std::jthread thread_;                   // last, so destroyed first
};

/// CLOCK_MONOTONIC.
std::int64_t monotonic_ns();
/// CLOCK_REALTIME.
std::int64_t wall_ns();

}  // namespace lanescope
