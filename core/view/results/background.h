// Background<Key, Value>: a pane asks for a result every frame and gets what is available: current,
// outdated and being recomputed, or nothing yet. A new key stops the computation for an older one.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/base/memory_shortage.h"
#include "core/base/threads/task_pool.h"

namespace lanescope {

/// Called from one thread; computes on the task pool, one computation at a time. `Value` is passed
/// as shared_ptr<const Value>. If there is not enough memory, no result arrives
/// (memory_shortage.h); if no thread can be started, the result arrives once one can
/// (start_thread.h).
template <typename Key, typename Value>
class Background {
 public:
  using Compute = std::function<Value(const std::stop_token&)>;

  struct Answer {
    std::shared_ptr<const Value> value;  // null before the first result
    bool current = false;                // whether it belongs to the requested key
  };

  /// `done` is called on a pool thread when a result has arrived, but never after this is
  /// destroyed; it must only wake the event loop.
  explicit Background(const std::function<void()>& done = {}, Urgency urgency = Urgency::Shown,
                      TaskPool& pool = task_pool())
      : work_(std::make_shared<Work>()), urgency_(urgency), pool_(pool) {
    work_->done = done;
  }
  /// Does not wait: a running computation ends by itself.
  ~Background() {
    const std::lock_guard lock(work_->mutex);
    work_->running_stop.request_stop();
    work_->next = nullptr;
    work_->done = nullptr;
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Returns the newest result, and starts `compute` if there is none for this key and none is
  /// being computed. `compute` must own what it uses (hold the snapshot's shared_ptr), since it may
  /// outlive this. The value of a stopped computation is discarded.
  Answer ask(const Key& key, Compute compute) {
    const std::lock_guard lock(work_->mutex);
    Work& work = *work_;
    if (!work.wanted || !(*work.wanted == key)) {
      work.wanted = key;
      work.running_stop.request_stop();
      const bool have = work.ready && *work.ready == key;
      work.next = have ? Compute() : std::move(compute);
    }
    // If no thread could be started the first time, there may be one now.
    if (work.next && !work.running)
      work.running = pool_.submit(urgency_, [held = work_] { held->run(); });
    return {work.value, work.ready && *work.ready == key};
  }

 private:
  /// Shared with the computation.
  struct Work {
    std::mutex mutex;
    std::function<void()> done;
    std::optional<Key> wanted, ready;
    Compute next;
    std::shared_ptr<const Value> value;
    std::stop_source running_stop;
    bool running = false;  // or about to be

    void run() {
      std::unique_lock lock(mutex);
      while (next) {
        Compute compute = std::exchange(next, nullptr);
        const Key key = *wanted;
        running_stop = std::stop_source();
        const std::stop_token stop = running_stop.get_token();
        lock.unlock();
        std::shared_ptr<const Value> made;
        const bool fits =
            survives_shortage([&] { made = std::make_shared<const Value>(compute(stop)); });
        compute = nullptr;
        lock.lock();
        if (stop.stop_requested()) continue;
        if (fits) {
          value.swap(made);
          ready = key;
        }
        if (done) done();
      }
      running = false;
    }
  };

  std::shared_ptr<Work> work_;
  Urgency urgency_;
  TaskPool& pool_;
};

// Latest<Key, Value>: for a result requested with a new key every frame of a drag. Unlike
// Background alone, it lets a computation finish before starting the next, so that intermediate
// results are shown.

/// Single-threaded.
template <typename Key, typename Value>
class Latest {
 public:
  explicit Latest(const std::function<void()>& done) : work_(done, Urgency::Quick) {}

  /// Starts the wanted computation if none is running. `make(key)` returns the computation; it is
  /// called with the wanted key, and only when the computation is started.
  template <typename Make>
  void ask(const Key& wanted, const Make& make) {
    wanted_ = wanted;
    if (current()) return;
    if (!asked_ || shown_for_ == asked_) {
      asked_ = wanted;
      compute_ = make(wanted);
    }
    const auto answer = work_.ask(*asked_, compute_);
    if (!answer.current) return;
    value_ = answer.value;
    shown_for_ = asked_;
  }

  /// The newest value, for whichever key; null before the first.
  [[nodiscard]] const std::shared_ptr<const Value>& value() const { return value_; }
  /// The key of that value; nullopt before the first.
  [[nodiscard]] const std::optional<Key>& value_key() const { return shown_for_; }
  /// Whether the value is for the key wanted last.
  [[nodiscard]] bool current() const { return shown_for_.has_value() && shown_for_ == wanted_; }
  /// Discards the value, because what it belongs to no longer exists.
  void forget() {
    value_.reset();
    shown_for_.reset();
    asked_.reset();
  }

 private:
  std::optional<Key> wanted_, asked_, shown_for_;
  std::function<Value(const std::stop_token&)> compute_;
  std::shared_ptr<const Value> value_;
  Background<Key, Value> work_;
};

}  // namespace lanescope
