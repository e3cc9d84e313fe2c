#include "app/platform/font_pixels.h"

#include "imgui.h"
#include <GL/gl.h>

namespace lanescope {

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
