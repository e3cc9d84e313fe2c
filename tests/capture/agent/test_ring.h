// A ring in this process's memory, with everything a test needs to read it.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "capture/agent/agent.h"
#include "capture/wire/ring.h"

namespace lanescope::agent {

/// One record, copied from the ring.
struct ReadRecord {
  std::vector<std::byte> bytes;

  [[nodiscard]] wire::RecordHeader header() const {
    wire::RecordHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    return header;
  }
  [[nodiscard]] wire::RecordType type() const {
    return static_cast<wire::RecordType>(header().type);
  }
  template <typename Record>
  [[nodiscard]] Record as() const {
    Record record{};
    std::memcpy(&record, bytes.data(), std::min(sizeof record, bytes.size()));
    return record;
  }
  /// The bytes after the fixed part.
  template <typename Record>
  [[nodiscard]] std::string extra(std::size_t count) const {
    return {reinterpret_cast<const char*>(bytes.data()) + sizeof(Record), count};
  }
};

class TestRing {
 public:
  explicit TestRing(wire::RingLayout layout = small()) : layout_(layout) {
    memory_.reset(static_cast<std::byte*>(
        ::operator new (layout_.total_bytes(), std::align_val_t{wire::kPage})));
    std::memset(memory_.get(), 0, layout_.total_bytes());
    wire::begin_ring(*new (memory_.get()) wire::RingHeader{}, layout_);
  }

  /// Four thread channels, of which the last is shared.
  static wire::RingLayout small() { return {1 + 4, 1U << 20, 1U << 20}; }

  [[nodiscard]] void* memory() { return memory_.get(); }
  [[nodiscard]] const wire::RingLayout& layout() const { return layout_; }
  [[nodiscard]] wire::ChannelHeader& channel(std::uint32_t index) {
    return *wire::channel_header(memory(), index);
  }

  /// Removes and returns the records of a channel, without pads; frees the channel if its thread
  /// has ended.
  std::vector<ReadRecord> read(std::uint32_t index, std::size_t most = SIZE_MAX) {
    wire::ChannelHeader& header = channel(index);
    const std::uint32_t state = header.state.load(std::memory_order_acquire);
    const std::uint64_t head = header.head.load(std::memory_order_acquire);
    std::uint64_t tail = header.tail.load(std::memory_order_relaxed);
    std::vector<ReadRecord> records;
    while (tail < head && records.size() < most) {
      const std::byte* const at =
          memory_.get() + layout_.offset_of(index) + (tail & (layout_.bytes_of(index) - 1));
      wire::RecordHeader record;
      std::memcpy(&record, at, sizeof record);
      if (record.words == 0) throw std::string("a record without size");
      const std::size_t bytes = record.words * wire::kWord;
      if (tail + bytes > head) throw std::string("a torn record");
      if (record.type != 0) records.push_back({{at, at + bytes}});
      tail += bytes;
    }
    header.tail.store(tail, std::memory_order_release);
    if (state == static_cast<std::uint32_t>(wire::ChannelState::Draining) && tail == head)
      header.state.store(static_cast<std::uint32_t>(wire::ChannelState::Free));
    return records;
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete (memory, std::align_val_t{wire::kPage});
    }
  };
  wire::RingLayout layout_;
  std::unique_ptr<std::byte, Free> memory_;
};

/// Makes the agent's parts in this process write to `ring` during its lifetime, so that Recording
/// works.
class RecordingTo {
 public:
  explicit RecordingTo(TestRing& ring) {
    const char* why = "";
    attached = channels().attach(ring.memory(), ring.layout().total_bytes(), 4711, &why);
    set_off(Off::NotStarted, false);
  }
  ~RecordingTo() {
    set_off(Off::NotStarted, true);
    channels().forget();
  }
  RecordingTo(const RecordingTo&) = delete;
  RecordingTo& operator=(const RecordingTo&) = delete;

  bool attached = false;
};

/// The texts of a channel's String records, by number.
inline std::map<std::uint32_t, std::string> strings_of(const std::vector<ReadRecord>& records) {
  std::map<std::uint32_t, std::string> strings;
  for (const ReadRecord& record : records) {
    if (record.type() != wire::RecordType::String) continue;
    strings[record.header().aux] =
        record.extra<wire::StringRecord>(record.as<wire::StringRecord>().bytes);
  }
  return strings;
}

}  // namespace lanescope::agent
