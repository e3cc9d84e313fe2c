#include "capture/agent/cupti/buffers.h"

#include <cstring>

#include <sys/mman.h>

#include "capture/agent/check.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {
namespace {

std::uint8_t* map(std::size_t bytes, bool touch) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | (touch ? MAP_POPULATE : 0), -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(memory);
}

}  // namespace

bool BufferPool::open(std::size_t bytes) {
  bytes_ = bytes;
  trash_ = map(kTrashBytes, false);
  if (trash_ == nullptr) return false;
  for (std::size_t slot = 0; slot < kFirst; ++slot) {
    if (!make(slots_[slot], true)) return false;
  }
  return true;
}

bool BufferPool::make(Slot& slot, bool touch) {
  std::uint8_t* const memory = map(bytes_, touch);
  if (memory == nullptr) return false;
  slot.memory.store(memory, std::memory_order_release);
  made_bytes_.fetch_add(bytes_, std::memory_order_relaxed);
  return true;
}

void BufferPool::request(std::uint8_t** buffer, std::size_t* bytes) {
  requests_.fetch_add(1, std::memory_order_relaxed);
  for (Slot& slot : slots_) {
    if (closed_.load(std::memory_order_relaxed)) break;
    if (slot.out.load(std::memory_order_relaxed) ||
        slot.out.exchange(true, std::memory_order_acquire))
      continue;
    if (slot.memory == nullptr && !make(slot, false)) {
      slot.out.store(false, std::memory_order_release);
      break;
    }
    *buffer = slot.memory;
    *bytes = bytes_;
    return;
  }
  *buffer = trash_;
  *bytes = kTrashBytes;
}

void BufferPool::complete(void* context, std::uint32_t stream, std::uint8_t* buffer,
                          std::size_t valid) {
  if (closed_.load(std::memory_order_relaxed)) return;
  for (Slot& slot : slots_) {
    if (slot.memory != buffer || buffer == nullptr) continue;
    slot.valid = valid < bytes_ ? valid : bytes_;
    slot.context = context;
    slot.stream = stream;
    slot.next = full_.load(std::memory_order_relaxed);
    while (!full_.compare_exchange_weak(slot.next, &slot, std::memory_order_release,
                                        std::memory_order_relaxed)) {
    }
    return;
  }
  if (valid == 0) return;
  const std::int64_t now = now_ns();
  std::int64_t none = 0;
  lost_first_ns_.compare_exchange_strong(none, now, std::memory_order_relaxed);
  lost_last_ns_.store(now, std::memory_order_relaxed);
  lost_bytes_.fetch_add(valid, std::memory_order_relaxed);
  lost_buffers_.fetch_add(1, std::memory_order_relaxed);
}

BufferPool::Slot* BufferPool::take_full() {
  Slot* newest = full_.exchange(nullptr, std::memory_order_acquire);
  Slot* oldest = nullptr;
  while (newest != nullptr) {
    Slot* const next = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = next;
  }
  return oldest;
}

void BufferPool::recycle(Slot& slot) const {
  if (!LANESCOPE_AGENT_CHECK(slot.memory != nullptr && slot.valid <= bytes_,
                             "a buffer of ours, filled no further than it reaches"))
    return;
  std::memset(slot.memory, 0, slot.valid);
  slot.out.store(false, std::memory_order_release);
}

void BufferPool::tell_lost(Channel& channel) {
  const std::uint64_t bytes = lost_bytes_.load(std::memory_order_relaxed);
  if (bytes == 0) return;
  wire::GapRecord gap{};
  gap.first_ns = lost_first_ns_.exchange(0, std::memory_order_relaxed);
  gap.last_ns = lost_last_ns_.load(std::memory_order_relaxed);
  gap.bytes = lost_bytes_.exchange(0, std::memory_order_relaxed);
  if (channel.write(static_cast<std::uint32_t>(wire::GapReason::NoBuffer), gap)) return;
  lost_bytes_.fetch_add(gap.bytes, std::memory_order_relaxed);
  lost_first_ns_.store(gap.first_ns, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
