// Background<Key, Value>: a pane asks for a result every frame and gets what there is - ready, old
// but being renewed, or nothing yet. A newer key silences the older computation.
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

/// Asked from one thread; computes on the task pool, one computation at a time. `Value` travels as
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

  /// `done` is called by a thread of the pool when a result has arrived, never after this is gone;
  /// it must only poke the event loop.
  explicit Background(const std::function<void()>& done = {}, Urgency urgency = Urgency::Shown,
                      TaskPool& pool = task_pool())
      : work_(std::make_shared<Work>()), urgency_(urgency), pool_(pool) {
    work_->done = done;
  }
  /// Waits for nothing: a computation ends by itself.
  ~Background() {
    const std::lock_guard lock(work_->mutex);
    work_->running_stop.request_stop();
    work_->next = nullptr;
    work_->done = nullptr;
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// The newest result, and starts `compute` when none for this key is there or on its way.
  /// `compute` must own what it uses (hold the snapshot's shared_ptr), since it may outlive this. A
  /// stopped computation's value is thrown away.
  Answer ask(const Key& key, Compute compute) {
    const std::lock_guard lock(work_->mutex);
    Work& work = *work_;
    if (!work.wanted || !(*work.wanted == key)) {
      work.wanted = key;
      work.running_stop.request_stop();
      const bool have = work.ready && *work.ready == key;
      work.next = have ? Compute() : std::move(compute);
    }
    // Where the system had no thread when it was asked first it may have one now.
    if (work.next && !work.running)
      work.running = pool_.submit(urgency_, [held = work_] { held->run(); });
    return {work.value, work.ready && *work.ready == key};
  }

 private:
  /// Held by the computation too.
  struct Work {
    std::mutex mutex;
    std::function<void()> done;
    std::optional<Key> wanted, ready;
    Compute next;
    std::shared_ptr<const Value> value;
    std::stop_source running_stop;
    bool running = false;  // or about to

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

// Latest<Key, Value>: for what is asked for anew in every frame of a drag. Unlike Background alone,
// it lets a computation end before it begins the next one, so that something is shown on the way.

/// One thread.
template <typename Key, typename Value>
class Latest {
 public:
  explicit Latest(const std::function<void()>& done) : work_(done, Urgency::Quick) {}

  /// Starts what is wanted when nothing runs. `make(key)` gives the computation; it is called with
  /// the key that is wanted, and only when that one is started.
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

  /// The newest value, of whatever key; null before the first.
  [[nodiscard]] const std::shared_ptr<const Value>& value() const { return value_; }
  /// What the value was asked for with; nullopt before the first.
  [[nodiscard]] const std::optional<Key>& value_key() const { return shown_for_; }
  /// Whether it is what was wanted last.
  [[nodiscard]] bool current() const { return shown_for_.has_value() && shown_for_ == wanted_; }
  /// Forgets the value, because it belongs to something that is no more.
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
