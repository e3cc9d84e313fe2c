// Pixels back from OpenGL.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// The framebuffer that is bound, as 8-bit RGB rows, the top one first. Waits for the driver.
std::vector<std::uint8_t> read_pixels(int width_px, int height_px);

/// Changes ImGui's font texture while the GPU has it: rows from the top, four bytes a pixel. In the
/// context that is current, once the texture is there.
void put_font_pixels(int x, int y, int width, int height, const std::uint8_t* rgba);

}  // namespace lanescope
