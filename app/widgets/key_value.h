// Rows of facts: what it is at the left, dim; the value at the right, in the monospaced face.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Lays rows one under the other in a column.
class FactColumn {
 public:
  FactColumn(const Ui& ui, Rect column)
      : ui_(&ui), x0_(column.x0), x1_(column.x1), y_(column.y0), top_(column.y0) {}

  /// `reserved_px` stay free at the right. Resting on it shows `whole`, clicking copies that.
  void title(std::string_view text, std::string_view whole, float reserved_px = 0);
  void subtitle(std::string_view text);
  /// A small capital head over a line.
  void section(std::string_view text);
  /// Clicking copies `exact` (or the value when that is empty); resting on the row shows it.
  void fact(std::string_view key, std::string_view value, std::string_view exact);
  /// Code; wraps. Clicking copies `exact`, or the text when that is empty.
  void code(std::string_view text, std::string_view exact, bool faint = false);
  /// True when the link was clicked. `value` explains at the right.
  bool link(std::string_view id, std::string_view text, std::string_view value, bool faint);
  /// A name at the left, a place (file and line) at the right; tells which of them was clicked.
  enum class FrameClick : std::uint8_t { None, Name, Place };
  FrameClick frame(std::string_view name, std::string_view place, bool faint);
  /// Links one after the other with "›" between them, on as many lines as they need.
  void path_begin();
  bool path_part(std::string_view text);
  void path_end();
  void note(std::string_view text);
  /// Bright text without a key; wraps.
  void text(std::string_view text);
  void space(float px) { y_ += ui_->px(px); }
  /// Room for a drawing of that height.
  Rect room(float height_px);

  [[nodiscard]] float height() const { return y_ - top_; }

 private:
  Rect row(float height_px);
  Press pressed(std::string_view id, Rect rect);
  void underline(float x0, float x1, float text_y, ImU32 color);
  void copy_on_click(std::string_view id, Rect rect, std::string_view whole, const Face& face,
                     bool hint);
  [[nodiscard]] float width() const { return x1_ - x0_; }

  const Ui* ui_;
  float x0_, x1_, y_, top_;
  float path_x_ = 0;
  int rows_ = 0;
};

}  // namespace lanescope
