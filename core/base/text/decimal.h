// Decimal numbers as texts spell them: std::from_chars, which not every C++ library has for them.
#pragma once

#include <charconv>

namespace lanescope {

/// As std::from_chars, for a double.
std::from_chars_result read_decimal(const char* first, const char* last, double& value,
                                    std::chars_format form = std::chars_format::general);

/// The same by strtod, which every C library has; some times slower.
std::from_chars_result read_decimal_by_strtod(const char* first, const char* last, double& value,
                                              std::chars_format form = std::chars_format::general);

}  // namespace lanescope
