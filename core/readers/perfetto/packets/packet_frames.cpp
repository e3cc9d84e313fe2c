#include "core/readers/perfetto/packets/packet_frames.h"

#include "core/base/bytes/message_reader.h"

namespace lanescope::perfetto {
namespace {

/// A longer one is damage: the service that writes them limits them to far less.
constexpr std::uint64_t kLongestPacket = std::uint64_t{256} << 20;
constexpr char kPacketTag = '\n';  // field 1, length-delimited
/// So many packets in a row are no coincidence.
constexpr int kRun = 4;

}  // namespace

Frame any_frame_at(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  const auto behind = [&] { return static_cast<std::size_t>(rest.data() - text.data()); };
  constexpr std::size_t kLongestVarint = 10;
  const auto tag = take_message_varint(rest);
  if (!tag) return {rest.size() < kLongestVarint ? FrameKind::Short : FrameKind::Broken};
  if (*tag >> 3U == 0) return {FrameKind::Broken};
  const auto fixed = [&](std::size_t size) {
    return rest.size() < size ? Frame{FrameKind::Short}
                              : Frame{FrameKind::Other, at, behind() + size - at};
  };
  switch (*tag & 7U) {
    case 0: {
      if (take_message_varint(rest)) return {FrameKind::Other, at, behind() - at};
      return {rest.size() < kLongestVarint ? FrameKind::Short : FrameKind::Broken};
    }
    case 1:
      return fixed(8);
    case 5:
      return fixed(4);
    case 2: {
      const std::size_t left = rest.size();
      const auto length = take_message_varint(rest);
      if (!length) return {left < kLongestVarint ? FrameKind::Short : FrameKind::Broken};
      if (*length > kLongestPacket) return {FrameKind::Broken};
      const auto size = static_cast<std::size_t>(*length);
      if (size > rest.size()) return {FrameKind::Short};
      if (text[at] == kPacketTag) return {FrameKind::Packet, behind(), size};
      return {FrameKind::Other, at, behind() + size - at};
    }
    default:
      return {FrameKind::Broken};
  }
}

std::size_t next_run_of_packets(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(kPacketTag, from); at != std::string_view::npos;
       at = text.find(kPacketTag, at + 1)) {
    std::size_t end = at;
    int packets = 0;
    while (packets < kRun && end < text.size()) {
      const Frame frame = frame_at(text, end);
      if (frame.kind != FrameKind::Packet || frame.size == 0) break;
      end = frame.at + frame.size;
      ++packets;
    }
    if (packets == kRun || (packets > 0 && end == text.size())) return at;
  }
  return text.size();
}

void DamagedBytes::add(const DamagedBytes& more) {
  if (more.bytes == 0) return;
  if (bytes == 0 || more.first_in_file < first_in_file) {
    first = more.first;
    first_in_file = more.first_in_file;
  }
  bytes += more.bytes;
}

}  // namespace lanescope::perfetto
