// CRC-32C (Castagnoli), as in iSCSI and ext4: tells what a disk or a killed writer has damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanescope {

/// Cost: some GB/s.
std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace lanescope
