// Writes records to one channel of a ring like an agent, without using any of its code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "capture/wire/records.h"
#include "capture/wire/ring.h"

namespace lanescope::fake {

class FakeChannel {
 public:
  FakeChannel(void* ring, const wire::RingLayout& layout, std::uint32_t number)
      : header_(*wire::channel_header(ring, number)),
        bytes_(static_cast<char*>(ring) + layout.offset_of(number)),
        room_(layout.bytes_of(number)) {}

  wire::ChannelHeader& header() { return header_; }

  /// False if there is no room; then nothing is written or counted.
  template <typename Record>
  bool write(wire::RecordType type, std::uint32_t aux, Record record, std::string_view extra = {}) {
    const std::size_t size = wire::record_bytes<Record>(extra.size());
    char* place = reserve(size);
    if (place == nullptr) return false;
    record.header = {static_cast<std::uint16_t>(type),
                     static_cast<std::uint16_t>(size / wire::kWord), aux};
    std::memset(place + size - wire::kWord, 0, wire::kWord);
    std::memcpy(place, &record, sizeof record);
    if (!extra.empty()) std::memcpy(place + sizeof record, extra.data(), extra.size());
    publish(size);
    return true;
  }

  bool mark(std::int64_t time_ns) {
    wire::MarkRecord record{};
    record.time_ns = time_ns;
    return write(wire::RecordType::Mark, 1, record);
  }

  void count_drop(std::size_t bytes) {
    header_.dropped_records.fetch_add(1, std::memory_order_relaxed);
    header_.dropped_bytes.fetch_add(bytes, std::memory_order_relaxed);
  }

  void set_state(wire::ChannelState state) {
    header_.state.store(static_cast<std::uint32_t>(state), std::memory_order_release);
  }

 private:
  /// Space for whole records; the rest at the end of the ring becomes a Pad.
  char* reserve(std::size_t size) {
    const std::uint64_t head = header_.head.load(std::memory_order_relaxed);
    const std::uint64_t at = head % room_, to_end = room_ - at;
    const std::uint64_t pad = to_end < size ? to_end : 0;
    const std::uint64_t tail = header_.tail.load(std::memory_order_acquire);
    if (head + pad + size - tail > room_) return nullptr;
    if (pad != 0) {
      const wire::RecordHeader filler{static_cast<std::uint16_t>(wire::RecordType::Pad),
                                      static_cast<std::uint16_t>(pad / wire::kWord), 0};
      std::memcpy(bytes_ + at, &filler, sizeof filler);
      publish(pad);
    }
    return bytes_ + (head + pad) % room_;
  }

  void publish(std::uint64_t size) {
    header_.head.store(header_.head.load(std::memory_order_relaxed) + size,
                       std::memory_order_release);
  }

  wire::ChannelHeader& header_;
  char* bytes_;
  std::uint64_t room_;
};

}  // namespace lanescope::fake
