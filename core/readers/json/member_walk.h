// Walks the members of the file's object, around the list of events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/readers/json/top_level.h"

namespace lanescope {

inline constexpr std::string_view kDeviceProperties = "deviceProperties";

enum class Walk { List, ObjectEnd, NeedMore, Broken };

/// Keeps the members that it passes in `members`, which outlives it. Linear in the text; one
/// thread.
class MemberWalk {
 public:
  /// `offset` is the text offset of the text to be walked.
  MemberWalk(RawMembers& members, std::uint64_t offset) : members_(&members), offset_(offset) {}

  /// Moves `at` to the first byte in the list of events, or as far as `text` allows.
  Walk to_list(std::string_view text, std::size_t& at) { return walk(text, at, true); }
  /// Continues to the end of the object.
  Walk to_end(std::string_view text, std::size_t& at) { return walk(text, at, false); }

  /// Moves `at` from a broken member to the next one with a known key; false if there is none.
  static bool pass_over(std::string_view text, std::size_t& at);

  /// Counts the events of the list that begins at `at`. Only after the list of events, where the
  /// text is complete, so nothing is walked twice.
  void pass_list(std::string_view text, std::size_t at);
  /// Where a further list of events begins; 0: none.
  [[nodiscard]] std::size_t passed_list() const { return passed_list_; }
  /// The number of events in such lists.
  [[nodiscard]] std::uint64_t passed_events() const { return passed_events_; }

 private:
  Walk walk(std::string_view text, std::size_t& at, bool wants_list);
  void keep(std::string_view key, std::string_view value, std::size_t at);
  bool is_new_known(std::string_view key);
  bool has_room(std::size_t bytes);

  RawMembers* members_;
  std::uint64_t offset_;
  std::size_t passed_list_ = 0;
  std::uint64_t passed_events_ = 0;
};

}  // namespace lanescope
