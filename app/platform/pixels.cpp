#include "app/platform/pixels.h"

#include <algorithm>
#include <cstddef>

#include "imgui.h"
#include <GL/gl.h>

namespace lanescope {

std::vector<std::uint8_t> read_pixels(int width_px, int height_px) {
  const auto width = static_cast<std::size_t>(width_px);
  const auto height = static_cast<std::size_t>(height_px);
  // With alpha, though nobody wants it: WebGL gives no other.
  std::vector<std::uint8_t> bottom_up(width * height * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_px, height_px, GL_RGBA, GL_UNSIGNED_BYTE, bottom_up.data());
  std::vector<std::uint8_t> pixels(width * height * 3);
  auto* out = pixels.data();
  for (std::size_t row = height; row-- > 0;) {
    const auto* in = bottom_up.data() + row * width * 4;
    for (std::size_t x = 0; x < width; ++x, in += 4, out += 3) std::copy_n(in, 3, out);
  }
  return pixels;
}

void put_font_pixels(int x, int y, int width, int height, const std::uint8_t* rgba) {
  ImTextureID id = ImGui::GetIO().Fonts->TexID;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::intptr_t>(id)));
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
}

}  // namespace lanescope
