// Without a window system, through EGL.
#include "app/platform/hidden_context.h"

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "app/platform/loaded_gl.h"

namespace lanescope {
namespace {

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

class EglContext final : public HiddenContext {
 public:
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
  ~EglContext() override {
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
  [[nodiscard]] AnyFunction find(const char* name) const override {
    return eglGetProcAddress(name);
  }

  EGLDisplay display_;
  EGLContext context_;
  EGLSurface surface_;  // EGL_NO_SURFACE if the driver needs none
};

}  // namespace

/// Tries Mesa's surfaceless platform, then each GPU that EGL lists, then the default display with
/// a small pbuffer.
Result<std::unique_ptr<HiddenContext>> HiddenContext::open() {
  if (auto error = missing_egl()) return *error;
  // Mesa's messages about missing drivers would come before our own error line.
  ::setenv("EGL_LOG_LEVEL", "fatal", 0);  // NOLINT(concurrency-mt-unsafe): before any thread
  for (EGLDisplay display : displays()) {
    if (std::unique_ptr<HiddenContext> opened = EglContext::open_on(display)) return opened;
  }
  return Error{Error::Kind::Unsupported,
               "no OpenGL without a display; install a GL driver, e.g. Mesa (libgl1-mesa-dri, "
               "libegl-mesa0)"};
}

}  // namespace lanescope
