// Pixels as a PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Of 8-bit RGB rows, the top one first. Cost: some 100 ms for a window; for a worker.
Result<std::string> png_bytes(int width_px, int height_px, std::span<const std::uint8_t> rgb);

}  // namespace lanescope
