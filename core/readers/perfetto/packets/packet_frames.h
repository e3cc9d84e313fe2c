// Where the packets of a text begin and end, and what belongs to none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.h"

namespace lanescope::perfetto {

enum class FrameKind : std::uint8_t { Packet, Other, Short, Broken };

struct Frame {
  FrameKind kind;
  std::size_t at = 0;    // where the packet's bytes begin
  std::size_t size = 0;  // of it, or of another field from its tag on
};

/// What begins at `at` of the text, which is not its end. Short: more text is needed to tell.
Frame any_frame_at(std::string_view text, std::size_t at);

/// The same, faster for packets of less than 16 KiB.
inline Frame frame_at(std::string_view text, std::size_t at) {
  LANESCOPE_SLOW_CHECK(at < text.size(), "a place in {} bytes, not {}", text.size(), at);
  constexpr std::size_t kHead = 3;
  constexpr char kPacketTag = '\n';  // field 1, length-delimited
  if (text.size() - at < kHead || text[at] != kPacketTag) return any_frame_at(text, at);
  const auto low = static_cast<unsigned char>(text[at + 1]);
  const auto high = static_cast<unsigned char>(text[at + 2]);
  const bool is_long = low >= 0x80;
  const std::size_t size = is_long ? std::size_t{high} << 7U | (low & 0x7FU) : low;
  const std::size_t begin = at + (is_long ? kHead : kHead - 1);
  if ((is_long && high >= 0x80) || size > text.size() - begin) return any_frame_at(text, at);
  return {FrameKind::Packet, begin, size};
}

/// Where the next run of packets begins, or the end.
std::size_t next_run_of_packets(std::string_view text, std::size_t from);

/// Bytes that belong to no packet, and where the first of them are.
struct DamagedBytes {
  std::uint64_t bytes = 0;
  std::uint64_t first = 0;
  std::uint64_t first_in_file = 0;  // see PacketBytes

  /// Of several, those that come first in the file count as the first, whatever the order here.
  void add(const DamagedBytes& more);
};

}  // namespace lanescope::perfetto
