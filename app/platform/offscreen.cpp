#include "app/platform/offscreen.h"

#include <utility>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include <GL/gl.h>
#include <GL/glext.h>

#include "app/platform/gl_memory.h"
#include "app/platform/hidden_context.h"
#include "app/platform/imgui_context.h"
#include "app/platform/pixels.h"

namespace lanescope {

struct Offscreen::Gl {
  std::unique_ptr<HiddenContext> context;
  PFNGLGENFRAMEBUFFERSPROC gen_framebuffers = nullptr;
  PFNGLBINDFRAMEBUFFERPROC bind_framebuffer = nullptr;
  PFNGLFRAMEBUFFERTEXTURE2DPROC framebuffer_texture = nullptr;
  PFNGLCHECKFRAMEBUFFERSTATUSPROC framebuffer_status = nullptr;
  PFNGLDELETEFRAMEBUFFERSPROC delete_framebuffers = nullptr;
  GLuint framebuffer = 0;
  GLuint texture = 0;

  bool load_functions();
  bool make_target(int width_px, int height_px);
};

bool Offscreen::Gl::load_functions() {
  gen_framebuffers = context->function<PFNGLGENFRAMEBUFFERSPROC>("glGenFramebuffers");
  bind_framebuffer = context->function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
  framebuffer_texture = context->function<PFNGLFRAMEBUFFERTEXTURE2DPROC>("glFramebufferTexture2D");
  framebuffer_status =
      context->function<PFNGLCHECKFRAMEBUFFERSTATUSPROC>("glCheckFramebufferStatus");
  delete_framebuffers = context->function<PFNGLDELETEFRAMEBUFFERSPROC>("glDeleteFramebuffers");
  return gen_framebuffers != nullptr && bind_framebuffer != nullptr &&
         framebuffer_texture != nullptr && framebuffer_status != nullptr &&
         delete_framebuffers != nullptr;
}

bool Offscreen::Gl::make_target(int width_px, int height_px) {
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_px, height_px, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gen_framebuffers(1, &framebuffer);
  bind_framebuffer(GL_FRAMEBUFFER, framebuffer);
  framebuffer_texture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  return framebuffer_status(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

Offscreen::Offscreen(std::unique_ptr<Gl> gl, int width_px, int height_px)
    : gl_(std::move(gl)), width_px_(width_px), height_px_(height_px) {}

Result<std::unique_ptr<Offscreen>> Offscreen::open(int width_px, int height_px) {
  if (auto error = missing_gl_memory()) return *error;
  auto context = HiddenContext::open();
  if (!context.ok()) return context.error();
  auto gl = std::make_unique<Gl>();
  gl->context = std::move(context).value();
  if (!gl->load_functions() || !gl->make_target(width_px, height_px)) {
    return Error{Error::Kind::Unsupported, "the GL driver cannot render an image of that size"};
  }
  create_imgui_context();
  if (!ImGui_ImplOpenGL3_Init("#version 130")) {
    ImGui::DestroyContext();
    return Error{Error::Kind::Unsupported, "libGL cannot be loaded"};
  }
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width_px), static_cast<float>(height_px)};
  return std::unique_ptr<Offscreen>(new Offscreen(std::move(gl), width_px, height_px));
}

Offscreen::~Offscreen() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
  gl_->delete_framebuffers(1, &gl_->framebuffer);
  glDeleteTextures(1, &gl_->texture);
}

void Offscreen::upload_fonts() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Offscreen::begin_frame(double delta_s) {
  ImGui::GetIO().DeltaTime = static_cast<float>(delta_s);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void Offscreen::end_frame() {
  ImGui::Render();
}

std::vector<std::uint8_t> Offscreen::pixels() {
  gl_->bind_framebuffer(GL_FRAMEBUFFER, gl_->framebuffer);
  glViewport(0, 0, width_px_, height_px_);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return read_pixels(width_px_, height_px_);
}

}  // namespace lanescope
