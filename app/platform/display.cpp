#include "app/platform/display.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

#include <GLFW/glfw3.h>

#include "app/platform/window.h"

namespace lanescope {
namespace {

bool is_named(const char* variable) {
  const char* value =
      std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread starts
  return value != nullptr && *value != '\0';
}

WindowClient* client_to_tell = nullptr;

/// Xlib's error handler. Xlib ends the process if it returns. Called on any thread that uses the
/// display, possibly on several at once.
int end_without_display(void* /*display*/) {
  static std::atomic_flag reported;
  if (reported.test_and_set()) {
    while (true) ::pause();
  }
  std::_Exit(client_to_tell != nullptr ? client_to_tell->display_lost() : EXIT_FAILURE);
}

}  // namespace

bool display_is_named() {
  return is_named("DISPLAY") || is_named("WAYLAND_DISPLAY");
}

/// GLFW 3.4 asks for Wayland first, and Wayland's library complains on stderr where there is none.
bool connect_to_display() {
#ifdef GLFW_PLATFORM
  if (!is_named("WAYLAND_DISPLAY")) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  return glfwInit() == GLFW_TRUE;
}

/// If Xlib is not loaded, there is nothing to install: when a Wayland compositor goes away, GLFW
/// requests that the window close; see Window::note_close_request().
void note_lost_display(WindowClient* client) {
  using Handler = int (*)(void*);
  using SetHandler = Handler (*)(Handler);
  client_to_tell = client;
  // GLFW 3.4 loads Xlib for itself alone.
  void* const xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (xlib == nullptr) return;
  if (void* const set = ::dlsym(xlib, "XSetIOErrorHandler"))
    reinterpret_cast<SetHandler>(set)(client != nullptr ? end_without_display : nullptr);
  ::dlclose(xlib);  // one count of several
}

}  // namespace lanescope
