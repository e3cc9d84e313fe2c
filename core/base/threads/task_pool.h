// The program's background threads: a few, shared by everything that is open. They start when there
// is work and end after some seconds without any.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace lanescope {

/// Determines what starts first, and which tasks never wait for which.
enum class Urgency : std::uint8_t {
  Quick,  // usually milliseconds, and the user is waiting: a thread is kept free for these
  Shown,  // the user is looking at the place where the result will appear
  Later,  // leaves a thread free for the others, if there are more than two
};

/// Any thread. Tasks must not throw, and must not wait for tasks that have not begun.
class TaskPool {
 public:
  /// At most `threads` threads, at least 2. Their name is truncated to 15 characters.
  TaskPool(unsigned threads, const std::string& name);
  /// Starts no more tasks, and waits for running ones.
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  /// Runs the task once a thread is free, tasks of equal urgency in order. False, and the task is
  /// dropped, if there is no thread at all and the system refuses one, which is recorded: see
  /// start_thread.h. `owner` is for withdraw().
  [[nodiscard]] bool submit(Urgency urgency, std::function<void()> task,
                            const void* owner = nullptr);
  /// Drops the owner's tasks that have not begun and waits for those that have.
  void withdraw(const void* owner);
  /// The same for all owners: at the end of the program, after all of them have asked their tasks
  /// to stop.
  void finish();

  /// Without threads: runs one task. False: none waits. See alone.h.
  bool run_next();

  /// The number of threads at the moment.
  [[nodiscard]] unsigned threads() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlives the pool until its threads have ended
};

/// For computation: one thread more than the machine has cores. Never destroyed.
TaskPool& task_pool();
/// For waiting on files, some of which may be on slow network drives: two threads. Never destroyed.
TaskPool& file_pool();

/// Its destructor finishes both pools, so that the end of the program does not cut tasks short.
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

/// Tasks that use the owner of this group: its destructor drops those that wait and waits for those
/// that run.
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

/// Frees on another thread what may take longer than a frame to free, or here if there is no
/// thread.
template <typename Value>
void free_elsewhere(Value value) {
  const auto held = std::make_shared<Value>(std::move(value));
  (void)task_pool().submit(Urgency::Later, [held] {});
}

}  // namespace lanescope
