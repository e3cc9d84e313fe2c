// When a recording begins and ends: what the user has set, who has left, who is waited for.
#include <algorithm>
#include <cstdint>

#include "capture/host/runner/runner.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::int64_t kStopPatienceNs = 2'000'000'000;  // for agents to flush
// After a disconnect: how long the process may take to exit before it counts as lost.
constexpr std::int64_t kHangUpPatienceNs = 1'000'000'000;

}  // namespace

void CaptureRunner::note_begin(std::int64_t since_ns) {
  if (since_ns <= 0) return;  // not known
  first_join_ns_ = first_join_ns_ == 0 ? since_ns : std::min(first_join_ns_, since_ns);
}

int CaptureRunner::wait_ms() const {
  if (hurry_) return 0;
  if (options_.duration_ns <= 0 || first_join_ns_ == 0 || stop_until_ns_ != 0) return wait_ms_;
  constexpr std::int64_t kMs = 1'000'000;
  const std::int64_t left_ns = first_join_ns_ + options_.duration_ns - monotonic_ns();
  return static_cast<int>(std::clamp<std::int64_t>((left_ns + kMs - 1) / kMs, 0, wait_ms_));
}

void CaptureRunner::check_times() {
  const std::int64_t now = monotonic_ns();
  for (const auto& process : processes_) {
    const bool waited = process->hung_up_ns != 0 && now - process->hung_up_ns >= kHangUpPatienceNs;
    if (process->present() && waited)
      leave(*process, process->said_bye ? LeftReason::Exit : LeftReason::Lost);
  }
  if (options_.duration_ns > 0 && first_join_ns_ != 0 &&
      now - first_join_ns_ >= options_.duration_ns) {
    begin_stop();
  }
}

void CaptureRunner::begin_stop() {
  if (stop_until_ns_ != 0) return;
  LANESCOPE_CHECK(is_own_thread(), "the session's thread to stop it");
  stopped_ns_ = monotonic_ns();
  stop_until_ns_ = stopped_ns_ + kStopPatienceNs;
  stop_sampler();
  for (const auto& process : processes_) {
    // A process that no longer reads will not reply either.
    if (process->present() && !server_->send(process->peer(), wire::Message::Stop))
      process->stopped = true;
  }
  publish(CapturePhase::Stopping);
}

bool CaptureRunner::is_over() const {
  const bool all_left =
      std::ranges::none_of(processes_, [](const auto& process) { return process->present(); });
  if (stop_until_ns_ == 0) return command_ended_ && all_left;
  return monotonic_ns() >= stop_until_ns_ ||
         std::ranges::all_of(processes_, [](const auto& p) { return !p->present() || p->stopped; });
}

}  // namespace lanescope
