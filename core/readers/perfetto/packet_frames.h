// Where the packets of a text begin and end, and what belongs to none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope::perfetto {

enum class FrameKind : std::uint8_t { Packet, Other, Short, Broken };

struct Frame {
  FrameKind kind;
  std::size_t at = 0;    // where the packet's bytes begin
  std::size_t size = 0;  // of it, or of another field from its tag on
};

/// What begins at `at` of the text. Short: more text is needed to tell.
Frame frame_at(std::string_view text, std::size_t at);

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
