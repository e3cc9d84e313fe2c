// Pixels back from OpenGL.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// The framebuffer that is bound, as 8-bit RGB rows, the top one first. Waits for the driver.
std::vector<std::uint8_t> read_pixels(int width_px, int height_px);

}  // namespace lanescope
