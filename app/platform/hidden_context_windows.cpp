// By a window that is never shown: WGL has no context without one.
#include "app/platform/hidden_context.h"

#include <GLFW/glfw3.h>

namespace lanescope {
namespace {

class WindowContext final : public HiddenContext {
 public:
  static std::unique_ptr<HiddenContext> open() {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    constexpr int kSize = 16;
    GLFWwindow* const window = glfwCreateWindow(kSize, kSize, "Lanescope", nullptr, nullptr);
    if (window == nullptr) return nullptr;
    glfwMakeContextCurrent(window);
    return std::unique_ptr<HiddenContext>(new WindowContext(window));
  }
  ~WindowContext() override { glfwDestroyWindow(window_); }
  WindowContext(const WindowContext&) = delete;
  WindowContext& operator=(const WindowContext&) = delete;

 private:
  explicit WindowContext(GLFWwindow* window) : window_(window) {}
  [[nodiscard]] AnyFunction find(const char* name) const override {
    return glfwGetProcAddress(name);
  }

  GLFWwindow* window_;
};

}  // namespace

Result<std::unique_ptr<HiddenContext>> HiddenContext::open() {
  if (glfwInit() == GLFW_TRUE) {
    if (auto opened = WindowContext::open()) return opened;
  }
  return Error{Error::Kind::Unsupported, "no OpenGL 3.0; install the driver of the graphics card"};
}

}  // namespace lanescope
