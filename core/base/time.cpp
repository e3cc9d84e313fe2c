#include "core/base/time.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"
#include "core/base/text/minus.h"

namespace lanescope {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The value of up to 18 digits; more would not fit and are handled by scaled_decimal.
std::int64_t small_number(std::string_view digits) {
  std::int64_t value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return value;
}

struct Decimal {
  std::string_view integer, fraction;
  std::int64_t exponent = 0;
  bool negative = false;
};

std::optional<Decimal> split_decimal(std::string_view text) {
  Decimal d;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    d.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  std::size_t i = 0;
  while (i < text.size() && is_digit(text[i])) ++i;
  d.integer = text.substr(0, i);
  if (i < text.size() && text[i] == '.') {
    const std::size_t begin = ++i;
    while (i < text.size() && is_digit(text[i])) ++i;
    d.fraction = text.substr(begin, i - begin);
  }
  if (d.integer.empty() && d.fraction.empty()) return std::nullopt;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    const bool down = i < text.size() && text[i] == '-';
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    const std::size_t begin = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    if (i == begin) return std::nullopt;
    d.exponent = i - begin > 6 ? 999'999 : small_number(text.substr(begin, i - begin));
    if (down) d.exponent = -d.exponent;
  }
  if (i != text.size()) return std::nullopt;
  return d;
}

/// The general case: digits are processed one by one, so that any overflow is noticed.
Ns scaled_decimal(const Decimal& d) {
  const auto digit_at = [&](std::int64_t i) {
    const auto whole = static_cast<std::int64_t>(d.integer.size());
    if (i < whole) return d.integer[static_cast<std::size_t>(i)] - '0';
    const auto f = static_cast<std::size_t>(i - whole);
    return f < d.fraction.size() ? d.fraction[f] - '0' : 0;
  };
  const std::int64_t kept =
      static_cast<std::int64_t>(d.integer.size()) + d.exponent + 3;  // digits that are whole ns
  const auto digits = static_cast<std::int64_t>(d.integer.size() + d.fraction.size());
  Ns value = 0;
  bool overflow = false;
  for (std::int64_t i = 0; i < kept && !overflow; ++i) {
    if (i >= digits && value == 0) break;
    overflow = __builtin_mul_overflow(value, Ns{10}, &value) ||
               __builtin_add_overflow(value, Ns{digit_at(i)}, &value);
  }
  if (!overflow && kept >= 0 && digit_at(kept) >= 5)
    overflow = __builtin_add_overflow(value, Ns{1}, &value);
  if (overflow) return d.negative ? kMinNs : kMaxNs;
  return d.negative ? -value : value;
}

struct Unit {
  double ns;
  const char* name;
};

std::string four_digits(double value, const char* unit) {
  const double magnitude = std::fabs(value);
  const int decimals = magnitude >= 999.95   ? 0
                       : magnitude >= 99.995 ? 1
                       : magnitude >= 9.9995 ? 2
                                             : 3;
  return fmt::format("{}{:.{}f} {}", value < 0 ? kMinus : "", magnitude, decimals, unit);
}

std::string grouped(std::int64_t number, char separator) {
  std::string digits = std::to_string(number);
  std::string text = number < 0 ? kMinus : "";
  if (number < 0) digits.erase(0, 1);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += separator;
    text += digits[i];
  }
  return text;
}

}  // namespace

std::optional<Ns> parse_microseconds(std::string_view text) {
  // The common cases first: "12345" and "12345.678", with up to 15 digits before the point, or the
  // 16 of present Unix times in microseconds, which begin with a 1.
  if (text.size() <= 20) {
    std::size_t i = 0;
    Ns value = 0;
    for (; i < text.size() && i < (text[0] == '1' ? 16U : 15U) && is_digit(text[i]); ++i)
      value = value * 10 + (text[i] - '0');
    if (i > 0 && i == text.size()) return value * 1000;
    if (i > 0 && text[i] == '.' && text.size() - i == 4 && is_digit(text[i + 1]) &&
        is_digit(text[i + 2]) && is_digit(text[i + 3])) {
      return value * 1000 + small_number(text.substr(i + 1, 3));
    }
  }
  const auto decimal = split_decimal(trim(text));
  if (!decimal) return std::nullopt;
  return scaled_decimal(*decimal);
}

std::string format_duration(Ns ns) {
  static constexpr std::array<Unit, 6> kUnits = {Unit{1, "ns"},     Unit{1e3, "µs"},
                                                 Unit{1e6, "ms"},   Unit{1e9, "s"},
                                                 Unit{60e9, "min"}, Unit{3600e9, "h"}};
  const double magnitude = std::fabs(static_cast<double>(ns));
  if (magnitude < 1e3) return grouped(ns, ',') + " ns";
  std::size_t unit = 1;
  while (unit + 1 < kUnits.size() && magnitude >= (unit >= 3 ? 2.0 : 0.99995) * kUnits[unit + 1].ns)
    ++unit;
  return four_digits(static_cast<double>(ns) / kUnits[unit].ns, kUnits[unit].name);
}

std::string format_count(std::int64_t count) {
  return grouped(count, ',');
}

std::string format_exact_ns(Ns ns) {
  return grouped(ns, ' ') + " ns";
}

std::string format_bytes(std::int64_t bytes) {
  static constexpr std::array<const char*, 6> kNames = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  const double magnitude = std::fabs(static_cast<double>(bytes));
  if (magnitude < 1024) return fmt::format("{}{:.0f} B", bytes < 0 ? kMinus : "", magnitude);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (unit + 1 < kNames.size() && std::fabs(value) >= 1023.95) {
    value /= 1024;
    ++unit;
  }
  return four_digits(value, kNames[unit]);
}

}  // namespace lanescope
