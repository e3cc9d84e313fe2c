// Names cut to the room there is.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lanescope {

/// How much of a text fits.
struct FittedLabel {
  std::string_view text;  // what to draw; empty when not even three letters and an ellipsis fit
  bool ellipsis = false;  // draw "…" after it
  float width_px = 0;     // with the ellipsis

  [[nodiscard]] std::string shown() const { return std::string(text) + (ellipsis ? "…" : ""); }
};

/// Cuts labels without measuring whole strings again and again: it knows the advance of every
/// character.
class LabelFitter {
 public:
  /// `advance_px` gives the advance of a code point in the font that labels are drawn with.
  explicit LabelFitter(const std::function<float(char32_t)>& advance_px);

  /// The longest head of `text` that fits into `width_px`, cut at a character, never inside one.
  /// Cost: O(result).
  [[nodiscard]] FittedLabel fit(std::string_view text, float width_px) const;
  [[nodiscard]] float width_px(std::string_view text) const;

 private:
  [[nodiscard]] float advance(std::string_view text, std::size_t at, std::size_t& next) const;

  std::array<float, 128> ascii_{};
  std::function<float(char32_t)> other_;
  float ellipsis_px_ = 0;
};

}  // namespace lanescope
