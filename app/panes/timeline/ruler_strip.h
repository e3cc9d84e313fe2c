// The time ruler above lanes: ticks, the time under the mouse, the length of the selected range.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/widgets/draw/ui.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {

/// What a ruler shows besides its ticks.
struct RulerNotes {
  std::optional<TimeRange> range;  // the selected range
  std::optional<Ns> cursor_ns;     // the time under the mouse
  Rect kept_free = {};             // area used by something else; may be empty
};

/// UI thread only. Ticks are recomputed when their input changes.
class RulerStrip {
 public:
  /// Sets the view to draw. Labels count from `origin_ns`; without one, there are no ticks, because
  /// nothing happens at any time.
  void refresh(const Ui& ui, const Viewport& viewport, std::optional<Ns> origin_ns);
  void draw(const Ui& ui, Rect strip, const RulerNotes& notes) const;
  /// Draws the major ticks as lines behind the lanes.
  void draw_grid(const Ui& ui, Rect lanes) const;

 private:
  /// A box with text on the ruler; empty if there is no text.
  struct Label {
    Rect box;
    std::string text;
    ImU32 fill = 0;
  };
  static Label make_label(const Ui& ui, Rect strip, double x_px, std::string text, ImU32 fill);
  [[nodiscard]] Label range_label(const Ui& ui, Rect strip, const RulerNotes& notes) const;
  [[nodiscard]] Label cursor_label(const Ui& ui, Rect strip, const RulerNotes& notes) const;
  /// Omits labels that would touch one of the boxes.
  void draw_ticks(const Ui& ui, Rect strip, const std::array<Rect, 3>& taken) const;

  Ruler ruler_;
  Viewport viewport_;
  std::optional<Ns> origin_ns_;
};

}  // namespace lanescope
