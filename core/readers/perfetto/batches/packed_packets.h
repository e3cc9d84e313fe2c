// The packets inside compressed packets. They have places from kUnpackedBase on: there, the
// decompressed bytes of all compressed packets follow each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/readers/perfetto/batches/packet_batch.h"
#include "core/readers/perfetto/packets/packet.h"
#include "core/readers/perfetto/packets/packet_frames.h"

namespace lanescope::perfetto {

/// Half of what a Place can express; no file is that long.
inline constexpr std::uint64_t kUnpackedBase = std::uint64_t{1} << 39U;
/// Of one compressed packet.
inline constexpr std::size_t kMostUnpacked = std::size_t{1} << 30;
/// Of all compressed packets of a file: this, and so many times what they have in the file. Those
/// that programs write have a tenth of that; small files made to fill memory have far more.
inline constexpr std::uint64_t kFreeUnpacked = std::uint64_t{1} << 30U, kMostRatio = 64;

/// Decompressed bytes, and what they were decompressed from.
struct Bundle {
  std::uint64_t begin = 0;  // from kUnpackedBase on
  std::uint64_t size = 0;
  std::uint64_t packed_at = 0;  // in the file, or in another bundle
  std::uint64_t packed_size = 0;
  std::uint64_t in_file = 0;  // see PacketBytes
  bool zstd = false;
};

class PackedPackets {
 public:
  /// next() returns the packets inside this one of the batch, before what is left of the one that
  /// it is in. `bytes` are the packet's, where they are in the file. What the batch has unpacked is
  /// used until next() returned all. Returns why that cannot be; "" otherwise.
  std::string_view enter(const PacketBytes& bytes, const ReadPacket& packet, PacketBatch& batch);

  struct Inside {
    PacketBytes bytes;
    const ReadPacket* packet;
    PacketBatch* batch;
  };
  /// nullopt when all that were entered are at their end. Valid until the next call.
  std::optional<Inside> next();

  [[nodiscard]] const DamagedBytes& damage() const { return damage_; }
  /// The offset in the file itself of what is at `offset`, or of the compressed packet that it is
  /// in.
  [[nodiscard]] std::uint64_t in_file(std::uint64_t offset) const;
  [[nodiscard]] std::vector<Bundle> take_bundles() { return std::move(bundles_); }

 private:
  [[nodiscard]] std::uint64_t most_unpacked() const;

  struct Level {
    std::unique_ptr<UnpackedPackets> own;  // if the batch has not unpacked it
    UnpackedPackets* packets;
    std::size_t next;  // of its batch
    std::uint64_t begin;
    std::uint64_t in_file;
  };

  std::vector<Level> levels_;  // compressed packets that are being read, the innermost last
  std::vector<Bundle> bundles_;
  std::uint64_t unpacked_ = 0, packed_ = 0;  // so far; packed: in the file itself
  DamagedBytes damage_;
};

}  // namespace lanescope::perfetto
