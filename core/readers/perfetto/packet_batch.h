// Some packets of a file, one behind the other, and what their bytes say. Reading them needs
// nothing but their bytes, so that several batches are read at once; what they mean is found out in
// the order of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/readers/perfetto/packets/packet.h"
#include "core/readers/perfetto/track_event.h"

namespace lanescope::perfetto {

struct ReadPacket {
  PacketBytes bytes;
  Packet packet;
  std::uint32_t event = 0;  // of the batch's events, if it is a track event
  bool whole = false;
};

struct PacketBatch {
  std::vector<ReadPacket> packets;
  EventFieldsList events;
  std::vector<std::shared_ptr<std::string>> buffers;  // that the packets are in
  std::uint64_t consumed_bytes = 0;                   // of the file on disk, up to here

  void clear();
  void add(const PacketBytes& bytes) { packets.emplace_back().bytes = bytes; }
  /// Fills in the rest of each packet.
  void read();
};

}  // namespace lanescope::perfetto
