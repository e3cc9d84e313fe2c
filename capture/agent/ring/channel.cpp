#include "capture/agent/ring/channel.h"

#include <pthread.h>

#include "capture/agent/ring/clock.h"

namespace lanescope::agent {
namespace {

using wire::kWord;

/// A full channel accepts records again once this much is free, so that there is one gap rather
/// than many.
constexpr std::uint64_t kRoomAgain = 64U << 10;

}  // namespace

void Channel::attach(void* ring, const wire::RingLayout& layout, std::uint32_t index) {
  header_ = wire::channel_header(ring, index);
  data_ = static_cast<std::byte*>(ring) + layout.offset_of(index);
  size_ = layout.bytes_of(index);
  // A channel without bytes is always full.
  if (!LANESCOPE_AGENT_CHECK((size_ & (size_ - 1)) == 0, "a size that is a power of two"))
    size_ = 0;
}

bool Channel::claim() {
  auto free = static_cast<std::uint32_t>(wire::ChannelState::Free);
  return header_->state.load(std::memory_order_relaxed) == free &&
         header_->state.compare_exchange_strong(
             free, static_cast<std::uint32_t>(wire::ChannelState::Open), std::memory_order_acq_rel);
}

void Channel::open(wire::ChannelKind kind, std::uint32_t tid, std::uint32_t pid) {
  head_ = header_->head.load(std::memory_order_relaxed);
  dropped_records_ = header_->dropped_records.load(std::memory_order_relaxed);
  dropped_bytes_ = header_->dropped_bytes.load(std::memory_order_relaxed);
  header_->tid = tid_ = tid;
  header_->state.store(static_cast<std::uint32_t>(wire::ChannelState::Open),
                       std::memory_order_release);
  ++generation_;
  last_string_ = 0;
  strings_.clear();
  std::memset(remembered_, 0, sizeof remembered_);
  wire::ChannelOpenRecord record{};
  record.time_ns = now_ns();
  record.tid = tid;
  record.pid = pid;
  pthread_getname_np(pthread_self(), record.thread_name, sizeof record.thread_name);
  write(static_cast<std::uint32_t>(kind), record);
}

void Channel::close() {
  if (losing_.records != 0) recover();
  losing_ = {};
  header_->state.store(static_cast<std::uint32_t>(wire::ChannelState::Draining),
                       std::memory_order_release);
}

std::size_t Channel::room() const {
  const std::uint64_t used = head_ - tail_;
  return used > size_ ? 0 : size_ - used;
}

std::byte* Channel::reserve(std::size_t bytes) {
  if (!LANESCOPE_AGENT_CHECK(bytes % kWord == 0 && bytes >= sizeof(wire::RecordHeader),
                             "a record of whole words"))
    return nullptr;
  const std::uint64_t rest = size_ - (head_ & (size_ - 1));
  const std::uint64_t need = bytes <= rest ? bytes : rest + bytes;
  if (losing_.records != 0 || room() < need) [[unlikely]]
    return reserve_at_full(bytes);
  return place(bytes);
}

std::byte* Channel::reserve_at_full(std::size_t bytes) {
  tail_ = header_->tail.load(std::memory_order_acquire);
  const std::uint64_t most = bytes * 2 + kWord;  // including what may be left unused at the end
  if (bytes > size_ / 8 || bytes > wire::kMaxRecordBytes || (losing_.records != 0 && !recover()) ||
      (room() < most && !wait_for_room(most))) {
    lose(bytes);
    return nullptr;
  }
  return place(bytes);
}

std::byte* Channel::place(std::size_t bytes) {
  const std::uint64_t at = head_ & (size_ - 1);
  const std::uint64_t rest = size_ - at;
  if (bytes <= rest) return data_ + at;
  if (!LANESCOPE_AGENT_CHECK(rest % kWord == 0 && rest <= wire::kMaxRecordBytes,
                             "an end of the ring that one pad can fill"))
    return nullptr;
  // The pad is published together with the record after it.
  const wire::RecordHeader pad{static_cast<std::uint16_t>(wire::RecordType::Pad),
                               static_cast<std::uint16_t>(rest / kWord), 0};
  std::memcpy(data_ + at, &pad, sizeof pad);
  head_ += rest;
  return data_;
}

bool Channel::wait_for_room(std::size_t bytes) {
  for (std::int64_t waited = 0; waited < patience_ns_; waited += kMillisecond) {
    sleep_ns(kMillisecond);
    tail_ = header_->tail.load(std::memory_order_acquire);
    if (room() >= bytes) return true;
  }
  return false;
}

bool Channel::recover() {
  tail_ = header_->tail.load(std::memory_order_acquire);
  const std::uint64_t enough = size_ / 8 < kRoomAgain ? size_ / 8 : kRoomAgain;
  if (room() < enough) return false;
  const Losing lost = losing_;
  losing_ = {};
  wire::GapRecord gap{};
  gap.first_ns = lost.first_ns;
  gap.last_ns = lost.last_ns;
  gap.records = lost.records;
  gap.bytes = lost.bytes;
  write(static_cast<std::uint32_t>(wire::GapReason::ChannelFull), gap);
  return true;
}

void Channel::lose(std::size_t bytes) {
  const std::int64_t now = now_ns();
  if (losing_.records == 0) losing_.first_ns = now;
  losing_.last_ns = now;
  ++losing_.records;
  losing_.bytes += bytes;
  header_->dropped_records.store(++dropped_records_, std::memory_order_relaxed);
  header_->dropped_bytes.store(dropped_bytes_ += bytes, std::memory_order_relaxed);
}

std::uint32_t Channel::string(std::string_view text) {
  if (text.empty()) return 0;
  const bool cut = text.size() > wire::kMaxStringBytes;
  if (cut) text = {text.data(), wire::kMaxStringBytes};
  const std::uint64_t hash = text_hash(text);
  // A cut text differs from a complete text with the same bytes.
  const std::size_t length = text.size() + (cut ? 1 : 0);
  if (const std::uint32_t known = strings_.find(hash, length); known != 0) return known;
  const std::uint32_t id = last_string_ + 1;
  if (!LANESCOPE_AGENT_CHECK(id != 0, "a number that is not the empty text's")) return 0;
  wire::StringRecord record{};
  record.bytes = static_cast<std::uint32_t>(text.size());
  record.flags = cut ? wire::kStringCut : 0;
  if (!write(id, record, text.data(), text.size())) return 0;
  last_string_ = id;
  strings_.add(hash, length, id);  // if the table is full, it is written again next time
  return id;
}

std::uint32_t Channel::own_string(const char* text) {
  if (text == nullptr) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(text);
  Remembered& slot = remembered_[(address * 0x9E3779B97F4A7C15ULL) >> 56];
  if (slot.text == text) return slot.id;
  const std::uint32_t id = string(text);
  if (id != 0) slot = {text, id};
  return id;
}

void LostSpan::note(std::uint64_t amount) {
  const std::int64_t now = now_ns();
  std::int64_t none = 0;
  first_ns_.compare_exchange_strong(none, now, std::memory_order_relaxed);
  last_ns_.store(now, std::memory_order_relaxed);
  amount_.fetch_add(amount, std::memory_order_relaxed);
}

void LostSpan::tell(Channel& channel, wire::GapReason reason,
                    std::uint64_t wire::GapRecord::*what) {
  if (amount() == 0) return;
  wire::GapRecord gap{};
  gap.first_ns = first_ns_.exchange(0, std::memory_order_relaxed);
  gap.last_ns = last_ns_.load(std::memory_order_relaxed);
  gap.*what = amount_.exchange(0, std::memory_order_relaxed);
  if (channel.write(static_cast<std::uint32_t>(reason), gap)) return;
  amount_.fetch_add(gap.*what, std::memory_order_relaxed);
  first_ns_.store(gap.first_ns, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
