#include "core/base/text/string_table.h"

#include <algorithm>
#include <cstring>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::size_t kBlockBytes = 256U << 10;
constexpr std::size_t kFirstSlots = 1024;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

std::uint64_t load64(const char* p) {
  std::uint64_t v = 0;
  std::memcpy(&v, p, sizeof v);
  return v;
}

}  // namespace

std::uint64_t hash_text(std::string_view text) {
  count_work(Work::NameBytes, text.size());
  // Multiply and fold in 16-byte steps; the last step overlaps the previous one, so no byte loop is
  // needed.
  constexpr std::uint64_t k0 = 0x9E3779B97F4A7C15U;
  constexpr std::uint64_t k1 = 0xD1B54A32D192ED03U;
  const char* p = text.data();
  std::size_t n = text.size();
  std::uint64_t h = k0 ^ n;
  if (n >= 16) {
    for (; n > 16; n -= 16, p += 16) h = mix(load64(p) ^ k1, load64(p + 8) ^ h);
    return mix(load64(p + n - 16) ^ k1, load64(p + n - 8) ^ h);
  }
  // Mixed twice, because short texts differ in few bits and the table uses the lowest ones.
  if (n >= 8) return mix(mix(load64(p) ^ k1, load64(p + n - 8) ^ h), k0);
  std::uint64_t tail = 0;
  if (n > 0) std::memcpy(&tail, p, n);  // an empty view may be null
  return mix(mix(tail ^ k1, h), k0);
}

std::size_t StringTable::memory_bytes() const {
  return block_bytes_ + views_.capacity() * sizeof(std::string_view);
}

StringPool::StringPool() : slots_(kFirstSlots, 0) {
  intern("");
}

StringId StringPool::intern(std::string_view text) {
  if ((table_.views_.size() + 1) * 2 > slots_.size()) grow_slots();
  const std::uint64_t hash = hash_text(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const std::uint32_t slot = slots_[at];
    if (slot == 0) {
      slots_[at] = static_cast<std::uint32_t>(table_.views_.size()) + 1;
      hashes_.push_back(hash);
      table_.views_.push_back(store(text));
      return StringId{slots_[at] - 1};
    }
    if (hashes_[slot - 1] == hash && table_.views_[slot - 1] == text) return StringId{slot - 1};
  }
}

void StringPool::grow_slots() {
  std::vector<std::uint32_t> slots(slots_.size() * 2, 0);
  const std::size_t mask = slots.size() - 1;
  for (std::uint32_t i = 0; i < hashes_.size(); ++i) {
    std::size_t at = hashes_[i] & mask;
    while (slots[at] != 0) at = (at + 1) & mask;
    slots[at] = i + 1;
  }
  slots_ = std::move(slots);
}

std::string_view StringPool::store(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > room_) {
    const std::size_t bytes = std::max(kBlockBytes, text.size());
    const std::shared_ptr<char[]> block(new char[bytes]);
    table_.blocks_.push_back(block);
    table_.block_bytes_ += bytes;
    write_ = block.get();
    room_ = bytes;
  }
  std::memcpy(write_, text.data(), text.size());
  const std::string_view stored(write_, text.size());
  write_ += text.size();
  room_ -= text.size();
  return stored;
}

std::shared_ptr<const StringTable> StringPool::freeze() const {
  return std::make_shared<const StringTable>(table_);
}

}  // namespace lanescope
