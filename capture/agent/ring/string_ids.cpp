#include "capture/agent/ring/string_ids.h"

#include <atomic>
#include <cstring>

#include "capture/agent/check.h"
#include "capture/agent/process/fresh_memory.h"

namespace lanescope::agent {
namespace {

constexpr std::size_t kFirstCapacity = 1024;

std::atomic<std::size_t> table_bytes{0};

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t load(const char* bytes, std::size_t count) {
  std::uint64_t word = 0;
  if (count != 0) std::memcpy(&word, bytes, count);  // an empty text may be null
  return word;
}

}  // namespace

std::size_t string_table_bytes() {
  return table_bytes.load(std::memory_order_relaxed);
}

void forget_string_tables() {
  table_bytes.store(0, std::memory_order_relaxed);
}

std::uint64_t text_hash(std::string_view text) {
  constexpr std::uint64_t kA = 0xa0761d6478bd642fULL, kB = 0xe7037ed1a0b428dbULL;
  std::uint64_t hash = kA ^ text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 16; left -= 16, at += 16) hash = mix(load(at, 8) ^ kB, load(at + 8, 8) ^ hash);
  const std::size_t first = left < 8 ? left : 8;
  return mix(hash ^ kA, mix(load(at, first) ^ kB, load(at + first, left - first) ^ hash));
}

std::uint32_t StringIds::find(std::uint64_t hash, std::size_t bytes) const {
  if (capacity_ == 0) return 0;
  for (std::size_t at = hash & (capacity_ - 1);; at = (at + 1) & (capacity_ - 1)) {
    const Slot& slot = slots_[at];
    if (slot.id == 0) return 0;
    if (slot.hash == hash && slot.bytes == bytes) return slot.id;
  }
}

bool StringIds::add(std::uint64_t hash, std::size_t bytes, std::uint32_t id) {
  if (!LANESCOPE_AGENT_CHECK(id != 0, "a number that is not the empty slot's")) return false;
  if (used_ * 2 >= capacity_ && !grow()) return false;
  // Otherwise the search for a free slot would never end.
  if (!LANESCOPE_AGENT_CHECK(used_ < capacity_, "a free slot")) return false;
  place({hash, static_cast<std::uint32_t>(bytes), id});
  ++used_;
  return true;
}

void StringIds::place(const Slot& slot) {
  std::size_t at = slot.hash & (capacity_ - 1);
  while (slots_[at].id != 0) at = (at + 1) & (capacity_ - 1);
  slots_[at] = slot;
}

bool StringIds::grow() {
  const std::size_t capacity = capacity_ == 0 ? kFirstCapacity : capacity_ * 2;
  const std::size_t bytes = capacity * sizeof(Slot);
  if (table_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes > kStringBudget) {
    table_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  void* memory = fresh_memory(bytes);
  if (memory == nullptr) {
    table_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  Slot* const old = slots_;
  const std::size_t old_capacity = capacity_;
  slots_ = static_cast<Slot*>(memory);
  capacity_ = capacity;
  for (std::size_t at = 0; at < old_capacity; ++at) {
    if (old[at].id != 0) place(old[at]);
  }
  if (old != nullptr) {
    munmap(old, old_capacity * sizeof(Slot));
    table_bytes.fetch_sub(old_capacity * sizeof(Slot), std::memory_order_relaxed);
  }
  return true;
}

void StringIds::clear() {
  if (used_ != 0) std::memset(slots_, 0, capacity_ * sizeof(Slot));
  used_ = 0;
}

void StringIds::release() {
  if (slots_ == nullptr) return;
  munmap(slots_, capacity_ * sizeof(Slot));
  table_bytes.fetch_sub(capacity_ * sizeof(Slot), std::memory_order_relaxed);
  slots_ = nullptr;
  capacity_ = used_ = 0;
}

}  // namespace lanescope::agent
