#include "capture/sampler/sampler.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "capture/sampler/sampling_loop.h"
#include "capture/sampler/tick_schedule.h"
#include "core/base/check.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

Ns now_ns() {
  return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
}

}  // namespace

class HostSampler::Thread {
 public:
  Thread(SamplerOptions options, SamplerSink& sink)
      : is_paused_(options.is_paused), loop_(std::move(options), sink) {}

  std::optional<Error> start() {
    return thread_error(
        [this] { thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); }); });
  }
  void stop() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
  }
  void pause(bool is_paused) { is_paused_ = is_paused; }

 private:
  void run(const std::stop_token& stop) {
    name_thread("sampler");
    TickSchedule schedule(now_ns());
    std::uint64_t missed = 0;
    bool was_paused = false;
    while (wait_until(Clock::time_point(std::chrono::nanoseconds(schedule.due_ns())), stop)) {
      const bool is_paused = is_paused_;
      if (!is_paused) loop_.tick(missed);
      if (is_paused && !was_paused) loop_.finish();
      was_paused = is_paused;
      missed = schedule.advance(loop_.period_ns(), now_ns());
    }
    loop_.finish();
  }
  /// False: it is to stop.
  bool wait_until(Clock::time_point due, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    woken_.wait_until(lock, stop, due, [] { return false; });
    return !stop.stop_requested();
  }

  std::atomic<bool> is_paused_;
  SamplingLoop loop_;
  std::mutex mutex_;
  std::condition_variable_any woken_;  // only by a stop
  std::jthread thread_;
};

HostSampler::HostSampler(std::unique_ptr<Thread> thread) : thread_(std::move(thread)) {}

HostSampler::~HostSampler() {
  stop();
}

Result<std::unique_ptr<HostSampler>> HostSampler::start(SamplerOptions options, SamplerSink& sink) {
  if (options.rate_hz < kLeastHz || options.rate_hz > kMostHz) {
    return Error{Error::Kind::Invalid, fmt::format("the sampling rate must be {} to {} Hz, not {}",
                                                   kLeastHz, kMostHz, options.rate_hz)};
  }
  auto thread = std::make_unique<Thread>(std::move(options), sink);
  if (auto error = thread->start()) return *std::move(error);
  return std::unique_ptr<HostSampler>(new HostSampler(std::move(thread)));
}

void HostSampler::pause(bool is_paused) {
  thread_->pause(is_paused);
}

void HostSampler::stop() {
  thread_->stop();
}

}  // namespace lanescope
