// Ranges and calls of threads that have begun and not ended, so that a recording that keeps only
// its last part has those that began before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "capture/host/files/chunk_file.h"
#include "capture/wire/records.h"

namespace lanescope {

/// Records of one channel, each behind a BegunEarlierRecord.
struct CutEvents {
  std::uint32_t process = 0, channel = 0;
  std::int64_t time_ns = 0;  // the edge at which they are cut
  std::vector<std::byte> records;

  /// Refers to this.
  [[nodiscard]] Chunk chunk() const {
    return {wire::ChunkKind::Records, process, channel, time_ns, records};
  }
};

/// CLOCK_REALTIME of the first range, call or mark of a thread among whole records; nullopt if they
/// are of a GPU or there is none. Cost: a look at the header of each record before it.
std::optional<std::int64_t> first_event_ns(std::span<const std::byte> records);

/// One thread. Memory: at most kMost beginnings; of more, the later ones are left out.
class UnendedEvents {
 public:
  static constexpr std::size_t kMost = 65'536;

  /// Whole records of one channel, in order; nothing in them is trusted. Cost: a look at the header
  /// of each.
  void take(std::uint32_t process, std::uint32_t channel, std::span<const std::byte> records);
  /// The process has ended, and with it what its threads did.
  void leave(std::uint32_t process);

  /// By process and channel, and in each in the order in which they began. What began later than
  /// the edge, because the clock was set or its thread was read later than others, keeps its time.
  [[nodiscard]] std::vector<CutEvents> cut_at(std::int64_t edge_ns) const;

 private:
  /// Its record as it was.
  struct Begun {
    wire::RecordType type{};
    std::uint64_t id = 0;  // of a call, a pushed range, or one that any thread may end
    std::array<std::byte, sizeof(wire::ApiBeginRecord)> record{};
    std::size_t bytes = 0;
  };
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // process and channel

  template <typename Record>
  void begin(std::vector<Begun>& here, const Record& record, std::uint64_t id);
  void note(Key key, std::vector<Begun>& here, std::span<const std::byte> record);
  /// The last of these that matches, else their end.
  template <typename Matches>
  std::vector<Begun>::iterator innermost(std::vector<Begun>& here, const Matches& matches);
  void end_call(std::vector<Begun>& here, std::uint64_t id);
  void end_pushed(std::vector<Begun>& here, std::uint64_t id);
  void end_started(std::uint32_t process, std::uint64_t id);
  void end_from(std::vector<Begun>& here, std::vector<Begun>::iterator first);
  /// Records are missing: which of its calls and pushed ranges ended is not known.
  void forget_nested(std::vector<Begun>& here);

  std::map<Key, std::vector<Begun>> begun_;  // of channels that had some
  std::size_t passed_ = 0;                   // in this chunk, by innermost()
  std::size_t count_ = 0;
};

}  // namespace lanescope
