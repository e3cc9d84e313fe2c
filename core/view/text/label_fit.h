// Truncates names to the available width.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lanescope {

/// The part of a text that fits.
struct FittedLabel {
  std::string_view text;  // what to draw; empty if not even three letters and an ellipsis fit
  bool ellipsis = false;  // draw "…" after it
  float width_px = 0;     // including the ellipsis

  [[nodiscard]] std::string shown() const { return std::string(text) + (ellipsis ? "…" : ""); }
};

/// Truncates labels without measuring entire strings repeatedly, because it knows the advance of
/// every character.
class LabelFitter {
 public:
  /// `advance_px` returns the advance of a code point in the label font.
  explicit LabelFitter(const std::function<float(char32_t)>& advance_px);

  /// The longest prefix of `text` that fits in `width_px`, never cut inside a character. Cost:
  /// O(result).
  [[nodiscard]] FittedLabel fit(std::string_view text, float width_px) const;
  [[nodiscard]] float width_px(std::string_view text) const;

 private:
  [[nodiscard]] float advance(std::string_view text, std::size_t at, std::size_t& next) const;

  std::array<float, 128> ascii_{};
  std::function<float(char32_t)> other_;
  float ellipsis_px_ = 0;
};

}  // namespace lanescope
