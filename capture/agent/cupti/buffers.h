// The buffers that CUPTI fills: a pool, and the queue of those that are full.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

struct FullBuffer {
  const std::uint8_t* data;
  std::size_t valid;
  void* context;
  std::uint32_t stream;
};

/// request() and complete() are called by CUPTI on any thread and never block; the rest belongs to
/// the drain thread. Buffers come zeroed. When all are out, CUPTI gets one that nobody reads, since
/// some of its versions crash on none; what it writes there is lost and counted.
class BufferPool {
 public:
  /// `bytes` of each, a multiple of 4096. Makes the first few. False: no memory.
  bool open(std::size_t bytes);

  /// From now on CUPTI gets the buffer that nobody reads, and nothing is kept or counted. Any
  /// thread.
  void close() { closed_.store(true, std::memory_order_relaxed); }

  void request(std::uint8_t** buffer, std::size_t* bytes);
  void complete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t valid);

  /// Calls `use` for each full buffer, oldest first, and takes it back.
  template <typename Use>
  void drain(Use use) {
    Slot* full = take_full();
    while (full != nullptr) {
      Slot* const next = full->next;
      use(FullBuffer{full->memory, full->valid, full->context, full->stream});
      recycle(*full);
      full = next;
    }
  }
  /// Writes a gap for what went to the buffer that nobody reads since the last time; when `channel`
  /// is full, the next time.
  void tell_lost(Channel& channel);

  [[nodiscard]] std::uint64_t requests() const { return requests_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t lost_buffers() const {
    return lost_buffers_.load(std::memory_order_relaxed);
  }
  /// Memory of all buffers made so far. Also while it is being opened.
  [[nodiscard]] std::uint64_t bytes() const { return made_bytes_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kMost = 64, kFirst = 4;
  static constexpr std::size_t kTrashBytes = 256 << 10;

  struct Slot {
    std::atomic<bool> out{false};
    std::atomic<std::uint8_t*> memory{nullptr};  // once made it stays
    std::size_t valid = 0;
    void* context = nullptr;
    std::uint32_t stream = 0;
    Slot* next = nullptr;
  };

  bool make(Slot& slot, bool touch);
  Slot* take_full();
  void recycle(Slot& slot) const;

  std::size_t bytes_ = 0;
  std::atomic<bool> closed_{false};
  Slot slots_[kMost];
  std::uint8_t* trash_ = nullptr;
  std::atomic<Slot*> full_{nullptr};
  std::atomic<std::uint64_t> made_bytes_{0}, requests_{0}, lost_buffers_{0}, lost_bytes_{0};
  std::atomic<std::int64_t> lost_first_ns_{0}, lost_last_ns_{0};
};

}  // namespace lanescope::agent
