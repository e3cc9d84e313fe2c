#include "capture/sampler/sampler.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "capture/sampler/sampling_loop.h"
#include "core/base/check.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

/// When ticks are due: one in each period, at another place in it each time. Programs have periods
/// of their own, such as the 5 ms after which Python passes on its GIL, and would be seen in the
/// same phase again and again.
class Schedule {
 public:
  explicit Schedule(Clock::time_point begin) : period_begin_(begin) {}

  [[nodiscard]] Clock::time_point due(Ns period_ns) const {
    const auto places = static_cast<double>(period_ns) * kSpread;
    return period_begin_ + std::chrono::nanoseconds(static_cast<Ns>(place_ * places));
  }
  /// Goes on to the next period that is not over. Returns how many were left out.
  std::uint64_t advance(Ns period_ns, Clock::time_point now) {
    const std::chrono::nanoseconds period(period_ns);
    period_begin_ += period;
    place_ += kGolden;
    place_ -= place_ >= 1 ? 1 : 0;
    if (now < period_begin_ + period) return 0;
    const auto over = (now - period_begin_) / period;
    period_begin_ += over * period;
    return static_cast<std::uint64_t>(over);
  }

 private:
  static constexpr double kSpread = 0.5;          // the part of the period in which ticks lie
  static constexpr double kGolden = 0.618033988;  // spreads any number of places evenly

  Clock::time_point period_begin_;
  double place_ = 0;
};

}  // namespace

class HostSampler::Thread {
 public:
  Thread(SamplerOptions options, SamplerSink& sink) : loop_(std::move(options), sink) {}

  std::optional<Error> start() {
    return thread_error(
        [this] { thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); }); });
  }
  void stop() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
  }

 private:
  void run(const std::stop_token& stop) {
    name_thread("sampler");
    Schedule schedule(Clock::now());
    std::uint64_t missed = 0;
    while (wait_until(schedule.due(loop_.period_ns()), stop)) {
      loop_.tick(missed);
      missed = schedule.advance(loop_.period_ns(), Clock::now());
    }
    loop_.finish();
  }
  /// False: it is to stop.
  bool wait_until(Clock::time_point due, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    woken_.wait_until(lock, stop, due, [] { return false; });
    return !stop.stop_requested();
  }

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

void HostSampler::stop() {
  thread_->stop();
}

}  // namespace lanescope
