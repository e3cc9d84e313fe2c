// Changes ImGui's font texture while the GPU has it.
#pragma once

#include <cstdint>

namespace lanescope {

/// Rows from the top, four bytes a pixel. In the context that is current, once the texture is
/// there.
void put_font_pixels(int x, int y, int width, int height, const std::uint8_t* rgba);

}  // namespace lanescope
