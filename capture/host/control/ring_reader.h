// Reads the channels of a ring, whatever the target has written there. Bytes are copied out before
// they are examined; where a channel ends and how far it has been read comes from our own state
// only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "capture/host/control/ring_memory.h"

namespace lanescope {

/// The result of reading one channel.
struct ChannelReading {
  std::span<const std::byte> records;      // whole records without Pads; valid until the next read
  std::uint64_t count = 0;                 // of records
  std::optional<wire::StatsRecord> stats;  // the last of them
  std::optional<wire::ConflictKind> conflict;  // from the last ConflictRecord
  bool has_event = false;                      // as in Framing
  bool more = false;                           // there was more than one read returns
  std::string fault;                           // set once, on a format violation; not read any more
};

/// One thread.
class RingReader {
 public:
  /// `ring` must outlive the reader.
  explicit RingReader(RingMemory& ring);

  /// Reads at most 1 MiB. Frees a channel whose thread has ended once everything is read. Cost: one
  /// copy.
  ChannelReading read(std::uint32_t channel);

  /// How full the channel was before its last read.
  [[nodiscard]] double fill_percent(std::uint32_t channel) const {
    return channels_[channel].fill_percent;
  }
  [[nodiscard]] bool broken(std::uint32_t channel) const { return channels_[channel].broken; }
  /// Channels held by a thread, according to the target.
  [[nodiscard]] std::uint32_t channels_in_use() const;

  /// Records dropped for lack of space, as counted by the target, over all channels since the
  /// start.
  struct Dropped {
    std::uint64_t records = 0, bytes = 0;
  };
  [[nodiscard]] Dropped dropped();

  static constexpr std::size_t kMostAtOnce = 1U << 20;
  static_assert(kMostAtOnce >= wire::kMaxRecordBytes);

 private:
  struct Channel {
    std::uint64_t tail = 0;  // authoritative; the one in the ring only informs the target
    double fill_percent = 0;
    bool broken = false;
    Dropped last, sum;  // a channel's next thread may restart at 0
  };

  void copy_out(std::uint32_t channel, std::uint64_t from, std::size_t bytes);
  void free_if_read(std::uint32_t channel, wire::ChannelState state, std::uint64_t head);

  RingMemory& ring_;
  std::vector<Channel> channels_;
  std::vector<std::byte> buffer_;
};

/// The result of checking bytes against the record framing: the first `whole` bytes are records
/// (and Pads), followed by a cut record or a format violation. Pads are removed by moving up what
/// follows.
struct Framing {
  std::size_t whole = 0;  // bytes read, including Pads
  std::size_t kept = 0;   // bytes of records without Pads, now at the front
  std::uint64_t count = 0;
  std::optional<std::size_t> last_stats;  // offset of the last StatsRecord
  std::optional<wire::ConflictKind> last_conflict;
  /// Whether it contains something that the program did, or a record of missing data, rather than
  /// just tables or information about devices or the capture itself.
  bool has_event = false;
  bool breach = false;  // a record without a size
};
Framing frame_records(std::span<std::byte> bytes);

}  // namespace lanescope
