// The sampler's records as bytes: what is in them, and where they can be cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "capture/wire/records.h"

namespace lanescope {

/// Calls `take` with the header and the bytes of each record. `records` are whole ones.
template <typename Take>
void for_each_record(std::span<const std::byte> records, Take&& take) {
  while (records.size() >= sizeof(wire::RecordHeader)) {
    wire::RecordHeader header;
    std::memcpy(&header, records.data(), sizeof header);
    const std::size_t size = header.words * wire::kWord;
    if (size == 0 || size > records.size()) return;
    take(header, records.first(size));
    records = records.subspan(size);
  }
}

struct SampleCounts {
  std::uint64_t records = 0;
  std::uint64_t samples = 0, torn = 0;
  bool has_stack = false;                        // of Python
  std::optional<wire::SampleStatsRecord> stats;  // the last of them
};

/// Cost: a pass over the headers.
SampleCounts count_samples(std::span<const std::byte> records);

/// As many of the first records as have at most `most` bytes together, and at least one.
std::span<const std::byte> first_records(std::span<const std::byte> records, std::size_t most);

}  // namespace lanescope
