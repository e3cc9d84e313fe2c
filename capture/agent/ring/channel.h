// The writing end of one channel of the shared ring. Used by one thread at a time; never blocks
// (but see set_patience), never allocates but for its table of strings.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "capture/agent/check.h"
#include "capture/agent/ring/record_types.h"
#include "capture/agent/ring/string_ids.h"
#include "capture/wire/ring.h"

namespace lanescope::agent {

class PythonStacks;

class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Points at channel `index` of `ring`, which outlives this. Writes nothing.
  void attach(void* ring, const wire::RingLayout& layout, std::uint32_t index);
  [[nodiscard]] bool attached() const { return header_ != nullptr; }

  /// Makes it this thread's: forgets all numbers and writes ChannelOpen.
  void open(wire::ChannelKind kind, std::uint32_t tid, std::uint32_t pid);
  /// Its thread ends: the reader frees the channel when it has read all.
  void close();

  /// Tries to make a free channel of the ring this process's own.
  bool claim();

  /// Writes one whole record: `record`, whose header is filled in here, and `extra` behind it,
  /// padded to a word. False: the channel is full or the record too long, which is counted, and a
  /// Gap follows as soon as there is room.
  template <typename Record>
  bool write(std::uint32_t aux, const Record& record, const void* extra = nullptr,
             std::size_t extra_bytes = 0) {
    static_assert(kTypeOf<Record> != wire::RecordType::Pad);
    const std::size_t bytes = wire::record_bytes<Record>(extra_bytes);
    if (!LANESCOPE_AGENT_CHECK(extra != nullptr || extra_bytes == 0, "bytes that lie somewhere"))
      return false;
    std::byte* const to = reserve(bytes);
    if (to == nullptr) return false;
    std::memcpy(to, &record, sizeof record);
    const wire::RecordHeader header{static_cast<std::uint16_t>(kTypeOf<Record>),
                                    static_cast<std::uint16_t>(bytes / wire::kWord), aux};
    std::memcpy(to, &header, sizeof header);
    if (extra_bytes != 0) {
      std::memset(to + bytes - wire::kWord, 0, wire::kWord);
      std::memcpy(to + sizeof record, extra, extra_bytes);
    }
    commit(bytes);
    return true;
  }

  /// Room for a record of `bytes`, a multiple of 8; null when there is none, which is counted.
  /// Nothing is to be seen of it before commit(), with the same number.
  std::byte* reserve(std::size_t bytes);
  void commit(std::size_t bytes) {
    if (!LANESCOPE_AGENT_CHECK((head_ & (size_ - 1)) + bytes <= size_,
                               "what was reserved, which ends within the ring"))
      return;
    head_ += bytes;
    header_->head.store(head_, std::memory_order_release);
  }

  /// Counts a record that cannot be written.
  void lose(std::size_t bytes);

  /// The number of `text` in this channel; written on first use. 0 for the empty text and when the
  /// definition found no room (then nothing is remembered, and the next call tries again). Texts
  /// beyond kMaxStringBytes are cut.
  std::uint32_t string(std::string_view text);

  /// The same for a text of the agent's own that never changes: known by its address. Null is the
  /// empty text.
  std::uint32_t own_string(const char* text);

  /// What the channel has been told of Python's code and stacks. Made by python_stack() on first
  /// use and kept for whoever writes to the channel next.
  PythonStacks* python_stacks = nullptr;
  /// Its thread looks at frames just now: see PythonEndGuard.
  std::atomic<bool> reads_frames{false};

  /// Changes whenever the channel's numbers have been forgotten: who keeps numbers of this channel
  /// (code objects, stacks, ranges) forgets them too. Never 0 for an open channel.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  /// Waits up to `ns` for the reader before a record is dropped. For threads of ours only.
  void set_patience(std::int64_t ns) { patience_ns_ = ns; }

  /// CUDA calls that callbacks saw and the time they took, since ever. Written by the channel's
  /// thread, read by the drain thread.
  std::atomic<std::uint64_t> calls{0}, spent_ns{0};
  /// Of these calls, those that give the GPU something to do.
  std::atomic<std::uint64_t> gpu_calls{0};

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint32_t tid() const { return tid_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_records_; }

 private:
  struct Losing {
    std::int64_t first_ns = 0, last_ns = 0;
    std::uint64_t records = 0, bytes = 0;
  };
  struct Remembered {
    const char* text;
    std::uint32_t id;
  };
  static constexpr std::size_t kRemembered = 256;

  [[nodiscard]] std::size_t room() const;
  std::byte* reserve_at_full(std::size_t bytes);
  std::byte* place(std::size_t bytes);
  bool recover();
  bool wait_for_room(std::size_t bytes);

  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;  // the reader's, as last seen
  std::uint64_t size_ = 0;
  std::byte* data_ = nullptr;
  wire::ChannelHeader* header_ = nullptr;
  std::uint64_t generation_ = 0;
  std::uint32_t tid_ = 0;
  std::uint32_t last_string_ = 0;
  StringIds strings_;
  std::int64_t patience_ns_ = 0;
  std::uint64_t dropped_records_ = 0, dropped_bytes_ = 0;
  Losing losing_;
  Remembered remembered_[kRemembered] = {};
};

}  // namespace lanescope::agent
