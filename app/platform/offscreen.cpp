#include "app/platform/offscreen.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include "app/platform/gl_memory.h"
#include "app/platform/imgui_context.h"
#include "app/platform/loaded_gl.h"
#include "app/platform/pixels.h"

namespace lanescope {
namespace {

// An OpenGL context without a window system, made through EGL.

bool has_extension(EGLDisplay display, std::string_view name) {
  const char* list = eglQueryString(display, EGL_EXTENSIONS);
  if (list == nullptr) return false;
  const std::string padded = " " + std::string(list) + " ";
  return padded.find(" " + std::string(name) + " ") != std::string::npos;
}

template <typename Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(
      eglGetProcAddress(name));  // NOLINT: EGL hands all functions out as one type
}

/// Displays to try, in order of preference.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  const auto platform_display =
      egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (platform_display != nullptr &&
      has_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    found.push_back(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  if (platform_display != nullptr && query_devices != nullptr &&
      has_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count);
    for (EGLint i = 0; i < count; ++i) {
      found.push_back(platform_display(EGL_PLATFORM_DEVICE_EXT,
                                       devices.at(static_cast<std::size_t>(i)), nullptr));
    }
  }
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

/// The context is current on the thread that opened it, until it is destroyed.
class EglContext {
 public:
  /// Tries Mesa's surfaceless platform, then each GPU that EGL lists, then the default display with
  /// a small pbuffer.
  static Result<std::unique_ptr<EglContext>> open() {
    if (auto error = missing_gl_memory()) return *error;
    if (auto error = missing_egl()) return *error;
    // Mesa's messages about missing drivers would come before our own error line.
    ::setenv("EGL_LOG_LEVEL", "fatal", 0);  // NOLINT(concurrency-mt-unsafe): before any thread
    for (EGLDisplay display : displays()) {
      if (auto opened = open_on(display)) return opened;
    }
    return Error{Error::Kind::Unsupported,
                 "no OpenGL without a display; install a GL driver, e.g. Mesa (libgl1-mesa-dri, "
                 "libegl-mesa0)"};
  }
  ~EglContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

 private:
  EglContext(EGLDisplay display, EGLContext context, EGLSurface surface)
      : display_(display), context_(context), surface_(surface) {}
  static std::unique_ptr<EglContext> open_on(EGLDisplay display) {
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE)
      return nullptr;
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return nullptr;
    const bool surfaceless = has_extension(display, "EGL_KHR_surfaceless_context");
    const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                       surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, wanted.data(), &config, 1, &count) != EGL_TRUE || count == 0)
      return nullptr;
    const std::array<EGLint, 5> version{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0,
                                        EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    if (context == EGL_NO_CONTEXT) return nullptr;
    EGLSurface surface = EGL_NO_SURFACE;
    if (!surfaceless) {
      const std::array<EGLint, 5> size{EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
      surface = eglCreatePbufferSurface(display, config, size.data());
    }
    std::unique_ptr<EglContext> opened(new EglContext(display, context, surface));
    if (eglMakeCurrent(display, surface, surface, context) != EGL_TRUE) return nullptr;
    return opened;
  }

  EGLDisplay display_;
  EGLContext context_;
  EGLSurface surface_;  // EGL_NO_SURFACE if the driver needs none
};

}  // namespace

struct Offscreen::Gl {
  std::unique_ptr<EglContext> context;
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
  gen_framebuffers = egl_function<PFNGLGENFRAMEBUFFERSPROC>("glGenFramebuffers");
  bind_framebuffer = egl_function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
  framebuffer_texture = egl_function<PFNGLFRAMEBUFFERTEXTURE2DPROC>("glFramebufferTexture2D");
  framebuffer_status = egl_function<PFNGLCHECKFRAMEBUFFERSTATUSPROC>("glCheckFramebufferStatus");
  delete_framebuffers = egl_function<PFNGLDELETEFRAMEBUFFERSPROC>("glDeleteFramebuffers");
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
  auto context = EglContext::open();
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
  gl_->bind_framebuffer(GL_FRAMEBUFFER, gl_->framebuffer);
  glViewport(0, 0, width_px_, height_px_);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

std::vector<std::uint8_t> Offscreen::pixels() const {
  gl_->bind_framebuffer(GL_FRAMEBUFFER, gl_->framebuffer);
  return read_pixels(width_px_, height_px_);
}

}  // namespace lanescope
