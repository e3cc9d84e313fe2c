// The writing end of one channel of the shared ring. Used by one thread at a time; never blocks
// (but see set_patience); allocates only its table of strings.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "capture/agent/check.h"
#include "capture/agent/ring/string_ids.h"
#include "capture/wire/records.h"
#include "capture/wire/ring.h"

namespace lanescope::agent {

// The RecordType of each record struct, so that the two cannot be mixed up.

template <typename Record>
inline constexpr wire::RecordType kTypeOf = wire::RecordType::Pad;

#define LANESCOPE_RECORD(name) \
  template <>                  \
  inline constexpr wire::RecordType kTypeOf<wire::name##Record> = wire::RecordType::name;
LANESCOPE_RECORD(ChannelOpen)
LANESCOPE_RECORD(String)
LANESCOPE_RECORD(Code)
LANESCOPE_RECORD(Stack)
LANESCOPE_RECORD(ApiBegin)
LANESCOPE_RECORD(ApiEnd)
LANESCOPE_RECORD(ApiAlias)
LANESCOPE_RECORD(RangePush)
LANESCOPE_RECORD(RangePop)
LANESCOPE_RECORD(RangeStart)
LANESCOPE_RECORD(RangeEnd)
LANESCOPE_RECORD(Mark)
LANESCOPE_RECORD(Counter)
LANESCOPE_RECORD(ThreadName)
LANESCOPE_RECORD(Kernel)
LANESCOPE_RECORD(Memcpy)
LANESCOPE_RECORD(Memset)
LANESCOPE_RECORD(Api)
LANESCOPE_RECORD(Sync)
LANESCOPE_RECORD(Overhead)
LANESCOPE_RECORD(Memory)
LANESCOPE_RECORD(Graph)
LANESCOPE_RECORD(CudaEvent)
LANESCOPE_RECORD(Device)
LANESCOPE_RECORD(Context)
LANESCOPE_RECORD(Stream)
LANESCOPE_RECORD(Environment)
LANESCOPE_RECORD(Jit)
LANESCOPE_RECORD(Clock)
LANESCOPE_RECORD(Gap)
LANESCOPE_RECORD(Stats)
LANESCOPE_RECORD(Conflict)
#undef LANESCOPE_RECORD

class PythonStacks;

class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Attaches to channel `index` of `ring`, which must outlive this. Writes nothing.
  void attach(void* ring, const wire::RingLayout& layout, std::uint32_t index);
  [[nodiscard]] bool attached() const { return header_ != nullptr; }

  /// Makes it the calling thread's: resets all numbers and writes ChannelOpen.
  void open(wire::ChannelKind kind, std::uint32_t tid, std::uint32_t pid);
  /// Its thread is ending: the reader frees the channel after reading everything.
  void close();

  /// Tries to claim a free channel of the ring for this process.
  bool claim();

  /// Writes one complete record: `record`, whose header is filled in here, followed by `extra`,
  /// padded to a word. False: the channel is full or the record too long; this is counted, and a
  /// Gap is written as soon as there is room.
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

  /// Reserves a record of `bytes`, a multiple of 8; null if there is no room, which is counted. The
  /// reader sees nothing of it before commit() with the same number.
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

  /// The number of `text` in this channel; written on first use. 0 for the empty text, and if there
  /// was no room for the definition (then nothing is remembered, and the next call tries again).
  /// Texts longer than kMaxStringBytes are cut.
  std::uint32_t string(std::string_view text);

  /// The same for a constant text of the agent, identified by its address. Null is the empty text.
  std::uint32_t own_string(const char* text);

  /// The Python code objects and stacks written to the channel. Created by python_stack() on first
  /// use and kept for the channel's next thread.
  PythonStacks* python_stacks = nullptr;
  /// Its thread is reading frames: see PythonEndGuard.
  std::atomic<bool> reads_frames{false};

  /// Changes whenever the channel's numbers are reset: anyone who stores numbers of this channel
  /// (code objects, stacks, ranges) must then forget them. Never 0 for an open channel.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  /// Waits up to `ns` for the reader before dropping a record. Only for the agent's own threads.
  void set_patience(std::int64_t ns) { patience_ns_ = ns; }

  /// CUDA calls seen by callbacks and the time spent in those callbacks, in total. Written by the
  /// channel's thread, read by the drain thread.
  std::atomic<std::uint64_t> calls{0}, spent_ns{0};
  /// Those of these calls that submit GPU work.
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
  std::uint64_t tail_ = 0;  // the reader's position when last read
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

/// Counts what is lost outside any channel, on any thread, until a channel is available to report
/// it.
class LostSpan {
 public:
  void note(std::uint64_t amount);
  /// Writes a gap for what was noted since the last call, with the amount in its member `what`;
  /// retried at the next call if `channel` is full.
  void tell(Channel& channel, wire::GapReason reason, std::uint64_t wire::GapRecord::*what);
  [[nodiscard]] std::uint64_t amount() const { return amount_.load(std::memory_order_relaxed); }
  void forget() { amount_.store(0, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> amount_{0};
  std::atomic<std::int64_t> first_ns_{0}, last_ns_{0};
};

}  // namespace lanescope::agent
