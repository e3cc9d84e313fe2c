#include "capture/host/runner/runner.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <poll.h>
#include <unistd.h>

#include <sys/eventfd.h>

#include "capture/host/runner/program_family.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

constexpr int kBusyWaitMs = 5;   // between reads while data flows
constexpr int kIdleWaitMs = 50;  // at most
constexpr std::int64_t kPublishPeriodNs = 100'000'000;
template <typename Clock>
std::int64_t now_of() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

bool will_poll(const CaptureOptions& options) {
  if (options.attach_pid != 0) return false;
  return std::getenv(kKinetoVariable) != nullptr ||
         std::ranges::any_of(options.environment,
                             [](const auto& one) { return one.first == kKinetoVariable; });
}

}  // namespace

std::int64_t monotonic_ns() {
  return now_of<std::chrono::steady_clock>();
}

std::int64_t wall_ns() {
  return now_of<std::chrono::system_clock>();
}

CaptureRunner::CaptureRunner(CaptureOptions options, CaptureListener* listener,
                             std::unique_ptr<ControlServer> server, std::unique_ptr<Spool> spool,
                             Environment environment)
    : options_(std::move(options)),
      listener_(listener),
      server_(std::move(server)),
      spool_(std::move(spool)),
      environment_(std::move(environment)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      start_ns_(wall_ns()),
      start_monotonic_ns_(monotonic_ns()),
      paused_(options_.paused),
      pause_requested_(options_.paused) {
  if (!will_poll(options_)) return;
  if (auto daemon = KinetoDaemon::open(); daemon.ok()) kineto_ = std::move(daemon).value();
}

CaptureRunner::~CaptureRunner() {
  stop();
  if (!started_) go_.release();
}

std::optional<Error> CaptureRunner::make_thread() {
  LANESCOPE_CHECK(!thread_.joinable(), "no thread yet");
  return thread_error([this] {
    thread_ = std::jthread([this] {
      go_.acquire();
      if (started_) run();
    });
  });
}

std::optional<Error> CaptureRunner::launch() {
  LANESCOPE_CHECK(thread_.joinable() && !command_, "a thread that waits, and no command yet");
  LaunchOrder order{options_.command, options_.folder, environment_, options_.own_group,
                    options_.output};
  order.environment.insert(order.environment.end(), options_.environment.begin(),
                           options_.environment.end());
  // Python buffers output that does not go to a terminal. The user's own setting comes first and
  // wins.
  if (options_.output >= 0) order.environment.emplace_back("PYTHONUNBUFFERED", "1");
  if (options_.adopts_orphans && adopt_orphans()) adopter_ = ::getpid();
  auto command = LaunchedCommand::start(order);
  if (!command.ok()) {
    if (adopter_ != 0) stop_adopting();
    return command.error();
  }
  command_.emplace(std::move(command).value());
  return std::nullopt;
}

void CaptureRunner::attach(AttachedProcess process) {
  LANESCOPE_CHECK(thread_.joinable() && !command_ && !started_, "a thread that waits");
  attached_.emplace(std::move(process));
}

void CaptureRunner::run_on_thread() {
  LANESCOPE_CHECK(thread_.joinable() && !started_, "a thread that waits");
  if (spool_ && options_.keep_empty) spool_->begin(start_ns_);
  if (spool_) write_session();
  publish(CapturePhase::Waiting);
  started_ = true;
  go_.release();
}

void CaptureRunner::run() {
  start_sampler();
  while (true) {
    wait_for_something();
    take_requests();
    check_command();
    handle_events();
    read_rings();
    take_samples();
    check_triggers();
    check_times();
    if (is_over()) break;
    if (monotonic_ns() - published_ns_ >= kPublishPeriodNs) publish(phase());
  }
  finish();
}

void CaptureRunner::wait_for_something() {
  int command = -1;
  if (attached_ && !command_ended_) {
    command = attached_->descriptor();
  } else if (!command_ended_) {
    const std::lock_guard lock(command_mutex_);
    if (command_) command = command_->descriptor();
  }
  std::array<pollfd, 3> watched{pollfd{server_->descriptor(), POLLIN, 0},
                                pollfd{wake_.get(), POLLIN, 0}, pollfd{command, POLLIN, 0}};
  ::poll(watched.data(), watched.size(), wait_ms());
  std::uint64_t count = 0;  // of wake-ups; read only to clear them
  if ((watched[1].revents & POLLIN) != 0) (void)!::read(wake_.get(), &count, sizeof count);
}

void CaptureRunner::take_requests() {
  if (stop_requested_.load()) begin_stop();
  if (const bool paused = pause_requested_.load(); paused != paused_) {
    paused_ = paused;
    if (sampler_) sampler_->pause(paused);
    for (const auto& process : processes_) {
      if (!process->present()) continue;
      process->ring().set_paused(paused);
      server_->send(process->peer(), paused ? wire::Message::Pause : wire::Message::Resume);
    }
  }
}

void CaptureRunner::check_command() {
  if (command_ended_) {
    const std::lock_guard lock(command_mutex_);
    return reap();
  }
  if (attached_) {
    command_ended_ = attached_->has_ended();
    return;
  }
  const std::lock_guard lock(command_mutex_);
  command_ended_ = command_ && command_->end().has_value();
  reap();
}

void CaptureRunner::read_rings() {
  std::uint64_t bytes = 0;
  hurry_ = false;
  for (const auto& process : processes_) {
    if (!process->present()) continue;
    const auto round = process->read_round(sink_of(process->state().index));
    bytes += round.bytes;
    hurry_ = hurry_ || round.hurry;
  }
  wait_ms_ = bytes != 0 ? kBusyWaitMs : std::clamp(wait_ms_ * 2, kBusyWaitMs, kIdleWaitMs);
  if (!spool_) return;
  if (const auto problem = spool_->take_problem())
    add_own_problem(CaptureListener::kNoProcess, "file_failed", *problem, spool_->advice());
}

CapturePhase CaptureRunner::phase() const {
  if (stop_until_ns_ != 0) return CapturePhase::Stopping;
  if (paused_) return CapturePhase::Paused;
  return first_join_ns_ == 0 ? CapturePhase::Waiting : CapturePhase::Recording;
}

void CaptureRunner::finish() {
  if (stopped_ns_ == 0) stopped_ns_ = monotonic_ns();
  stop_sampler();
  samples_.end();
  for (const auto& process : processes_) {
    if (!process->present()) continue;
    read_rest_of(*process);
    process->update(monotonic_ns());
    if (spool_)
      spool_->append_text(wire::ChunkKind::Losses, process->state().index, process->losses());
    process->release();
  }
  server_.reset();  // remaining agents stop recording
  for (const std::string& sentence : requested_.unfulfilled())
    add_own_problem(CaptureListener::kNoProcess, "option_empty", sentence);
  if (spool_ && options_.sample_hz > 0) {
    for (const std::string& problem : samples_.problems(1'000'000'000 / options_.sample_hz))
      spool_->append_text(wire::ChunkKind::Problem, CaptureListener::kNoProcess, problem);
  }
  finish_triggers();
  if (spool_ && saves_.has_all() && !options_.keep_empty) {
    spool_->give_up();
  } else if (spool_) {
    spool_->end(stop_until_ns_ != 0 ? "stopped" : "ended");
    if (!has_events_ || spool_->lost_everything()) spool_->remove_at_last();
    if (const auto problem = spool_->take_problem())
      add_own_problem(CaptureListener::kNoProcess, "file_failed", *problem);
  }
  kineto_.reset();
  if (adopter_ != 0) stop_adopting();
  publish(CapturePhase::Finished);
}

void CaptureRunner::publish(CapturePhase phase) {
  LANESCOPE_CHECK(is_own_thread(), "the session's thread in phase {}", phase);
  CaptureState state;
  published_ns_ = monotonic_ns();
  state.phase = phase;
  state.start_ns = start_ns_;
  // Reading the rest does not count.
  const std::int64_t end_ns = stopped_ns_ == 0 ? published_ns_ : stopped_ns_;
  state.elapsed_ns = end_ns - start_monotonic_ns_;
  for (const auto& process : processes_) {
    const CapturedProcessState& one = state.processes.emplace_back(process->update(published_ns_));
    state.records += one.records;
    state.dropped_records += one.dropped_records;
    state.records_per_second += one.records_per_second;
    state.bytes_per_second += one.bytes_per_second;
  }
  state.samples = samples_.state();
  state.samples.is_on = options_.sample_hz > 0;
  if (state.samples.is_on) state.samples.wanted_ns = 1'000'000'000 / options_.sample_hz;
  state.has_events = has_events_;
  state.problems = problems_;
  state.problem_count = problem_count_;
  state.saved = saves_.saved();
  if (spool_) {
    state.file = spool_->path();
    state.has_file =
        phase != CapturePhase::Finished || (spool_->left_recording() && !spool_->lost_everything());
    state.old_file = spool_->set_aside();
    state.file_bytes = spool_->bytes();
    state.file_segments = spool_->left_segments();
    state.file_old_records = spool_->dropped_records();
    state.file_old_ns = spool_->dropped_ns();
    state.file_lost_bytes = spool_->lost_bytes();
    state.file_lost_records = spool_->lost_records();
    state.file_in_place = spool_->in_place();
  }
  {
    const std::lock_guard lock(mutex_);
    LANESCOPE_CHECK(state_.phase != CapturePhase::Finished, "nothing after the end, not phase {}",
                    phase);
    state_ = std::move(state);
  }
  changed_.notify_all();
}

}  // namespace lanescope
