// The pools where the browser gives no threads: both are one queue, and tasks run between frames.
#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "core/base/threads/alone.h"
#include "core/base/threads/task_pool.h"

namespace lanescope {
namespace {

constexpr std::size_t kUrgencies = 3;

}  // namespace

struct TaskPool::State {
  struct Task {
    std::function<void()> run;
    const void* owner = nullptr;
  };
  std::array<std::deque<Task>, kUrgencies> waiting;

  /// Null: nothing waits.
  std::deque<Task>* next() {
    const auto queue = std::ranges::find_if(waiting, [](const auto& q) { return !q.empty(); });
    return queue == waiting.end() ? nullptr : &*queue;
  }
};

TaskPool::TaskPool(unsigned /*threads*/, const std::string& /*name*/)
    : state_(std::make_shared<State>()) {}

TaskPool::~TaskPool() = default;

bool TaskPool::submit(Urgency urgency, std::function<void()> task, const void* owner) {
  state_->waiting[static_cast<std::size_t>(urgency)].push_back({std::move(task), owner});
  return true;
}

void TaskPool::withdraw(const void* owner) {
  for (auto& queue : state_->waiting)
    std::erase_if(queue, [owner](const State::Task& task) { return task.owner == owner; });
}

void TaskPool::finish() {
  for (auto& queue : state_->waiting) queue.clear();
}

bool TaskPool::run_next() {
  auto* const queue = state_->next();
  if (queue == nullptr) return false;
  const State::Task task = std::move(queue->front());
  queue->pop_front();
  task.run();
  return true;
}

unsigned TaskPool::threads() const {
  return 0;
}

TaskPool& task_pool() {
  static TaskPool& pool = *new TaskPool(0, "");
  return pool;
}

TaskPool& file_pool() {
  return task_pool();
}

bool has_threads() {
  return false;
}

bool run_waiting_tasks(std::chrono::milliseconds most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point until = Clock::now() + most;
  while (task_pool().run_next()) {
    if (Clock::now() >= until) return true;
  }
  return false;
}

}  // namespace lanescope
