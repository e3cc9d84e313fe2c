// PNG encoding.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Encodes 8-bit RGB rows, top row first. Cost: about 100 ms for a window; call it on a worker.
Result<std::string> png_bytes(int width_px, int height_px, std::span<const std::uint8_t> rgb);

}  // namespace lanescope
