#include "app/platform/pixels.h"

#include <algorithm>
#include <cstddef>

#include "imgui.h"
#include <GL/gl.h>

namespace lanescope {

std::vector<std::uint8_t> read_pixels(int width_px, int height_px) {
  const auto row_bytes = static_cast<std::size_t>(width_px) * 3;
  std::vector<std::uint8_t> bottom_up(row_bytes * static_cast<std::size_t>(height_px));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_px, height_px, GL_RGB, GL_UNSIGNED_BYTE, bottom_up.data());
  std::vector<std::uint8_t> pixels(bottom_up.size());
  for (std::size_t row = 0; row < static_cast<std::size_t>(height_px); ++row) {
    const auto from = bottom_up.end() - static_cast<std::ptrdiff_t>((row + 1) * row_bytes);
    std::copy(from, from + static_cast<std::ptrdiff_t>(row_bytes),
              pixels.begin() + static_cast<std::ptrdiff_t>(row * row_bytes));
  }
  return pixels;
}

void put_font_pixels(int x, int y, int width, int height, const std::uint8_t* rgba) {
  const ImTextureID id = ImGui::GetIO().Fonts->TexID;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::intptr_t>(id)));
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
}

}  // namespace lanescope
