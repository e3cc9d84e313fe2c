#include "core/readers/perfetto/batches/packed_packets.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/check.h"

namespace lanescope::perfetto {
namespace {

constexpr std::size_t kDeepest = 4;
/// What is unpacked here may be large: it is read in pieces.
constexpr std::size_t kPieceBytes = std::size_t{1} << 18;

/// Null if they cannot be decompressed, or are more than `most`.
std::unique_ptr<UnpackedPackets> unpacked(const Packet& packet, std::uint64_t most) {
  auto text =
      unpack(packet.data, packet.kind == kZstdCompressedPackets, static_cast<std::size_t>(most));
  if (!text) return nullptr;
  auto out = std::make_unique<UnpackedPackets>();
  out->text = *std::move(text);
  return out;
}

}  // namespace

std::optional<PackedPackets::Inside> PackedPackets::next() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    PacketBatch& batch = level.packets->batch;
    if (level.next < batch.packets.size()) {
      const ReadPacket& packet = batch.packets[level.next++];
      const PacketBytes& bytes = packet.bytes;
      const Place place(level.begin + bytes.place.offset(), bytes.bytes.size());
      return Inside{{bytes.bytes, place, level.in_file}, &packet, &batch};
    }
    level.next = 0;
    if (level.packets->read_more(kPieceBytes)) continue;
    const DamagedBytes& damage = level.packets->damage;
    damage_.add({damage.bytes, level.begin + damage.first, level.in_file});
    levels_.pop_back();
  }
  return std::nullopt;
}

std::uint64_t PackedPackets::in_file(std::uint64_t offset) const {
  if (offset < kUnpackedBase) return offset;
  const auto after = std::ranges::upper_bound(bundles_, offset, {}, &Bundle::begin);
  return after == bundles_.begin() ? offset : std::prev(after)->in_file;
}

/// Of the next compressed packet.
std::uint64_t PackedPackets::most_unpacked() const {
  const std::uint64_t all = std::min(kUnpackedBase, kFreeUnpacked + packed_ * kMostRatio);
  return std::min<std::uint64_t>(kMostUnpacked, all - std::min(all, unpacked_));
}

std::string_view PackedPackets::enter(const PacketBytes& bytes, const ReadPacket& packet,
                                      PacketBatch& batch) {
  const std::string_view packed = packet.packet.data;
  LANESCOPE_CHECK(unpacked_ <= kUnpackedBase, "at most {} bytes, not {}", kUnpackedBase, unpacked_);
  LANESCOPE_CHECK(packed.size() <= bytes.bytes.size(), "at most {} bytes of the packet, not {}",
                  bytes.bytes.size(), packed.size());
  constexpr std::string_view kTooLarge = "too large for the size of the file";
  if (levels_.size() >= kDeepest) return "nested too deep";
  if (levels_.empty()) packed_ += packed.size();
  const std::uint64_t most = most_unpacked();
  if (most == 0) return kTooLarge;
  const bool is_ahead = packet.item < batch.unpacked_count;
  auto own = is_ahead ? nullptr : unpacked(packet.packet, most);
  UnpackedPackets* const inside = is_ahead ? batch.unpacked[packet.item].get() : own.get();
  if (inside == nullptr) return most < kMostUnpacked ? kTooLarge : "cannot be decompressed";
  if (inside->text.size() > most) return kTooLarge;
  const std::uint64_t at =
      bytes.place.offset() + static_cast<std::uint64_t>(packed.data() - bytes.bytes.data());
  const std::uint64_t begin = kUnpackedBase + unpacked_;
  bundles_.push_back({begin, inside->text.size(), at, packed.size(), bytes.in_file,
                      packet.packet.kind == kZstdCompressedPackets});
  unpacked_ += inside->text.size();
  levels_.push_back({std::move(own), inside, 0, begin, bytes.in_file});
  return "";
}

}  // namespace lanescope::perfetto
