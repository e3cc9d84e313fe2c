#include "core/readers/perfetto/packet_batch.h"

namespace lanescope::perfetto {

void PacketBatch::clear() {
  packets.clear();
  events.clear();
  buffers.clear();
}

void PacketBatch::read() {
  for (ReadPacket& one : packets) {
    one.whole = read_packet(one.bytes.bytes, one.packet);
    if (one.whole && one.packet.kind == kTrackEvent) one.event = events.add(one.packet.data);
  }
}

}  // namespace lanescope::perfetto
