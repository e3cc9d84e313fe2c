#include "core/readers/perfetto/packets/packed_packets.h"

#include <utility>

#include "core/base/bytes/unpack.h"
#include "core/base/check.h"

namespace lanescope::perfetto {
namespace {

constexpr std::size_t kMostUnpacked = std::size_t{1} << 30;
constexpr std::size_t kDeepest = 4;

}  // namespace

std::optional<std::string> unpack(std::string_view packed, bool zstd) {
  return zstd ? unpack_zstd(packed, kMostUnpacked) : unpack_zlib(packed, kMostUnpacked);
}

std::optional<PacketBytes> PackedPackets::next() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    while (level.at < level.text.size()) {
      const Frame frame = frame_at(level.text, level.at);
      if (frame.kind == FrameKind::Packet) {
        level.at = frame.at + frame.size;
        return PacketBytes{std::string_view(level.text).substr(frame.at, frame.size),
                           Place(level.begin + frame.at, frame.size), level.in_file};
      }
      if (frame.kind == FrameKind::Other) {
        level.at += frame.size;
        continue;
      }
      LANESCOPE_CHECK(level.at < level.text.size(), "damage within {} bytes, not at {}",
                      level.text.size(), level.at);
      damage_.add({level.text.size() - level.at, level.begin + level.at, level.in_file});
      level.at = level.text.size();
    }
    levels_.pop_back();
  }
  return std::nullopt;
}

bool PackedPackets::enter(const PacketBytes& packet, std::string_view packed, bool zstd) {
  LANESCOPE_CHECK(unpacked_ <= kUnpackedBase, "at most {} bytes, not {}", kUnpackedBase, unpacked_);
  LANESCOPE_CHECK(packed.size() <= packet.bytes.size(), "at most {} bytes of the packet, not {}",
                  packet.bytes.size(), packed.size());
  if (levels_.size() >= kDeepest) return false;
  auto text = unpack(packed, zstd);
  if (!text || unpacked_ + text->size() > kUnpackedBase) return false;
  const std::uint64_t at =
      packet.place.offset() + static_cast<std::uint64_t>(packed.data() - packet.bytes.data());
  const std::uint64_t begin = kUnpackedBase + unpacked_;
  bundles_.push_back({begin, text->size(), at, packed.size(), packet.in_file, zstd});
  unpacked_ += text->size();
  levels_.push_back({*std::move(text), 0, begin, packet.in_file});
  return true;
}

}  // namespace lanescope::perfetto
