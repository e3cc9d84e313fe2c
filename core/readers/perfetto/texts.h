// The arguments of an event, read again from its packet.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/readers/json/event_texts.h"
#include "core/readers/perfetto/batches/packed_packets.h"
#include "core/readers/perfetto/packets/interned.h"

namespace lanescope::perfetto {

/// What is kept of a file to find what an event refers to.
struct Index {
  InternedPlaces interned;  // sorted
  std::vector<Bundle> bundles;
  std::vector<std::pair<std::uint64_t, Place>> ends;  // that have arguments, by the begin's offset
};

/// With torch.profiler's keys for GPU work. Any thread.
std::shared_ptr<const EventTexts> event_texts(std::shared_ptr<ByteSource> source, Index index);

}  // namespace lanescope::perfetto
