// Drives the user interface without a screen: an ImGui context without back ends, a MainWindow in
// it, and a mouse and a keyboard controlled by the test. Widgets are found by the names under which
// they mark themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "imgui.h"

#include "app/shell/panes/trace_panes.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/tabs.h"

namespace lanescope {

class UiDriver final : public MarkSink {
 public:
  /// Without marks nothing can be found by name, and the driver itself allocates nothing during a
  /// frame. `proc` holds the processes that can be attached to, because tests must not contact real
  /// ones.
  explicit UiDriver(float width_px = 1600, float height_px = 900, std::string settings_path = {},
                    bool with_marks = true, std::string proc = {});
  /// `example` is the trace offered on the start page.
  struct Places {
    std::string settings, proc, example;
    std::string fonts = {};   // empty: the program's fonts
    bool shows_costs = true;  // show loading and drawing times, which vary between runs
    SystemOffers offers = {};
    bool tour = false;  // also the examples that the tour is about
  };
  UiDriver(const Places& places, float width_px, float height_px, bool with_marks = true);
  ~UiDriver() override;
  UiDriver(const UiDriver&) = delete;
  UiDriver& operator=(const UiDriver&) = delete;

  MainWindow& window() { return *window_; }
  Workspace& workspace() { return window_->workspace(); }
  void run(WorkspaceCommand command);
  [[nodiscard]] const std::optional<Notice>& notice() { return workspace().notices().shown(); }
  [[nodiscard]] std::vector<std::string_view> tabs() {
    const auto titles = tab_titles(workspace());
    return {titles.begin(), titles.end()};
  }
  [[nodiscard]] std::string_view shown_tab() { return lanescope::shown_tab(workspace()); }
  bool show_tab(std::string_view title) {
    return lanescope::show_tab(workspace(), window_->settings().panes, title);
  }
  /// The pane of the selected tab of the open trace.
  Pane& pane() { return open_pane(*workspace().trace()); }
  /// The view of the open trace, which must exist.
  TraceView& view() { return workspace().trace()->view; }

  /// Opens a file and draws until everything about it is on the screen.
  void open(const std::string& path);

  /// How often the font texture was rebuilt, and the largest number of pieces added to it in one
  /// frame.
  [[nodiscard]] int atlases() const { return atlases_; }
  [[nodiscard]] int most_pieces_in_frame() const { return texture_.most_in_frame; }

  /// Sets a callback that receives, after each frame, the CPU time of this thread in milliseconds.
  void each_frame(std::function<void(double cpu_ms)> reported) { reported_ = std::move(reported); }
  // Time advances only with frames.
  void frame();
  void frames(int count);
  /// Draws until nothing is loading, computing or moving; fails the test after ten seconds.
  void settle();
  /// Draws until `done` holds; false after ten seconds.
  bool frames_until(const std::function<bool()>& done);

  void move(ImVec2 at);
  void press(int button = ImGuiMouseButton_Left);
  void release(int button = ImGuiMouseButton_Left);
  void click(ImVec2 at, int button = ImGuiMouseButton_Left);
  void click(std::string_view mark);
  void double_click(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to, int button = ImGuiMouseButton_Left);
  void wheel(float notches);
  void modifier(ImGuiKey mod, bool down);
  void key(ImGuiKey key, int mods = 0);
  void type(std::string_view text);

  /// The rectangle of a mark in the last frame; fails the test if it was not drawn.
  Rect mark(std::string_view name);
  bool has_mark(std::string_view name) const;
  /// The names of all marks in the last frame.
  [[nodiscard]] std::vector<std::string> mark_names() const;
  /// The screen position of the middle of an event, which must be in view.
  ImVec2 place_of(EventId event);
  /// The first event of that name.
  EventId find(std::string_view name);

  void mark(std::string_view name, Rect rect) override;

 private:
  /// A stand-in, since there is no renderer.
  struct NoTexture final : FontTexture {
    void put(int, int, int width, int height, const std::uint8_t*) override {
      pixels += static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
      most_in_frame = std::max(most_in_frame, ++in_frame);
    }
    std::uint64_t pixels = 0;
    int in_frame = 0, most_in_frame = 0;  // pieces
  };

  NoTexture texture_;
  std::unique_ptr<MainWindow> window_;
  std::map<std::string, Rect, std::less<>> marks_, last_marks_;
  double now_s_ = 1;
  int atlases_ = 0;
  std::function<void(double)> reported_;
};

}  // namespace lanescope
