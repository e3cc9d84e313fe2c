// The window on the screen: GLFW, OpenGL 3 and the back ends of Dear ImGui. It sleeps until
// something happens, so an idle window uses no CPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"

struct GLFWwindow;

namespace lanescope {

/// What is shown in the window. Called on the main thread only.
class WindowClient {
 public:
  virtual ~WindowClient() = default;

  /// Before a frame. `content_scale` is the monitor's, `density` the pixels of the framebuffer in a
  /// unit of the window. True when the font atlas was built anew.
  virtual bool prepare(float content_scale, float density) = 0;
  /// After each wait for events, also while nothing is drawn because the window is minimised.
  virtual void awake() {}
  /// Between ImGui's NewFrame and Render. `now_s` rises steadily.
  virtual void draw(double now_s) = 0;
  /// After a frame: seconds until the next one is wanted though nothing happens; 0 at once, below 0
  /// never.
  [[nodiscard]] virtual double next_frame_in_s() const = 0;
  /// Files were dropped on the window.
  virtual void drop(const std::vector<std::string>& paths) = 0;
  /// A letter key by where it lies on a US keyboard, whatever is printed on it.
  virtual void letter_key(char letter, bool down) = 0;
  /// Whether the frame that was drawn last is to be handed over.
  [[nodiscard]] virtual bool wants_pixels() const = 0;
  /// 8-bit RGB rows of the framebuffer, the top one first.
  virtual void take_pixels(int width_px, int height_px, std::vector<std::uint8_t> rgb) = 0;
  /// What stands in the title bar.
  [[nodiscard]] virtual const std::string& title() const = 0;
  /// Whoever works with the window, or the desktop, wants it closed: wants_close() says whether
  /// that is done.
  virtual void close_asked() = 0;
  /// Whether the program wants to end.
  [[nodiscard]] virtual bool wants_close() const = 0;
  /// The display is gone, and the process ends with this exit code: the last moment to save. Any
  /// thread.
  virtual int display_lost() { return EXIT_FAILURE; }
};

struct WindowSize {
  int width = 1600;
  int height = 900;
  bool maximized = false;
};

class Window {
 public:
  /// Opens the window and makes the ImGui context. One at a time; main thread.
  static Result<std::unique_ptr<Window>> open(const WindowSize& size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Draws until the client wants to end. Returns false when the display has gone before that.
  bool run(WindowClient& client);

  /// The size to open with next time.
  [[nodiscard]] WindowSize size() const { return size_; }

  /// Wakes a sleeping window for a new frame. Any thread; harmless when no window is open.
  static void wake();

 private:
  explicit Window(GLFWwindow* window) : window_(window) {}
  void install_callbacks();
  void note_close_request();
  void frame(WindowClient& client);
  void sleep(const WindowClient& client);

  GLFWwindow* window_;
  WindowClient* client_ = nullptr;
  WindowSize size_;
  std::string title_;
  int frames_due_ = 0;      // after an event ImGui needs a few frames to come to rest
  int close_requests_ = 0;  // since close_since_s_
  double close_since_s_ = 0;
};

/// True when an X or Wayland display is named by the environment and answers. Cost: one connection,
/// which stays for the window to come; opens no window. Main thread.
bool display_answers();

}  // namespace lanescope
