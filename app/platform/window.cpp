#include "app/platform/window.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/platform/display.h"
#include "app/platform/gl_memory.h"
#include "app/platform/imgui_context.h"
#include "app/platform/pixels.h"
#include "core/base/files/log.h"

namespace lanescope {
namespace {

constexpr int kMinWidth = 640, kMinHeight = 400;
// More close requests per second than a user or a desktop would make. GLFW makes one each time it
// polls a Wayland compositor that is gone.
constexpr int kMostCloseRequests = 20;

// Other threads may wake the window while it opens or closes.
std::mutex open_mutex;
bool window_is_open = false;
std::atomic<bool> woken = false;  // by another thread, since the last frame

void set_open(bool open) {
  const std::lock_guard lock(open_mutex);
  window_is_open = open;
}

/// "OpenGL 4.5 (Compatibility Profile) Mesa 22.3.6, llvmpipe …, of Mesa; GLFW 3.3.8 X11 …".
std::string graphics_text() {
  const auto gl = [](GLenum name) {
    const GLubyte* text = glGetString(name);
    return text == nullptr ? "unknown" : reinterpret_cast<const char*>(text);
  };
  return fmt::format("OpenGL {}, {}, of {}; GLFW {}", gl(GL_VERSION), gl(GL_RENDERER),
                     gl(GL_VENDOR), glfwGetVersionString());
}

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "unknown reason";
}

Window* window_of(GLFWwindow* window) {
  return static_cast<Window*>(glfwGetWindowUserPointer(window));
}

/// The monitor may be smaller than the one that the size was saved on.
WindowSize fitted(WindowSize size) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return size;
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  float scale_x = 1;
  float scale_y = 1;
  glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
  // GLFW multiplies the size by the scale when it opens the window.
  const auto at_most = [](int wanted, int pixels, float scale) {
    const int room = static_cast<int>(static_cast<float>(pixels) / std::max(scale, 1.0F));
    return room > 0 ? std::min(wanted, room) : wanted;
  };
  size.width = at_most(size.width, width, scale_x);
  size.height = at_most(size.height, height, scale_y);
  return size;
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(const WindowSize& wanted) {
  if (auto error = missing_gl_memory()) return *error;
  if (!connect_to_display()) {
    return Error{Error::Kind::Unsupported, "cannot connect to a display (" + last_error() + ")"};
  }
  const WindowSize size = fitted(wanted);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_MAXIMIZED, size.maximized ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "lanescope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "lanescope");
  GLFWwindow* handle = glfwCreateWindow(size.width, size.height, "Lanescope", nullptr, nullptr);
  if (handle == nullptr) {
    const std::string reason = last_error();
    glfwTerminate();
    return Error{Error::Kind::Unsupported, "cannot open a window with OpenGL 3.0 (" + reason + ")"};
  }
  glfwSetErrorCallback([](int code, const char* text) {
    log_line(LogLevel::Warning, fmt::format("GLFW: {} ({:#x})", text, code));
  });
  glfwSetWindowSizeLimits(handle, kMinWidth, kMinHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(handle);
  glfwSwapInterval(1);
  std::unique_ptr<Window> window(new Window(handle));
  window->graphics_ = graphics_text();
  log_line(LogLevel::Info, window->graphics_);
  window->size_ = size;
  window->install_callbacks();
  create_imgui_context();
  ImGui_ImplGlfw_InitForOpenGL(handle, true);  // chains to the callbacks installed above
  ImGui_ImplOpenGL3_Init("#version 130");
  set_open(true);
  return window;
}

Window::~Window() {
  set_open(false);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::install_callbacks() {
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, [](GLFWwindow* handle, int count, const char** paths) {
    Window* self = window_of(handle);
    self->event_ = true;
    if (self->client_ != nullptr) self->client_->drop({paths, paths + count});
  });
  glfwSetKeyCallback(window_, [](GLFWwindow* handle, int key, int /*scancode*/, int action,
                                 int mods) {
    Window* self = window_of(handle);
    if (self->client_ == nullptr || key < GLFW_KEY_A || key > GLFW_KEY_Z || action == GLFW_REPEAT)
      return;
    // With Ctrl, it is a shortcut rather than a held letter.
    const bool plain = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) == 0;
    self->client_->letter_key(static_cast<char>('A' + (key - GLFW_KEY_A)),
                              action == GLFW_PRESS && plain);
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* handle, int focused) {
    Window* self = window_of(handle);
    if (self->client_ == nullptr || focused == GLFW_TRUE) return;
    // A key released while another window has focus is not reported.
    for (char letter = 'A'; letter <= 'Z'; ++letter) self->client_->letter_key(letter, false);
  });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* handle) {
    // The client decides whether to close.
    glfwSetWindowShouldClose(handle, GLFW_FALSE);
    window_of(handle)->event_ = true;
    window_of(handle)->note_close_request();
  });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* handle) {
    Window* self = window_of(handle);
    self->event_ = true;
    if (self->client_ != nullptr) self->frame(*self->client_);  // while the window is being resized
  });
}

