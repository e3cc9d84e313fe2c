// An OpenGL context without a window system, made through EGL.
#pragma once

#include <memory>

#include <EGL/egl.h>

#include "core/base/result.h"

namespace lanescope {

/// Current on the thread that opened it until it is destroyed.
class EglContext {
 public:
  /// Tries Mesa's surfaceless platform, then every GPU that EGL knows, then the default display
  /// with a small pbuffer.
  static Result<std::unique_ptr<EglContext>> open();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

 private:
  EglContext(EGLDisplay display, EGLContext context, EGLSurface surface)
      : display_(display), context_(context), surface_(surface) {}
  static std::unique_ptr<EglContext> open_on(EGLDisplay display);

  EGLDisplay display_;
  EGLContext context_;
  EGLSurface surface_;  // EGL_NO_SURFACE where the driver needs none
};

}  // namespace lanescope
