// Pixel transfers from and to OpenGL.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// The bound framebuffer as 8-bit RGB rows, top row first. Waits for the driver.
std::vector<std::uint8_t> read_pixels(int width_px, int height_px);

/// Updates part of ImGui's font texture on the GPU: rows from the top, four bytes per pixel. Needs
/// a current context and an existing texture.
void put_font_pixels(int x, int y, int width, int height, const std::uint8_t* rgba);

}  // namespace lanescope
