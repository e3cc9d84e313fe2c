#include "app/platform/display.h"

#include <cstdlib>

#include <GLFW/glfw3.h>

namespace lanescope {
namespace {

bool is_named(const char* variable) {
  const char* value =
      std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread starts
  return value != nullptr && *value != '\0';
}

}  // namespace

bool display_answers() {
  // GLFW would try a default display too, and take a second to find that there is none.
  if (!is_named("DISPLAY") && !is_named("WAYLAND_DISPLAY")) return false;
  glfwSetErrorCallback(nullptr);
  // The connection stays for the window that follows: a server whose only client leaves starts over
  // (Xvfb, as xvfb-run starts it, does), and the next one would find nobody there.
  return glfwInit() == GLFW_TRUE;
}

}  // namespace lanescope
