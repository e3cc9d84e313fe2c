// Pixels to a PNG file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// Writes 8-bit RGB rows, the top one first. An error when the file can not be written.
std::optional<Error> write_png(const std::string& path, int width_px, int height_px,
                               std::span<const std::uint8_t> rgb);

}  // namespace lanescope
