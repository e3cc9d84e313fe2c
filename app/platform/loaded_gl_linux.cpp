#include "app/platform/loaded_gl.h"

#include <EGL/egl.h>
#include <GL/gl.h>

#include "core/base/loaded_library_linux.h"

namespace lanescope {
namespace {

const LoadedLibrary& gl_library() {
  static const LoadedLibrary library("libGL.so.1");
  return library;
}

const LoadedLibrary& egl_library() {
  static const LoadedLibrary library("libEGL.so.1");
  return library;
}

/// The library's function that is declared like `declared`, looked up once.
template <auto declared>
auto gl(const char* name) {
  static const auto function = gl_library().function<decltype(declared)>(name);
  return function;
}

template <auto declared>
auto egl(const char* name) {
  static const auto function = egl_library().function<decltype(declared)>(name);
  return function;
}

}  // namespace

std::optional<Error> missing_egl() {
  // A library of that name may be another, without the functions.
  const bool has_gl = gl_library().function<void (*)()>("glViewport") != nullptr;
  const bool has_egl = egl_library().function<void (*)()>("eglInitialize") != nullptr;
  if (has_gl && has_egl) return std::nullopt;
  return Error{Error::Kind::Unsupported,
               "libGL or libEGL is missing; install a GL driver, e.g. Mesa (libgl1-mesa-dri, "
               "libegl-mesa0)"};
}

}  // namespace lanescope

// NOLINTBEGIN: names and types are those of the libraries' headers
using lanescope::egl;
using lanescope::gl;

extern "C" {

void glBindTexture(GLenum target, GLuint texture) {
  gl<&glBindTexture>("glBindTexture")(target, texture);
}
void glClear(GLbitfield mask) {
  gl<&glClear>("glClear")(mask);
}
void glClearColor(GLclampf red, GLclampf green, GLclampf blue, GLclampf alpha) {
  gl<&glClearColor>("glClearColor")(red, green, blue, alpha);
}
void glDeleteTextures(GLsizei count, const GLuint* textures) {
  gl<&glDeleteTextures>("glDeleteTextures")(count, textures);
}
void glFinish() {
  gl<&glFinish>("glFinish")();
}
void glGenTextures(GLsizei count, GLuint* textures) {
  gl<&glGenTextures>("glGenTextures")(count, textures);
}
void glGetIntegerv(GLenum name, GLint* values) {
  gl<&glGetIntegerv>("glGetIntegerv")(name, values);
}
const GLubyte* glGetString(GLenum name) {
  return gl<&glGetString>("glGetString")(name);
}
void glPixelStorei(GLenum name, GLint value) {
  gl<&glPixelStorei>("glPixelStorei")(name, value);
}
void glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                  GLvoid* pixels) {
  gl<&glReadPixels>("glReadPixels")(x, y, width, height, format, type, pixels);
}
void glTexImage2D(GLenum target, GLint level, GLint kept_as, GLsizei width, GLsizei height,
                  GLint border, GLenum format, GLenum type, const GLvoid* pixels) {
  gl<&glTexImage2D>("glTexImage2D")(target, level, kept_as, width, height, border, format, type,
                                    pixels);
}
void glTexParameteri(GLenum target, GLenum name, GLint value) {
  gl<&glTexParameteri>("glTexParameteri")(target, name, value);
}
void glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height,
                     GLenum format, GLenum type, const GLvoid* pixels) {
  gl<&glTexSubImage2D>("glTexSubImage2D")(target, level, x, y, width, height, format, type, pixels);
}
void glViewport(GLint x, GLint y, GLsizei width, GLsizei height) {
  gl<&glViewport>("glViewport")(x, y, width, height);
}

EGLBoolean eglBindAPI(EGLenum api) {
  return egl<&eglBindAPI>("eglBindAPI")(api);
}
EGLBoolean eglChooseConfig(EGLDisplay display, const EGLint* attributes, EGLConfig* configs,
                           EGLint size, EGLint* count) {
  return egl<&eglChooseConfig>("eglChooseConfig")(display, attributes, configs, size, count);
}
EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext shared,
                            const EGLint* attributes) {
  return egl<&eglCreateContext>("eglCreateContext")(display, config, shared, attributes);
}
EGLSurface eglCreatePbufferSurface(EGLDisplay display, EGLConfig config, const EGLint* attributes) {
  return egl<&eglCreatePbufferSurface>("eglCreatePbufferSurface")(display, config, attributes);
}
EGLBoolean eglDestroyContext(EGLDisplay display, EGLContext context) {
  return egl<&eglDestroyContext>("eglDestroyContext")(display, context);
}
EGLBoolean eglDestroySurface(EGLDisplay display, EGLSurface surface) {
  return egl<&eglDestroySurface>("eglDestroySurface")(display, surface);
}
EGLDisplay eglGetDisplay(EGLNativeDisplayType native) {
  return egl<&eglGetDisplay>("eglGetDisplay")(native);
}
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char* name) {
  return egl<&eglGetProcAddress>("eglGetProcAddress")(name);
}
EGLBoolean eglInitialize(EGLDisplay display, EGLint* major, EGLint* minor) {
  return egl<&eglInitialize>("eglInitialize")(display, major, minor);
}
EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read,
                          EGLContext context) {
  return egl<&eglMakeCurrent>("eglMakeCurrent")(display, draw, read, context);
}
const char* eglQueryString(EGLDisplay display, EGLint name) {
  return egl<&eglQueryString>("eglQueryString")(display, name);
}
EGLBoolean eglTerminate(EGLDisplay display) {
  return egl<&eglTerminate>("eglTerminate")(display);
}

}  // extern "C"
// NOLINTEND
