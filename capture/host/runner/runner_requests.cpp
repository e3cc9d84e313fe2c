// Calls from other threads: requests, the published state, and the program's processes.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "capture/host/runner/program_family.h"
#include "capture/host/runner/runner.h"
#include "capture/wire/control.h"

namespace lanescope {
namespace {

constexpr int kBlindWaitMs = 50;  // if the system cannot report when a process ends

}  // namespace

void CaptureRunner::wake() {
  const std::uint64_t one = 1;
  // It fails only if enough wake-ups are already pending.
  if (::write(wake_.get(), &one, sizeof one) < 0) return;
}

void CaptureRunner::request_pause(bool paused) {
  pause_requested_ = paused;
  wake();
}

void CaptureRunner::stop() {
  stop_requested_ = true;
  wake();
}

void CaptureRunner::signal_command(int signal) {
  const std::lock_guard lock(command_mutex_);
  if (command_) command_->send_signal(signal);
}

std::pair<std::int64_t, std::string> CaptureRunner::family() {
  std::string marker;
  for (const auto& [name, value] : environment_) {
    if (name == wire::kSocketVariable) marker = name + "=" + value;
  }
  const std::lock_guard lock(command_mutex_);
  return {command_ && !command_->end() ? command_->pid() : 0, std::move(marker)};
}

std::vector<std::int64_t> CaptureRunner::running_processes() {
  const auto [command, marker] = family();
  std::vector<std::int64_t> numbers;
  for (const FamilyMember& one : program_family(command, marker, adopter_))
    numbers.push_back(one.pid);
  return numbers;
}

void CaptureRunner::end_program(EndProgram how) {
  const auto [command, marker] = family();
  if (how == EndProgram::Kill) return kill_family(command, marker, adopter_);
  send_signal(program_family(command, marker, adopter_), SIGTERM);
}

void CaptureRunner::reap() {
  if (adopter_ != 0 && command_) reap_adopted(command_->end() ? 0 : command_->pid());
}

CaptureState CaptureRunner::state() {
  CaptureState state;
  {
    const std::lock_guard lock(mutex_);
    state = state_;
  }
  const std::lock_guard lock(command_mutex_);
  if (command_) {
    const auto end = command_->end();
    state.command = CommandState{command_->pid(), !end, end ? end->exit_code : std::nullopt,
                                 end ? end->signal : std::nullopt};
  }
  return state;
}

bool CaptureRunner::wait_finished(int most_ms) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::milliseconds(most_ms),
                           [this] { return state_.phase == CapturePhase::Finished; });
}

bool CaptureRunner::wait_command(int most_ms) {
  const std::int64_t until = monotonic_ns() + std::int64_t{most_ms} * 1'000'000;
  while (true) {
    int descriptor = -1;
    {
      const std::lock_guard lock(command_mutex_);
      reap();
      if (!command_ || command_->end()) return true;
      descriptor = command_->descriptor();
    }
    const std::int64_t left_ms = (until - monotonic_ns() + 999'999) / 1'000'000;
    if (left_ms <= 0) return false;
    pollfd watched{descriptor, POLLIN, 0};
    const bool blind = descriptor < 0;
    ::poll(&watched, 1,
           static_cast<int>(blind ? std::min<std::int64_t>(left_ms, kBlindWaitMs) : left_ms));
  }
}

}  // namespace lanescope
