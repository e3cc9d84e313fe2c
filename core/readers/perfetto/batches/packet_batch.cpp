#include "core/readers/perfetto/batches/packet_batch.h"

#include <optional>
#include <utility>

#include "core/base/bytes/unpack.h"
#include "core/base/check.h"

namespace lanescope::perfetto {
namespace {

/// More is not tried ahead: decompressing allocates a multiple of it before it knows its size.
constexpr std::size_t kMostPacked = std::size_t{1} << 20;

}  // namespace

PacketBatch::PacketBatch() = default;
PacketBatch::~PacketBatch() = default;

void PacketBatch::clear() {
  packets.clear();
  events.clear();
  unpacked_count = 0;
  buffers.clear();
}

/// The number of what was unpacked.
std::uint32_t PacketBatch::unpack(const Packet& packet, std::size_t& most) {
  if (most == 0 || packet.data.size() > kMostPacked) return ReadPacket::kNoItem;
  auto text = perfetto::unpack(packet.data, packet.kind == kZstdCompressedPackets, most);
  if (!text) return ReadPacket::kNoItem;
  LANESCOPE_CHECK(text->size() <= most, "at most {} bytes, not {}", most, text->size());
  most -= text->size();
  if (unpacked_count == unpacked.size()) unpacked.push_back(std::make_unique<UnpackedPackets>());
  UnpackedPackets& inside = *unpacked[unpacked_count];
  inside.text = *std::move(text);
  inside.at = 0;
  inside.damage = {};
  inside.read_more(std::numeric_limits<std::size_t>::max());
  return unpacked_count++;
}

void PacketBatch::read(std::size_t unpacked_bytes) {
  for (ReadPacket& one : packets) {
    one.whole = read_packet(one.bytes.bytes, one.packet);
    if (!one.whole) continue;
    if (one.packet.kind == kTrackEvent) one.item = events.add(one.packet.data);
    if (is_compressed(one.packet)) one.item = unpack(one.packet, unpacked_bytes);
  }
}

bool UnpackedPackets::read_more(std::size_t bytes) {
  batch.clear();
  std::size_t size = 0;
  while (size < bytes && at < text.size()) {
    const Frame frame = frame_at(text, at);
    if (frame.kind == FrameKind::Packet) {
      batch.add(text, frame.at, frame.size, 0);
      size += frame.at + frame.size - at;  // an empty one takes memory too
      at = frame.at + frame.size;
    } else if (frame.kind == FrameKind::Other) {
      at += frame.size;
    } else {
      LANESCOPE_CHECK(at < text.size(), "damage within {} bytes, not at {}", text.size(), at);
      damage = {text.size() - at, at};
      at = text.size();
    }
  }
  batch.read(0);
  return !batch.packets.empty();
}

std::optional<std::string> unpack(std::string_view packed, bool zstd, std::size_t most) {
  return zstd ? unpack_zstd(packed, most) : unpack_zlib(packed, most);
}

}  // namespace lanescope::perfetto