void Window::note_close_request() {
  const double now_s = glfwGetTime();
  if (now_s - close_since_s_ > 1) close_requests_ = 0;
  if (close_requests_++ == 0) close_since_s_ = now_s;
  if (client_ != nullptr) client_->close_asked();
}

bool Window::run(WindowClient& client) {
  client_ = &client;
  note_lost_display(&client);
  while (!client.wants_close() && close_requests_ < kMostCloseRequests) {
    frame(client);
    sleep(client);
    client.awake();
  }
  size_.maximized = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (!size_.maximized) {
    float scale_x = 1;
    float scale_y = 1;
    glfwGetWindowContentScale(window_, &scale_x, &scale_y);
    int width = 0;
    int height = 0;
    glfwGetWindowSize(window_, &width, &height);
    // GLFW_SCALE_TO_MONITOR multiplies the size again when the window is opened the next time.
    size_.width = static_cast<int>(static_cast<float>(width) / scale_x);
    size_.height = static_cast<int>(static_cast<float>(height) / scale_y);
  }
  note_lost_display(nullptr);
  client_ = nullptr;
  return close_requests_ < kMostCloseRequests;
}

void Window::frame(WindowClient& client) {
  const double begin_s = glfwGetTime();
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  if (width <= 0 || height <= 0) return pace_.note_frame(begin_s, begin_s);  // minimized
  int window_width = 1;
  int window_height = 1;
  glfwGetWindowSize(window_, &window_width, &window_height);
  float scale_x = 1;
  float scale_y = 1;
  glfwGetWindowContentScale(window_, &scale_x, &scale_y);
  if (client.prepare(scale_x, static_cast<float>(width) / static_cast<float>(window_width))) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  client.draw(glfwGetTime());
  ImGui::Render();
  if (const std::string& title = client.title(); title != title_) {
    title_ = title;
    glfwSetWindowTitle(window_, title_.c_str());
  }
  glViewport(0, 0, width, height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (client.wants_pixels()) client.take_pixels(width, height, read_pixels(width, height));
  if (!pace_.hand_at_work(begin_s)) glFinish();  // the swap may also wait for the screen
  pace_.note_frame(begin_s, glfwGetTime());
  glfwSwapBuffers(window_);
}

/// Waits for anything to happen, if `wait_s` is 0 not at all, if it is negative without end.
/// Returns whether input arrived; a wake or the passing of time is none.
bool Window::wait_for_input(double wait_s) {
  if (wait_s == 0) {
    glfwPollEvents();
  } else if (wait_s < 0) {
    glfwWaitEvents();
  } else {
    glfwWaitEventsTimeout(wait_s);
  }
  return std::exchange(event_, false) || !ImGui::GetCurrentContext()->InputEventsQueue.empty();
}

void Window::sleep(const WindowClient& client) {
  const double client_s = client.next_frame_in_s();
  bool input = wait_for_input(pace_.wait_s(client_s));
  while (!input) {
    const double rest_s = pace_.rest_s(glfwGetTime(), client_s, woken);
    if (rest_s <= 0) break;
    input = wait_for_input(rest_s);
  }
  if (woken.exchange(false)) pace_.note_wake();
  if (input) pace_.note_input(glfwGetTime());
}

void Window::wake() {
  woken = true;
  const std::lock_guard lock(open_mutex);
  if (window_is_open) glfwPostEmptyEvent();
}

bool display_answers() {
  // GLFW would also try a default display, and take a second to find that there is none.
  if (!display_is_named()) return false;
  glfwSetErrorCallback(nullptr);
  // Keeps the connection for the window: a server that resets when its last client disconnects
  // (such as Xvfb started by xvfb-run) would be unreachable for the next one.
  return connect_to_display();
}

}  // namespace lanescope
