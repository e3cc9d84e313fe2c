// The packets inside compressed packets. They have places from kUnpackedBase on: there, the
// decompressed bytes of all compressed packets follow each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/readers/perfetto/packets/packet.h"
#include "core/readers/perfetto/packets/packet_frames.h"

namespace lanescope::perfetto {

/// Half of what a Place can express; no file is that long.
inline constexpr std::uint64_t kUnpackedBase = std::uint64_t{1} << 39U;

/// Decompressed bytes, and what they were decompressed from.
struct Bundle {
  std::uint64_t begin = 0;  // from kUnpackedBase on
  std::uint64_t size = 0;
  std::uint64_t packed_at = 0;  // in the file, or in another bundle
  std::uint64_t packed_size = 0;
  std::uint64_t in_file = 0;  // see PacketBytes
  bool zstd = false;
};

/// The decompressed bytes of a compressed packet; nullopt if they are damaged or too many.
std::optional<std::string> unpack(std::string_view packed, bool zstd);

class PackedPackets {
 public:
  /// next() returns the packets inside this one, before what is left of the one that it is in.
  /// `packed` is within its bytes. False if they cannot be decompressed.
  bool enter(const PacketBytes& packet, std::string_view packed, bool zstd);
  /// nullopt when all that were entered are at their end. The bytes are valid until the next call.
  std::optional<PacketBytes> next();

  [[nodiscard]] const DamagedBytes& damage() const { return damage_; }
  [[nodiscard]] std::vector<Bundle> take_bundles() { return std::move(bundles_); }

 private:
  struct Level {
    std::string text;
    std::size_t at = 0;
    std::uint64_t begin = 0;
    std::uint64_t in_file = 0;
  };

  std::vector<Level> levels_;  // compressed packets that are being read, the innermost last
  std::vector<Bundle> bundles_;
  std::uint64_t unpacked_ = 0;
  DamagedBytes damage_;
};

}  // namespace lanescope::perfetto
