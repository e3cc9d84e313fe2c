// The menus of a flame graph: of a frame, of the threads, and what is copied for other programs.
#pragma once

#include <string>
#include <string_view>

#include "app/panes/flame/bar.h"
#include "app/panes/flame/canvas.h"
#include "app/panes/flame/state.h"

namespace lanescope {

/// The graph that is shown as a file of another program; nothing before there is one.
std::optional<PaneFile> flame_file(const TraceView& view, const FlameState& state,
                                   FileFormat format);

class FlameMenu {
 public:
  explicit FlameMenu(const std::function<void()>& wake) : texts_(wake) {}

  /// The frame's menu, where the mouse is.
  void open_for(const FlameScene& scene, FlameSpot spot);
  /// Draws what is open, and puts a text that has become ready on the clipboard.
  void draw(const PaneFrame& frame, FlameState& state, const FlameBarEvents& bar);

  /// "Zoom to it" was chosen, once.
  bool take_zoom() { return std::exchange(zoom_, false); }
  [[nodiscard]] FlameSpot spot() const { return spot_; }
  [[nodiscard]] bool busy() const { return asked_.number != 0; }
  /// "Copied 1.204 MiB"; empty after something else was done.
  [[nodiscard]] std::string_view news() const { return news_; }

 private:
  struct Request {
    int number = 0;  // 0: none
    FlameFormat format = FlameFormat::Collapsed;
    friend bool operator==(const Request&, const Request&) = default;
  };

  void draw_frame_menu(const PaneFrame& frame, FlameState& state);
  void draw_thread_menu(const PaneFrame& frame, FlameState& state) const;
  static void draw_when_menu(const PaneFrame& frame, FlameState& state);
  void draw_copy_menu(const PaneFrame& frame);
  void copy(const PaneFrame& frame, const FlameState& state);

  FlameSpot spot_;
  StringId name_ = StringId::Empty;
  bool is_event_ = false;
  std::string label_, stack_;  // of the frame the menu is about
  bool zoom_ = false;
  Request asked_;
  int requests_ = 0;
  std::string news_;
  Background<Request, std::string> texts_;
};

}  // namespace lanescope
