// The buffers that CUPTI fills: a pool, and a queue of the full ones.
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

/// request() and complete() are called by CUPTI on any thread and never block; everything else
/// belongs to the drain thread. Buffers are handed out zeroed. When all are in use, CUPTI gets the
/// trash buffer, which is never read, because some versions crash if they get none; records written
/// there are lost and counted.
class BufferPool {
 public:
  /// `bytes` is the size of each buffer, a multiple of 4096. Allocates the first few. False: out of
  /// memory.
  bool open(std::size_t bytes);

  /// From now on CUPTI gets the trash buffer, and nothing is kept or counted. Any thread.
  void close() { closed_.store(true, std::memory_order_relaxed); }

  void request(std::uint8_t** buffer, std::size_t* bytes);
  void complete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t valid);

  /// Calls `use` for each full buffer, oldest first, and recycles it.
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
  /// Writes a gap for what went to the trash buffer since the last call; retried at the next call
  /// if `channel` is full.
  void tell_lost(Channel& channel);

  [[nodiscard]] std::uint64_t requests() const { return requests_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t lost_buffers() const {
    return lost_buffers_.load(std::memory_order_relaxed);
  }
  /// Memory of all buffers allocated so far. May be called while open() runs.
  [[nodiscard]] std::uint64_t bytes() const { return made_bytes_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kMost = 64, kFirst = 4;
  static constexpr std::size_t kTrashBytes = 256 << 10;

  struct Slot {
    std::atomic<bool> out{false};
    std::atomic<std::uint8_t*> memory{nullptr};  // never freed
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
  std::atomic<std::uint64_t> made_bytes_{0}, requests_{0}, lost_buffers_{0};
  LostSpan lost_bytes_;
};

}  // namespace lanescope::agent
