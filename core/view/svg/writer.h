// SVG as text: shapes and words, whatever the words contain.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/view/colors/oklab.h"
#include "core/view/text/label_fit.h"

namespace lanescope {

/// Appends text for the inside of an element or an attribute: markup is escaped; control
/// characters, what turns the direction of writing, and bytes that are no UTF-8 become U+FFFD,
/// which XML allows.
void append_svg_text(std::string_view text, std::string& out);

/// `over` laid on `under`, covering a share of it (0 … 1).
Rgb blended(Rgb under, Rgb over, double share);

/// Widths of Inter, so that what fits here fits where that or a narrower font is shown.
LabelFitter svg_labels(float size_px);

struct SvgBox {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// Collects one document. Past kLargestBytes no more shapes and words are taken.
class SvgWriter {
 public:
  static constexpr std::size_t kLargestBytes = 32U << 20;

  [[nodiscard]] bool full() const { return text_.size() >= kLargestBytes; }

  /// Markup of our own, taken as it is and always.
  void raw(std::string_view markup);
  /// `hint` is shown where the mouse rests; may be empty. `rounding_px` of its corners.
  void box(SvgBox box, Rgb fill, float rounding_px = 0, std::string_view hint = {});
  /// `kind` is a class of the style sheet; the baseline is at `y`.
  void words(float x, float y, std::string_view kind, Rgb color, std::string_view text);
  /// `look` is attributes of our own, "fill=\"#ffffff\"".
  void path(std::string_view data, std::string_view look);

  /// The document so far; nothing is left here.
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

 private:
  std::string text_;
};

/// "#1a2b3c".
std::string hex(Rgb color);

}  // namespace lanescope
