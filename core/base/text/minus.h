// The sign of negative numbers in text that people read: "−1.5", as wide as a plus. Files, JSON,
// CSV and what is copied as a number keep the "-" that programs read.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

inline constexpr const char* kMinus = "\u2212";

/// A number as fmt writes it, with that sign: "-1.5e-07" becomes "−1.5e−07".
std::string with_minus(std::string_view number);

}  // namespace lanescope
