// SVG as text: shapes and words, escaping whatever the words contain.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/view/colors/oklab.h"
#include "core/view/text/label_fit.h"

namespace lanescope {

/// Appends text for the inside of an element or attribute. Markup is escaped; control characters
/// except line feeds, characters that change the text direction, and invalid UTF-8 become U+FFFD.
void append_svg_text(std::string_view text, std::string& out);

/// `over` on top of `under` with an opacity of `share` (0 … 1).
Rgb blended(Rgb under, Rgb over, double share);

/// Measures text in Inter, so text that fits here also fits in any narrower font.
LabelFitter svg_labels(float size_px);

struct SvgBox {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// Builds one document. Beyond kLargestBytes, shapes and words are dropped.
class SvgWriter {
 public:
  static constexpr std::size_t kLargestBytes = 32U << 20;

  [[nodiscard]] bool full() const { return text_.size() >= kLargestBytes; }

  /// Our own markup, inserted unescaped and regardless of size.
  void raw(std::string_view markup);
  /// `hint` is the tooltip and may be empty. `rounding_px` is the radius of the corners.
  void box(SvgBox box, Rgb fill, float rounding_px = 0, std::string_view hint = {});
  /// `kind` is a style sheet class; `y` is the baseline.
  void words(float x, float y, std::string_view kind, Rgb color, std::string_view text);
  /// `look` contains our own attributes, such as "fill=\"#ffffff\"".
  void path(std::string_view data, std::string_view look);

  /// Returns the document so far and clears it.
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

 private:
  std::string text_;
};

/// "#1a2b3c".
std::string hex(Rgb color);

}  // namespace lanescope
