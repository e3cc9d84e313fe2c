// Some packets of a file, one behind the other, and what their bytes say. Reading them needs
// nothing but their bytes, so that several batches are read at once; what they mean is found out in
// the order of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/readers/perfetto/packets/packet.h"
#include "core/readers/perfetto/packets/packet_frames.h"
#include "core/readers/perfetto/track_event.h"

namespace lanescope::perfetto {

struct UnpackedPackets;

struct ReadPacket {
  static constexpr std::uint32_t kNoItem = std::numeric_limits<std::uint32_t>::max();

  /// Not an aggregate: all of one would be cleared first, for which compilers call the slow way for
  /// long blocks.
  ReadPacket(std::string_view packet_bytes, Place place, std::uint64_t in_file)
      : bytes{packet_bytes, place, in_file} {}

  PacketBytes bytes;
  Packet packet;
  std::uint32_t item = kNoItem;  // of the batch's events, or of what was unpacked
  bool whole = false;
};

struct PacketBatch {
  std::vector<ReadPacket> packets;
  EventFieldsList events;
  std::vector<std::unique_ptr<UnpackedPackets>> unpacked;  // the first unpacked_count are in use
  std::uint32_t unpacked_count = 0;
  std::vector<std::shared_ptr<std::string>> buffers;  // that the packets are in
  std::uint64_t consumed_bytes = 0;                   // of the file on disk, up to here

  PacketBatch();
  ~PacketBatch();
  PacketBatch(const PacketBatch&) = delete;
  PacketBatch& operator=(const PacketBatch&) = delete;

  void clear();
  /// A packet of `size` bytes at `at` of the text, which begins at `base` of all places. Returns
  /// it.
  std::string_view add(std::string_view text, std::size_t at, std::size_t size,
                       std::uint64_t base) {
    const std::string_view bytes = text.substr(at, size);
    packets.emplace_back(bytes, Place(base + at, size), base + at);
    return bytes;
  }
  /// Fills in the rest of each packet. Compressed ones are unpacked until they would be more than
  /// `unpacked_bytes` together; the rest of them is left.
  void read(std::size_t unpacked_bytes);

 private:
  std::uint32_t unpack(const Packet& packet, std::size_t& most);
};

/// What is inside a compressed packet. The places of its packets begin with it.
struct UnpackedPackets {
  std::string text;
  std::size_t at = 0;  // in the text: up to where it was read
  PacketBatch batch;   // of the packets before
  DamagedBytes damage;

  /// Replaces the batch by the next packets, which have `bytes` bytes together or little more.
  /// False if there are none.
  bool read_more(std::size_t bytes);
};

/// The decompressed bytes of a compressed packet; nullopt if they are damaged, or more than `most`.
std::optional<std::string> unpack(std::string_view packed, bool zstd, std::size_t most);

inline bool is_compressed(const Packet& packet) {
  return packet.kind == kCompressedPackets || packet.kind == kZstdCompressedPackets;
}

}  // namespace lanescope::perfetto
