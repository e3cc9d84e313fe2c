// Background<Key, Value>: a pane asks for a result every frame and gets what there is - ready, old
// but being renewed, or nothing yet. A newer key silences the older computation.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/base/memory_shortage.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

/// Asked from one thread; owns one worker, started with the first request. `Value` travels as
/// shared_ptr<const Value>. What there is no memory for does not come, see memory_shortage.h; what
/// there is no thread for comes when there is one, see start_thread.h.
template <typename Key, typename Value>
class Background {
 public:
  using Compute = std::function<Value(const std::stop_token&)>;

  struct Answer {
    std::shared_ptr<const Value> value;  // null before the first result
    bool current = false;                // it belongs to the key asked for
  };

  /// `done` is called on the worker when a result has arrived; it must only poke the event loop.
  explicit Background(std::function<void()> done = {}) : done_(std::move(done)) {}
  ~Background() { cancel(); }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// The newest result, and starts `compute` when none for this key is there or on its way.
  /// `compute` must own what it captures (hold the snapshot's shared_ptr). A stopped computation's
  /// value is thrown away.
  Answer ask(const Key& key, Compute compute) {
    const std::lock_guard lock(mutex_);
    if (!wanted_ || !(*wanted_ == key)) {
      wanted_ = key;
      running_stop_.request_stop();
      const bool have = ready_ && *ready_ == key;
      next_ = have ? Compute() : std::move(compute);
      if (have) return {value_, true};
      wake_.notify_one();
    }
    // Where the system had no thread when it was asked first it may have one now.
    if (next_ && !worker_.joinable())
      start_thread(worker_, [this](const std::stop_token& quit) { work(quit); });
    return {value_, ready_ && *ready_ == key};
  }

  /// Forgets the result and stops what runs; returns when the worker has stopped.
  void cancel() {
    {
      const std::lock_guard lock(mutex_);
      running_stop_.request_stop();
      wanted_.reset();
      next_ = nullptr;
      ready_.reset();
      value_.reset();
    }
    if (worker_.joinable()) {
      worker_.request_stop();
      wake_.notify_one();
      worker_.join();
      worker_ = std::jthread();
    }
  }

 private:
  void work(const std::stop_token& quit) {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, quit, [this] { return static_cast<bool>(next_); });
      if (quit.stop_requested()) return;
      const Compute compute = std::exchange(next_, nullptr);
      const Key key = *wanted_;
      running_stop_ = std::stop_source();
      const std::stop_token stop = running_stop_.get_token();
      lock.unlock();
      std::shared_ptr<const Value> value;
      const bool made =
          survives_shortage([&] { value = std::make_shared<const Value>(compute(stop)); });
      lock.lock();
      if (stop.stop_requested()) continue;
      if (made) {
        value_ = std::move(value);
        ready_ = key;
      }
      lock.unlock();
      if (done_) done_();
      lock.lock();
    }
  }

  std::function<void()> done_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Key> wanted_, ready_;
  Compute next_;
  std::shared_ptr<const Value> value_;
  std::stop_source running_stop_;
  std::jthread worker_;
};

}  // namespace lanescope
