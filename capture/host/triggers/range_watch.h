// Watches the ranges of the program, NVTX and PyTorch operators, for one that takes too long: from
// the records that the session reads anyway.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/host/triggers/condition.h"
#include "capture/host/triggers/near_range.h"
#include "capture/wire/records.h"

namespace lanescope {

/// A range that fulfills the condition.
struct LongRange {
  std::string what;           // "step 12 took 312.0 ms (more than 1.5 × the median of 180.0 ms)"
  std::uint32_t process = 0;  // in which process of the recording
  std::uint32_t tid = 0;
};

/// One thread. Memory: bounded; at most kMostNames names for each channel, and kMostOpen ranges.
class RangeWatch {
 public:
  explicit RangeWatch(TriggerCondition condition) : condition_(std::move(condition)) {}

  /// Whole records of one channel, in order. Cost: a look at the header of each.
  void take(std::uint32_t process, std::uint32_t channel, std::span<const std::byte> records);
  /// A range that has not ended may have run for too long already: the program may hang.
  void look(std::int64_t now_ns);
  /// Ends of ranges may be missing from here on, because the program does not record.
  void forget_open() { open_.clear(); }
  void leave(std::uint32_t process);

  /// The first that was found since the last call.
  std::optional<LongRange> take_found() { return std::exchange(found_, std::nullopt); }

  /// The last range of that name that has begun, and what was seen instead of one.
  struct Begun {
    std::string name;
    std::uint32_t process = 0, tid = 0;
  };
  [[nodiscard]] const std::optional<Begun>& last_begun() const { return last_begun_; }
  [[nodiscard]] const std::optional<NearRange>& near() const { return near_; }
  /// Ranges of that name that have ended, and the longest of them.
  [[nodiscard]] std::uint64_t ended() const { return ended_; }
  [[nodiscard]] std::int64_t longest_ns() const { return longest_ns_; }
  [[nodiscard]] const TriggerCondition& condition() const { return condition_; }

  /// A median says little of fewer.
  static constexpr std::size_t kLeastForMedian = 8;

 private:
  static constexpr std::size_t kForMedian = 64;  // of the latest
  static constexpr std::size_t kMostNames = 4096, kMostOpen = 1024, kMostNearNames = 64;

  struct Channel {
    std::uint32_t tid = 0;
    std::map<std::uint32_t, std::string> names;  // of ranges that are watched, by string number
    std::map<std::uint32_t, std::string> near;   // of those that are like them
  };
  struct Key {
    std::uint32_t process = 0;
    std::optional<std::uint32_t> channel;  // none: a range that any thread may end
    std::uint64_t id = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Open {
    Key key;
    std::int64_t begin_ns = 0;
    std::uint32_t tid = 0;
    std::string name;
    bool was_found = false;
  };

  [[nodiscard]] bool is_watched(std::string_view name) const;
  void note(std::uint32_t process, std::uint32_t channel, Channel& here,
            std::span<const std::byte> record);
  void define(Channel& channel, std::span<const std::byte> record) const;
  void open(const Key& key, std::int64_t begin_ns, const Channel& channel, std::uint32_t name);
  void note_near(std::uint32_t process, const Channel& channel, std::uint32_t name);
  void note_mark(std::uint32_t process, const Channel& channel, std::uint32_t name);
  void note_near(NearRange near);
  void close(const Key& key, std::int64_t end_ns);
  void forget_open(std::uint32_t process, std::uint32_t channel);
  void add_length(std::int64_t length_ns);
  void find(Open& range, std::int64_t length_ns, std::string_view verb);
  [[nodiscard]] std::string limit_text() const;

  TriggerCondition condition_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Channel> channels_;  // by process and number
  std::vector<Open> open_;
  std::array<std::int64_t, kForMedian> lengths_{};
  std::size_t next_length_ = 0;
  std::optional<std::int64_t> median_ns_;
  std::uint64_t ended_ = 0;
  std::int64_t longest_ns_ = 0;
  std::optional<LongRange> found_;
  std::optional<Begun> last_begun_;
  std::optional<NearRange> near_;
};

}  // namespace lanescope
