#include "capture/host/control/ring_reader.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"

namespace lanescope {

using wire::ChannelState;

namespace {

/// Fields beyond the record's length are 0.
wire::StatsRecord stats_at(std::span<const std::byte> records, std::size_t at) {
  wire::StatsRecord stats{};
  std::memcpy(&stats.header, records.data() + at, sizeof stats.header);
  const std::size_t size = stats.header.words * wire::kWord;
  LANESCOPE_CHECK(at <= records.size() && size <= records.size() - at,
                  "a whole record among {} bytes, not {} from {}", records.size(), size, at);
  std::memcpy(&stats, records.data() + at, std::min(size, sizeof stats));
  return stats;
}

/// Unknown types count as events: a newer agent found them worth recording.
bool is_event(const wire::RecordHeader& header) {
  using wire::RecordType;
  const auto type = static_cast<RecordType>(header.type);
  if (wire::is_definition(type)) return false;
  switch (type) {
    case RecordType::Clock:
    case RecordType::Stats:
    case RecordType::Conflict:
      return false;
    case RecordType::Gap:
      return header.aux != static_cast<std::uint32_t>(wire::GapReason::Paused);
    default:
      return true;
  }
}

/// Notes what the host itself needs from a record.
void note(const wire::RecordHeader& header, Framing& framing) {
  framing.has_event = framing.has_event || is_event(header);
  if (header.type == static_cast<std::uint16_t>(wire::RecordType::Stats)) {
    framing.last_stats = framing.kept;
  } else if (header.type == static_cast<std::uint16_t>(wire::RecordType::Conflict)) {
    framing.last_conflict = static_cast<wire::ConflictKind>(header.aux);
  }
}

}  // namespace

Framing frame_records(std::span<std::byte> bytes) {
  Framing framing;
  while (bytes.size() - framing.whole >= sizeof(wire::RecordHeader)) {
    wire::RecordHeader header;
    std::memcpy(&header, bytes.data() + framing.whole, sizeof header);
    const std::size_t size = header.words * wire::kWord;
    framing.breach = size == 0;
    if (size == 0 || size > bytes.size() - framing.whole) break;
    if (header.type != static_cast<std::uint16_t>(wire::RecordType::Pad)) {
      if (framing.kept != framing.whole)
        std::memmove(bytes.data() + framing.kept, bytes.data() + framing.whole, size);
      note(header, framing);
      framing.kept += size;
      ++framing.count;
    }
    framing.whole += size;
  }
  LANESCOPE_CHECK(framing.kept <= framing.whole && framing.whole <= bytes.size(),
                  "records within {} bytes, not {} kept of {}", bytes.size(), framing.kept,
                  framing.whole);
  return framing;
}

RingReader::RingReader(RingMemory& ring)
    : ring_(ring), channels_(ring.layout().channels), buffer_(kMostAtOnce) {}

ChannelReading RingReader::read(std::uint32_t number) {
  LANESCOPE_CHECK(number < channels_.size(), "channel {} of {}", number, channels_.size());
  Channel& channel = channels_[number];
  ChannelReading reading;
  if (channel.broken) return reading;
  const wire::ChannelHeader& header = ring_.channel(number);
  // Read the state first: everything the thread wrote before it ended is then below the head.
  const auto state = static_cast<ChannelState>(header.state.load(std::memory_order_acquire));
  const std::uint64_t head = header.head.load(std::memory_order_acquire);
  const std::uint64_t room = ring_.layout().bytes_of(number);
  const std::uint64_t readable = head - channel.tail;
  if (readable > room || readable % wire::kWord != 0) {
    channel.broken = true;
    reading.fault = "claims to have written more than it can hold";
    return reading;
  }
  channel.fill_percent = 100.0 * static_cast<double>(readable) / static_cast<double>(room);
  if (readable != 0) {
    const std::size_t bytes = std::min<std::uint64_t>(readable, kMostAtOnce);
    copy_out(number, channel.tail, bytes);
    const Framing framing = frame_records(std::span(buffer_).first(bytes));
    reading.records = std::span<const std::byte>(buffer_).first(framing.kept);
    reading.count = framing.count;
    reading.conflict = framing.last_conflict;
    reading.has_event = framing.has_event;
    if (framing.last_stats) reading.stats = stats_at(reading.records, *framing.last_stats);
    reading.more = framing.whole < readable;
    // Only whole records are published: a record may be cut only if this read stopped at its own
    // limit.
    if (framing.breach || (framing.whole < bytes && bytes == readable)) {
      channel.broken = true;
      reading.more = false;
      reading.fault = "contains something that is not a record";
    }
    LANESCOPE_CHECK(framing.whole % wire::kWord == 0, "whole words, not {} bytes", framing.whole);
    channel.tail += framing.whole;
    ring_.channel(number).tail.store(channel.tail, std::memory_order_release);
  }
  if (!channel.broken) free_if_read(number, state, head);
  return reading;
}

void RingReader::copy_out(std::uint32_t channel, std::uint64_t from, std::size_t bytes) {
  const std::uint64_t room = ring_.layout().bytes_of(channel);
  LANESCOPE_CHECK(bytes <= room && bytes <= buffer_.size(), "at most {} or {} bytes, not {}", room,
                  buffer_.size(), bytes);
  const std::uint64_t at = from % room;
  const std::size_t first = std::min<std::uint64_t>(bytes, room - at);
  std::memcpy(buffer_.data(), ring_.channel_bytes(channel) + at, first);
  std::memcpy(buffer_.data() + first, ring_.channel_bytes(channel), bytes - first);
}

void RingReader::free_if_read(std::uint32_t number, ChannelState state, std::uint64_t head) {
  if (state != ChannelState::Draining || channels_[number].tail != head) return;
  auto expected = static_cast<std::uint32_t>(ChannelState::Draining);
  ring_.channel(number).state.compare_exchange_strong(
      expected, static_cast<std::uint32_t>(ChannelState::Free));
}

std::uint32_t RingReader::channels_in_use() const {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    const std::uint32_t state = ring_.channel(i).state.load(std::memory_order_relaxed);
    count += state == static_cast<std::uint32_t>(ChannelState::Open) ? 1 : 0;
  }
  return count;
}

RingReader::Dropped RingReader::dropped() {
  const auto add = [](std::uint64_t now, std::uint64_t& last, std::uint64_t& sum) {
    sum += now >= last ? now - last : now;
    last = now;
  };
  Dropped all;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    Channel& channel = channels_[i];
    const wire::ChannelHeader& header = ring_.channel(i);
    add(header.dropped_records.load(std::memory_order_relaxed), channel.last.records,
        channel.sum.records);
    add(header.dropped_bytes.load(std::memory_order_relaxed), channel.last.bytes,
        channel.sum.bytes);
    all.records += channel.sum.records;
    all.bytes += channel.sum.bytes;
  }
  return all;
}

}  // namespace lanescope
