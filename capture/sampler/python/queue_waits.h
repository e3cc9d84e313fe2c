// Whether a thread of another process waits in queue.SimpleQueue.get(). It is written in C: neither
// the Python stack nor the system tells that wait from one for a lock.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "capture/sampler/python/find_python.h"
#include "capture/sampler/python/remote_copies.h"
#include "capture/sampler/python/remote_memory.h"

namespace lanescope {

/// One process. Of objects, their types are read, and which lock a queue has.
class QueueWaits {
 public:
  /// Both must outlive it.
  QueueWaits(const RemoteMemory& memory, const FoundPython& python)
      : memory_(memory), python_(python) {}

  /// `frame`: the thread's innermost one; `futex`: what it waits for. Up to 3.12, true if that is
  /// the lock of a queue that the frame has; from 3.13 on, where queues have no lock, if the frame
  /// has a queue, or a method of one, that somebody waits for. False if it cannot be read, and if
  /// the queue is known to functions in C only: iter(queue.get, None). Cost: 4 system calls, and 2
  /// more once for each type.
  bool is_in_queue(std::uint64_t frame, std::uint64_t futex);

 private:
  void read_slots(std::uint64_t frame);
  /// Whether one of the references leads to a queue that is waited for; else they are those that
  /// bound methods among the objects have.
  bool any_is_awaited(std::uint64_t futex);
  bool is_awaited_queue(const char* object, std::uint64_t futex);
  bool is_queue_type(std::uint64_t type);

  const RemoteMemory& memory_;
  const FoundPython& python_;
  std::vector<std::uint64_t> references_;  // of the frame, then of the objects that it has
  RemoteCopies objects_;
  struct KnownType {
    bool is_queue = false;
    std::uint32_t looks_left = 0;
  };
  std::unordered_map<std::uint64_t, KnownType> types_;  // whether it is that of queues
};

}  // namespace lanescope
