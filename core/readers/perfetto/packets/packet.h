// The fields of a TracePacket that say how to read it, and its data:
// https://perfetto.dev/docs/reference/trace-packet-proto
#pragma once

#include <cstdint>
#include <string_view>

#include "core/store/place.h"

namespace lanescope::perfetto {

/// A packet's bytes, and where they are.
struct PacketBytes {
  std::string_view bytes;
  Place place;
  std::uint64_t in_file =
      0;  // the offset of what is in the file itself: this or a compressed packet
};

struct Packet {
  std::uint64_t timestamp = 0;
  std::string_view data;
  std::uint32_t clock = 0;  // 0: the default of the sequence
  std::uint32_t sequence = 0;
  std::uint32_t kind = 0;  // the number of the field that holds the data; 0: none
  bool has_timestamp = false;
  bool state_cleared = false, needs_state = false, previous_dropped = false;
  bool flags_clear = false;  // state_cleared by the flags alone
  bool has_state = false;    // see read_packet_state()
};

/// What a packet says that holds for later ones too. Few do.
struct PacketState {
  std::string_view interned, defaults;  // InternedData, TracePacketDefaults
};

// Kinds of data.
inline constexpr std::uint32_t kProcessTree = 2, kClockSnapshot = 6, kTrackEvent = 11,
                               kProcessDescriptor = 43, kThreadDescriptor = 44,
                               kCompressedPackets = 50, kGpuCounterEvent = 52,
                               kGpuRenderStageEvent = 53, kTrackDescriptor = 60,
                               kGpuMemTotalEvent = 71, kZstdCompressedPackets = 133;

/// False if the packet is broken.
bool read_packet(std::string_view bytes, Packet& packet);
/// Of a packet that was read, and is not broken.
PacketState read_packet_state(std::string_view bytes);

/// "ftrace_events"; empty if the type is unknown.
std::string_view known_kind_name(std::uint32_t kind);

}  // namespace lanescope::perfetto
