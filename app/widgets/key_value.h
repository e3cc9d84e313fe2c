// Rows of facts: the key on the left, dim; the value on the right, monospaced.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Lays out rows below each other in a column.
class FactColumn {
 public:
  FactColumn(const Ui& ui, Rect column)
      : ui_(&ui), x0_(column.x0), x1_(column.x1), y_(column.y0), top_(column.y0) {}

  /// Leaves `reserved_px` free on the right. Hovering shows `whole`, clicking copies it.
  void title(std::string_view text, std::string_view whole, float reserved_px = 0);
  void subtitle(std::string_view text);
  /// A small heading in capitals above a line.
  void section(std::string_view text);
  /// Clicking copies `exact`, or the value if that is empty; hovering shows it, below `help`.
  void fact(std::string_view key, std::string_view value, std::string_view exact,
            std::string_view help = {});
  /// Code; wraps. Clicking copies `exact`, or the text if that is empty.
  void code(std::string_view text, std::string_view exact, bool faint = false);
  /// True if the link was clicked. `value` is shown on the right. The word at byte `differs_at` of
  /// the text stays visible if it is cut; 0: none has to.
  bool link(std::string_view id, std::string_view text, std::string_view value, bool faint,
            std::size_t differs_at = 0);
  /// A name on the left, a place (file and line) on the right. Returns which one was clicked.
  enum class FrameClick : std::uint8_t { None, Name, Place };
  FrameClick frame(std::string_view name, std::string_view place, bool faint);
  /// Links separated by "›", on as many lines as needed.
  void path_begin();
  bool path_part(std::string_view text);
  void path_end();
  void note(std::string_view text);
  /// Bright text without a key; wraps.
  void text(std::string_view text);
  void space(float px) { y_ += ui_->px(px); }
  /// Reserves space for a drawing of that height.
  Rect room(float height_px);

  [[nodiscard]] float height() const { return y_ - top_; }
  [[nodiscard]] float width() const { return x1_ - x0_; }

 private:
  Rect row(float height_px);
  Press pressed(std::string_view id, Rect rect);
  void underline(float x0, float x1, float text_y, ImU32 color);
  void copy_on_click(std::string_view id, Rect rect, std::string_view whole, const Face& face,
                     bool hint);

  const Ui* ui_;
  float x0_, x1_, y_, top_;
  float path_x_ = 0;
  int rows_ = 0;
};

}  // namespace lanescope
