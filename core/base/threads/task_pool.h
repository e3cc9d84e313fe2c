// The threads that the program works on beside its window: a few for all that is open, however many
// panes ask. They start when there is work and end when there is none for some seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lanescope {

/// What is started first, and what never has to wait for what.
enum class Urgency : std::uint8_t {
  Quick,  // milliseconds as a rule, and somebody waits: a thread is kept free for these
  Shown,  // somebody looks at the place where it will be
  Later,  // leaves a thread free for the others, where there are more than two
};

/// Any thread. Tasks must not throw, and must not wait for tasks that have not begun.
class TaskPool {
 public:
  /// At most so many threads, at least 2. Their name is cut to 15 characters.
  TaskPool(unsigned threads, const std::string& name);
  /// Runs nothing more, and waits for what runs.
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  /// Runs it once a thread is free, equally urgent ones in order. False, and nothing will be run,
  /// when there is no thread at all and the system refuses one: that is noted, see start_thread.h.
  /// `owner` is for withdraw().
  [[nodiscard]] bool submit(Urgency urgency, std::function<void()> task,
                            const void* owner = nullptr);
  /// Forgets the owner's tasks that have not begun and waits for those that have.
  void withdraw(const void* owner);
  /// The same of everybody's: at the end of the program, when all owners have asked theirs to stop.
  void finish();

  /// Threads that there are just now.
  [[nodiscard]] unsigned threads() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlives the pool by as long as its threads take to end
};

/// For what computes: one thread more than the machine has cores. Never destroyed.
TaskPool& task_pool();
/// For what waits for files, of which some lie far away: two threads. Never destroyed.
TaskPool& file_pool();

/// Both pools are done when it ends: for what the program's end must not cut short.
class TasksEnd {
 public:
  TasksEnd() = default;
  ~TasksEnd() {
    file_pool().finish();
    task_pool().finish();
  }
  TasksEnd(const TasksEnd&) = delete;
  TasksEnd& operator=(const TasksEnd&) = delete;
};

/// Tasks that use what owns this: it drops those that wait and waits for those that run.
class TaskGroup {
 public:
  explicit TaskGroup(TaskPool& pool = task_pool()) : pool_(pool) {}
  ~TaskGroup() { finish(); }
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  [[nodiscard]] bool submit(Urgency urgency, std::function<void()> task) {
    return pool_.submit(urgency, std::move(task), this);
  }
  void finish() { pool_.withdraw(this); }

 private:
  TaskPool& pool_;
};

/// Frees on another thread what may take longer than a frame, or here where there is no thread.
template <typename Value>
void free_elsewhere(Value value) {
  const auto held = std::make_shared<Value>(std::move(value));
  (void)task_pool().submit(Urgency::Later, [held] {});
}

}  // namespace lanescope
