#include "capture/sampler/machine/figure_thread.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

/// A slow source is asked less often, so that it takes at most a fifth of a CPU.
constexpr int kRestPerWork = 4;

Ns now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

}  // namespace

struct FigureThread::State {
  State(std::unique_ptr<FigureSource> of, std::string called, Ns period)
      : source(std::move(of)), name(std::move(called)), period_ns(period) {}

  const std::unique_ptr<FigureSource> source;  // on the thread
  const std::string name;
  const Ns period_ns;
  std::mutex mutex;
  std::condition_variable changed;
  // Under mutex.
  bool is_to_stop = false, has_ended = false;
  Ns asked_since_ns = 0;
  std::vector<Figure> latest;

  /// Calls `ask`, which may not return for long. False: it is to stop.
  template <typename Ask>
  bool asked(Ask&& ask) {
    {
      const std::scoped_lock lock(mutex);
      if (is_to_stop) return false;
      asked_since_ns = now_ns();
    }
    ask();
    const std::scoped_lock lock(mutex);
    asked_since_ns = 0;
    return !is_to_stop;
  }
  void rest(Ns rest_ns) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::nanoseconds(rest_ns), [this] { return is_to_stop; });
  }
};

FigureThread::FigureThread(std::unique_ptr<FigureSource> source, std::string name, Ns period_ns)
    : state_(std::make_shared<State>(std::move(source), std::move(name), period_ns)) {
  const bool is_started = start_detached([state = state_] {
    run(*state);
    const std::scoped_lock lock(state->mutex);
    state->has_ended = true;
    state->changed.notify_all();
  });
  if (!is_started) state_->has_ended = true;
}

FigureThread::~FigureThread() {
  std::unique_lock lock(state_->mutex);
  state_->is_to_stop = true;
  state_->changed.notify_all();
  state_->changed.wait_for(lock, std::chrono::nanoseconds(kMostWaitNs),
                           [this] { return state_->has_ended; });
}

void FigureThread::run(State& state) {
  name_thread(state.name);
  bool is_there = false;
  bool goes_on = state.asked([&] { is_there = state.source->open(); });
  while (goes_on && is_there) {
    const Ns begin_ns = now_ns();
    std::vector<Figure> figures;
    goes_on = state.asked([&] { figures = state.source->read(); });
    const Ns spent_ns = now_ns() - begin_ns;
    {
      const std::scoped_lock lock(state.mutex);
      state.latest = std::move(figures);
    }
    if (goes_on) state.rest(std::max(state.period_ns - spent_ns, kRestPerWork * spent_ns));
  }
  if (is_there) state.source->close();
}

std::vector<Figure> FigureThread::take() {
  const std::scoped_lock lock(state_->mutex);
  return std::exchange(state_->latest, {});
}

Ns FigureThread::asked_since_ns() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->asked_since_ns;
}

}  // namespace lanescope
