#include "core/base/threads/task_pool.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>

#include "core/base/threads/alone.h"
#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope {
namespace {

constexpr std::chrono::seconds kIdlePatience{5};
constexpr std::size_t kUrgencies = 3;
constexpr std::size_t kLongestName = 15;  // the kernel's limit

}  // namespace

struct TaskPool::State {
  struct Task {
    std::function<void()> run;
    const void* owner = nullptr;
  };

  State(unsigned most_threads, std::string thread_name)
      : most(std::max(2U, most_threads)), name(std::move(thread_name)) {}

  const unsigned most;
  const std::string name;
  mutable std::mutex mutex;
  std::condition_variable work, ended;
  std::array<std::deque<Task>, kUrgencies> waiting;
  std::array<unsigned, kUrgencies> running{};
  std::list<const void*> owners;  // of running tasks
  unsigned live = 0, idle = 0;
  bool quit = false;

  // Call with the mutex held.
  [[nodiscard]] std::size_t queued() const {
    std::size_t sum = 0;
    for (const auto& queue : waiting) sum += queue.size();
    return sum;
  }
  [[nodiscard]] bool may_run(Urgency urgency) const {
    const unsigned shown = running[1], later = running[2];
    if (urgency == Urgency::Quick) return true;
    if (shown + later + 1 >= most && shown + later != 0) return false;
    return urgency == Urgency::Shown || later < std::max(1U, most - 2);
  }
  /// The queue to take from; kUrgencies if nothing may run.
  [[nodiscard]] std::size_t next() const {
    std::size_t urgency = 0;
    while (urgency < kUrgencies &&
           (waiting[urgency].empty() || !may_run(static_cast<Urgency>(urgency))))
      ++urgency;
    return urgency;
  }

  void run(std::unique_lock<std::mutex>& lock, std::size_t urgency) {
    Task task = std::move(waiting[urgency].front());
    waiting[urgency].pop_front();
    ++running[urgency];
    const auto owner = owners.insert(owners.end(), task.owner);
    lock.unlock();
    task.run();
    task.run = nullptr;  // free what it holds before anyone sees it as ended
    lock.lock();
    --running[urgency];
    owners.erase(owner);
    ended.notify_all();
    work.notify_all();  // tasks that had to wait for it may run
  }

  void serve() {
    name_thread(name);
    std::unique_lock lock(mutex);
    while (!quit) {
      if (const std::size_t urgency = next(); urgency < kUrgencies) {
        run(lock, urgency);
        continue;
      }
      ++idle;
      const bool woken =
          work.wait_for(lock, kIdlePatience, [this] { return quit || next() < kUrgencies; });
      --idle;
      if (!woken) break;
    }
    --live;
    ended.notify_all();
  }
};

TaskPool::TaskPool(unsigned threads, const std::string& name)
    : state_(std::make_shared<State>(threads, name.substr(0, kLongestName))) {}

TaskPool::~TaskPool() {
  finish();
  std::unique_lock lock(state_->mutex);
  state_->quit = true;
  state_->work.notify_all();
  state_->ended.wait(lock, [this] { return state_->live == 0; });
}

bool TaskPool::submit(Urgency urgency, std::function<void()> task, const void* owner) {
  if (ThreadsRefused::any()) {  // as if there were no threads
    note_thread_shortage();
    return false;
  }
  const std::lock_guard lock(state_->mutex);
  State& state = *state_;
  if (state.queued() + 1 > state.idle && state.live < state.most) {
    const bool started = start_detached([held = state_] { held->serve(); });
    if (!started && state.live == 0) return false;
    if (started) ++state.live;
  }
  state.waiting[static_cast<std::size_t>(urgency)].push_back({std::move(task), owner});
  state.work.notify_one();
  return true;
}

void TaskPool::withdraw(const void* owner) {
  std::deque<State::Task> dropped;  // freed after the lock is released
  std::unique_lock lock(state_->mutex);
  for (auto& queue : state_->waiting) {
    const auto rest =
        std::stable_partition(queue.begin(), queue.end(),
                              [owner](const State::Task& task) { return task.owner != owner; });
    std::move(rest, queue.end(), std::back_inserter(dropped));
    queue.erase(rest, queue.end());
  }
  state_->ended.wait(
      lock, [&] { return std::ranges::find(state_->owners, owner) == state_->owners.end(); });
}

void TaskPool::finish() {
  std::array<std::deque<State::Task>, kUrgencies> dropped;  // freed after the lock is released
  std::unique_lock lock(state_->mutex);
  dropped.swap(state_->waiting);
  state_->ended.wait(lock, [this] { return state_->owners.empty(); });
}

bool TaskPool::run_next() {
  return false;
}

unsigned TaskPool::threads() const {
  const std::lock_guard lock(state_->mutex);
  return state_->live;
}

TaskPool& task_pool() {
  static TaskPool& pool = *new TaskPool(hardware_threads() + 1, "worker");
  return pool;
}

TaskPool& file_pool() {
  static TaskPool& pool = *new TaskPool(2, "files");
  return pool;
}

bool has_threads() {
  return true;
}

bool run_waiting_tasks(std::chrono::milliseconds /*most*/) {
  return false;
}

}  // namespace lanescope
