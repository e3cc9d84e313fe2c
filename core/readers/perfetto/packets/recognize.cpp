#include "core/readers/perfetto/packets/recognize.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/bytes/message_reader.h"
#include "core/readers/perfetto/packets/packet.h"

namespace lanescope::perfetto {
namespace {

constexpr std::size_t kMostOthers = 4;
constexpr char kPacketTag = '\n';  // field 1, length-delimited

bool is_known(std::uint32_t kind) {
  return !known_kind_name(kind).empty() || kind == kTrackEvent || kind == kTrackDescriptor ||
         kind == kCompressedPackets || kind == kZstdCompressedPackets;
}

bool is_message(std::string_view bytes) {
  MessageReader fields(bytes);
  while (fields.next()) {
  }
  return !fields.broken();
}

/// Of one without data: numbers of unknown fields alone may be of any message.
bool says_how_to_read(const Packet& packet) {
  return packet.has_timestamp || packet.sequence != 0 || packet.has_state || packet.needs_state ||
         packet.state_cleared || packet.previous_dropped || packet.clock != 0;
}

/// A profile of XLA consists of fields 1 too: planes, with a number and a name.
bool looks_like_packet(std::string_view bytes) {
  Packet packet;
  if (!read_packet(bytes, packet)) return false;
  if (packet.kind == 0) return says_how_to_read(packet);
  const bool compressed =
      packet.kind == kCompressedPackets || packet.kind == kZstdCompressedPackets;
  return is_known(packet.kind) && !packet.data.empty() && (compressed || is_message(packet.data));
}

/// The first packet may be longer than what is known of the file.
bool begins_as_packet(std::string_view bytes) {
  const auto tag = take_message_varint(bytes);
  if (!tag || *tag >> 3U > UINT32_MAX) return false;
  const auto number = static_cast<std::uint32_t>(*tag >> 3U);
  const bool bundle = number == kCompressedPackets || number == kZstdCompressedPackets;
  const bool frame = number == 8 || number == 10 || number == 13 || number == 12;
  return bundle || frame;
}

}  // namespace

bool is_trace(std::string_view head) {
  // The tag is a line break in text, so bytes that do not occur in text are required too.
  const auto is_binary = [](char c) { return static_cast<unsigned char>(c) < 9; };
  if (std::ranges::none_of(head.substr(0, 256), is_binary)) return false;
  std::size_t packets = 0, others = 0;
  for (std::string_view rest = head; !rest.empty();) {
    if (rest.front() != kPacketTag) {
      // Fields that a later version may add to Trace.
      MessageReader fields(rest);
      const auto field = fields.next();
      if (!field || ++others > kMostOthers) break;
      rest = fields.rest();
      continue;
    }
    rest.remove_prefix(1);
    const auto length = take_message_varint(rest);
    if (!length || *length > rest.size())
      return packets > 0 || (others == 0 && begins_as_packet(rest));
    const auto size = static_cast<std::size_t>(*length);
    if (packets <= others && !looks_like_packet(rest.substr(0, size))) return false;
    ++packets;
    rest.remove_prefix(size);
  }
  return packets > others;
}

}  // namespace lanescope::perfetto
