// The position of an event's text in the source, packed into eight bytes: arguments are not kept
// but parsed on request.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanescope {

class Place {
 public:
  static constexpr std::uint64_t kMaxLength =
      (1U << 24) - 1;  // the end of a longer event is found by its braces

  Place() = default;
  Place(std::uint64_t offset, std::uint64_t length)
      : packed_(offset << 24 | std::min(length, kMaxLength)) {}

  /// Text offset of the event's opening brace; see ByteSource.
  [[nodiscard]] std::uint64_t offset() const { return packed_ >> 24; }
  /// Bytes including the closing brace; kMaxLength means "at least that".
  [[nodiscard]] std::uint64_t length() const { return packed_ & kMaxLength; }

  friend bool operator==(const Place&, const Place&) = default;

 private:
  std::uint64_t packed_ = 0;
};

}  // namespace lanescope
