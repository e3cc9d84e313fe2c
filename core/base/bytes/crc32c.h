// CRC-32C (Castagnoli), as in iSCSI and ext4: detects damage by a disk or a killed writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanescope {

/// `before`: the checksum of the bytes before these; 0: there are none. Cost: several GB/s.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0);

}  // namespace lanescope
