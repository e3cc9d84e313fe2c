// A logarithmic axis: converts values to shares of its length and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// A power of ten with the unit's prefix: "10 µs" for 1e-5 and "s", "1 TFLOP/s"; without a unit
/// "1,000", "0.01".
std::string format_decade(double value, std::string_view unit);

class LogAxis {
 public:
  LogAxis() = default;
  /// Rounds outward to powers of ten, at least one decade. Values that are not positive count as 1.
  LogAxis(double low, double high);

  /// 0 at the low end, 1 at the high end; values outside are clamped.
  [[nodiscard]] double share(double value) const;
  [[nodiscard]] double value_at(double share) const;
  /// The powers of ten from end to end; at most `most`, evenly spaced.
  [[nodiscard]] std::vector<double> decades(int most = 8) const;

 private:
  int low_ = 0, high_ = 1;  // exponents
};

}  // namespace lanescope
