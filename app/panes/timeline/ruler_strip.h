// The time ruler over lanes: ticks, the time under the mouse, the length of the selected range.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/widgets/draw/ui.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {

/// What a ruler shows besides its ticks.
struct RulerNotes {
  std::optional<TimeRange> range;  // selected
  std::optional<Ns> cursor_ns;     // under the mouse
  Rect kept_free = {};             // stands on the strip; empty: nothing does
};

/// UI thread only. Its ticks are made anew when what they depend on has changed.
class RulerStrip {
 public:
  /// Takes the view to be drawn. Labels count from `origin_ns`; without one there are no ticks, as
  /// there is no time on which anything happens.
  void refresh(const Ui& ui, const Viewport& viewport, std::optional<Ns> origin_ns);
  void draw(const Ui& ui, Rect strip, const RulerNotes& notes) const;
  /// The major ticks as lines behind the lanes.
  void draw_grid(const Ui& ui, Rect lanes) const;

 private:
  /// A box with words over the ruler; empty when there is nothing to say.
  struct Label {
    Rect box;
    std::string text;
    ImU32 fill = 0;
  };
  static Label make_label(const Ui& ui, Rect strip, double x_px, std::string text, ImU32 fill);
  [[nodiscard]] Label range_label(const Ui& ui, Rect strip, const RulerNotes& notes) const;
  [[nodiscard]] Label cursor_label(const Ui& ui, Rect strip, const RulerNotes& notes) const;
  /// Labels that would touch one of the boxes are left out.
  void draw_ticks(const Ui& ui, Rect strip, const std::array<Rect, 3>& taken) const;

  Ruler ruler_;
  Viewport viewport_;
  std::optional<Ns> origin_ns_;
};

}  // namespace lanescope
