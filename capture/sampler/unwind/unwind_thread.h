// Unwinds stacks on a thread of its own, since that takes longer than a tick of the sampler may.
// What waits is bounded: where there is no room, the stack is not unwound, and who asks must know.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "capture/sampler/thread_time.h"
#include "capture/sampler/unwind/dwarf_unwinder.h"

namespace lanescope {

/// One thread uses it; another one, which it starts, unwinds.
class UnwindThread {
 public:
  using Map = std::shared_ptr<const std::vector<MappedCode>>;

  explicit UnwindThread(std::unique_ptr<DwarfUnwinder> unwinder);
  ~UnwindThread();
  UnwindThread(const UnwindThread&) = delete;
  UnwindThread& operator=(const UnwindThread&) = delete;

  /// What a process has mapped in the stacks that follow; null: it is over.
  void map(std::int64_t pid, Map code);
  /// The number of a stack, counted from 1; nullopt: there is no room for it.
  std::optional<std::uint64_t> add(std::int64_t pid, StackCopy stack);

  struct Unwound {
    std::uint64_t number = 0;
    std::int64_t pid = 0;
    UnwoundStack stack;
  };
  /// What has been unwound since the last call, in the order in which it was added.
  std::vector<Unwound> collect();
  /// CPU time of the thread that unwinds.
  [[nodiscard]] Ns spent_ns() const { return time_.spent_ns(); }

  /// What was added and is not collected yet.
  static constexpr std::size_t kMostWaiting = 1024;
  static constexpr std::size_t kMostWaitingBytes = 8U << 20U;

 private:
  struct Request {
    std::uint64_t number = 0;  // 0: the process is over
    std::int64_t pid = 0;
    StackCopy stack;
    Map code;  // at its time; null: not known
  };
  /// How long stacks may wait for others, and how many at most.
  static constexpr std::chrono::milliseconds kGatherFor{20};
  static constexpr std::size_t kGathered = 32;

  void run();
  /// Those that wait. None: the thread is to end.
  std::deque<Request> next();
  /// False: the thread is to end.
  bool unwind(const Request& request);
  UnwoundStack stack_of(const Request& request);
  void forget(std::int64_t pid);

  std::unique_ptr<DwarfUnwinder> unwinder_;  // of the thread
  std::map<std::int64_t, Map> mapped_;       // of the thread: what it knows, by process
  std::map<std::int64_t, Map> maps_;         // by process
  std::uint64_t last_ = 0;                   // number
  std::size_t uncollected_ = 0;
  bool is_alive_ = false;

  std::mutex mutex_;
  std::condition_variable asked_;
  std::deque<Request> requests_;   // under mutex_
  std::size_t waiting_bytes_ = 0;  // under mutex_: of stacks that are not unwound yet
  std::vector<Unwound> unwound_;   // under mutex_
  bool is_stopping_ = false;       // under mutex_
  ThreadTime time_;
  std::jthread thread_;
};

}  // namespace lanescope
