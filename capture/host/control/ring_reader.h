// Reads the channels of a ring, whatever the target has written there. Bytes are copied out before
// they are looked at; where a channel ends and how far we have read is known to us alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "capture/host/control/ring_memory.h"

namespace lanescope {

/// What a reading of one channel brought.
struct ChannelReading {
  std::span<const std::byte> records;          // whole ones, no Pad; valid until the next reading
  std::uint64_t count = 0;                     // of records
  std::optional<wire::StatsRecord> stats;      // the last among them
  std::optional<wire::ConflictKind> conflict;  // of the last ConflictRecord among them
  bool has_event = false;                      // as in Framing
  bool more = false;                           // there was more than one reading takes
  std::string fault;  // set once, when the channel breaks the rules: it is not read any more
};

/// One thread.
class RingReader {
 public:
  /// `ring` has to outlive the reader.
  explicit RingReader(RingMemory& ring);

  /// At most 1 MiB. Frees a channel whose thread has ended once all is read. Cost: one copy.
  ChannelReading read(std::uint32_t channel);

  /// Of the channel when it was last read, before that reading.
  [[nodiscard]] double fill_percent(std::uint32_t channel) const {
    return channels_[channel].fill_percent;
  }
  [[nodiscard]] bool broken(std::uint32_t channel) const { return channels_[channel].broken; }
  /// Channels that a thread holds, by their own word.
  [[nodiscard]] std::uint32_t channels_in_use() const;

  /// Counted by the target for want of room, of all channels since the start.
  struct Dropped {
    std::uint64_t records = 0, bytes = 0;
  };
  [[nodiscard]] Dropped dropped();

  static constexpr std::size_t kMostAtOnce = 1U << 20;
  static_assert(kMostAtOnce >= wire::kMaxRecordBytes);

 private:
  struct Channel {
    std::uint64_t tail = 0;  // ours; what stands in the ring is only told to the target
    double fill_percent = 0;
    bool broken = false;
    Dropped last, sum;  // a channel's next thread may count from 0 again
  };

  void copy_out(std::uint32_t channel, std::uint64_t from, std::size_t bytes);
  void free_if_read(std::uint32_t channel, wire::ChannelState state, std::uint64_t head);

  RingMemory& ring_;
  std::vector<Channel> channels_;
  std::vector<std::byte> buffer_;
};

/// Holds bytes against the framing of records: `whole` of them are records (and Pads) from the
/// start on, then comes a record that is cut, or a breach of the rules. Pads are taken out by
/// moving what follows them.
struct Framing {
  std::size_t whole = 0;  // bytes read, Pads included
  std::size_t kept = 0;   // bytes of records, now at the front
  std::uint64_t count = 0;
  std::optional<std::size_t> last_stats;  // where the last StatsRecord begins
  std::optional<wire::ConflictKind> last_conflict;
  /// Something that the program has done, or of which it is known that it is missing: no tables, no
  /// words about devices or about the capture itself.
  bool has_event = false;
  bool breach = false;  // a record without a size
};
Framing frame_records(std::span<std::byte> bytes);

}  // namespace lanescope
