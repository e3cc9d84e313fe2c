// The window on the screen: GLFW, OpenGL 3 and Dear ImGui's backends. It sleeps between events, so
// an idle window uses no CPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/platform/window_pace.h"
#include "core/base/result.h"

struct GLFWwindow;

namespace lanescope {

/// The content of the window. Called on the main thread only, except for display_lost().
class WindowClient {
 public:
  virtual ~WindowClient() = default;

  /// Called before a frame. `content_scale` is the monitor's; `density` is framebuffer pixels per
  /// window unit. Returns true if the font atlas was rebuilt.
  virtual bool prepare(float content_scale, float density) = 0;
  /// Called after each wait for events, even if nothing is drawn because the window is minimized.
  virtual void awake() {}
  /// Called between ImGui's NewFrame and Render. `now_s` increases monotonically.
  virtual void draw(double now_s) = 0;
  /// Called after a frame: seconds until the next frame is needed without any event; 0: at once,
  /// negative: never.
  [[nodiscard]] virtual double next_frame_in_s() const = 0;
  /// Files were dropped on the window.
  virtual void drop(const std::vector<std::string>& paths) = 0;
  /// A letter key by its position on a US keyboard, regardless of the layout.
  virtual void letter_key(char letter, bool down) = 0;
  /// Whether take_pixels() should get the last frame.
  [[nodiscard]] virtual bool wants_pixels() const = 0;
  /// 8-bit RGB rows of the framebuffer, top row first.
  virtual void take_pixels(int width_px, int height_px, std::vector<std::uint8_t> rgb) = 0;
  /// The text for the title bar.
  [[nodiscard]] virtual const std::string& title() const = 0;
  /// The user or the desktop requests that the window close; wants_close() says whether it does.
  virtual void close_asked() = 0;
  /// Whether the program should end.
  [[nodiscard]] virtual bool wants_close() const = 0;
  /// The display connection is lost, and the process exits with the returned code. The last chance
  /// to save. Any thread.
  virtual int display_lost() { return EXIT_FAILURE; }
};

struct WindowSize {
  int width = 1600;
  int height = 900;
  bool maximized = false;
};

class Window {
 public:
  /// Opens the window and creates the ImGui context. One at a time; main thread.
  static Result<std::unique_ptr<Window>> open(const WindowSize& size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Draws until the client wants to end. Returns false if the display connection was lost before.
  bool run(WindowClient& client);

  /// The size to restore the next time.
  [[nodiscard]] WindowSize size() const { return size_; }

  /// The versions of OpenGL and GLFW, and the graphics driver: "OpenGL 4.5 …, of Mesa; GLFW 3.3.8".
  [[nodiscard]] const std::string& graphics() const { return graphics_; }

  /// Wakes a sleeping window for a new frame. Any thread; does nothing if no window is open.
  static void wake();

 private:
  explicit Window(GLFWwindow* window) : window_(window) {}
  void install_callbacks();
  void note_close_request();
  void frame(WindowClient& client);
  void sleep(const WindowClient& client);
  bool wait_for_input(double wait_s);

  GLFWwindow* window_;
  WindowClient* client_ = nullptr;
  WindowSize size_;
  std::string title_, graphics_;
  WindowPace pace_;
  bool event_ = false;      // one that Dear ImGui is not told of
  int close_requests_ = 0;  // since close_since_s_
  double close_since_s_ = 0;
};

/// True if the environment names an X or Wayland display and it responds. Opens no window. Cost:
/// one connection, which is kept for the window. Main thread.
bool display_answers();

}  // namespace lanescope
