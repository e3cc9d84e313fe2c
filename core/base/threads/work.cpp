#include "core/base/threads/work.h"

#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <vector>

namespace lanescope {
namespace {

/// Counts what threads do after releasing their counters: they share it, so some of it may not be
/// counted.
constinit WorkCounters late;

std::uint64_t read(const WorkCounters& counters, Work kind) {
  return counters.done[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
}

/// All counters ever created. Those of an ended thread keep their counts and go to the next thread
/// that starts, so there are never more than the largest number of simultaneous threads.
class AllCounters {
 public:
  WorkCounters& take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      all_.push_back(std::make_unique<WorkCounters>());
      free_.reserve(all_.size());  // releasing counters must not fail
      return *all_.back();
    }
    WorkCounters* const counters = free_.back();
    free_.pop_back();
    return *counters;
  }
  void give_back(WorkCounters& counters) {
    const std::lock_guard lock(mutex_);
    free_.push_back(&counters);
  }
  std::uint64_t sum(Work kind) {
    const std::lock_guard lock(mutex_);
    std::uint64_t sum = 0;
    for (const auto& counters : all_) sum += read(*counters, kind);
    return sum + read(late, kind);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<WorkCounters>> all_;
  std::vector<WorkCounters*> free_;
};

/// Never destroyed: threads may end while the program does.
AllCounters& all_counters() {
  static auto* const counters = new AllCounters;
  return *counters;
}

/// Runs at the end of the thread that owns the counters.
void give_back(void* counters) {
  own_work_counters = &late;
  all_counters().give_back(*static_cast<WorkCounters*>(counters));
}

/// A thread_local with a destructor would do, but registering it takes memory, and without memory
/// glibc ends the program. nullopt: no more keys; then counters are never released.
std::optional<pthread_key_t> key_with_destructor() {
  pthread_key_t key = 0;
  return ::pthread_key_create(&key, give_back) == 0 ? std::optional(key) : std::nullopt;
}

}  // namespace

WorkCounters& register_work_counters() {
  static const std::optional<pthread_key_t> key = key_with_destructor();
  WorkCounters& counters = all_counters().take();
  if (key) ::pthread_setspecific(*key, &counters);
  own_work_counters = &counters;
  return counters;
}

std::uint64_t work_done(Work kind) {
  return all_counters().sum(kind);
}

}  // namespace lanescope
