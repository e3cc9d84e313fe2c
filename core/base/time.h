// Time is int64 nanoseconds everywhere; doubles appear only between viewport and pixel.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

using Ns = std::int64_t;

inline constexpr Ns kMaxNs = std::numeric_limits<Ns>::max();
inline constexpr Ns kMinNs = std::numeric_limits<Ns>::min();
/// Events further from 0 than this (146 years) are dropped by readers and reported, so no
/// difference between two stored times overflows.
inline constexpr Ns kLargestTime = kMaxNs / 2;

/// Half-open interval [begin_ns, end_ns). Empty when end_ns <= begin_ns.
struct TimeRange {
  Ns begin_ns = 0;
  Ns end_ns = 0;

  [[nodiscard]] constexpr bool empty() const { return end_ns <= begin_ns; }
  [[nodiscard]] constexpr Ns length_ns() const { return empty() ? 0 : end_ns - begin_ns; }
  [[nodiscard]] constexpr bool contains(Ns t) const { return t >= begin_ns && t < end_ns; }
  [[nodiscard]] constexpr bool overlaps(const TimeRange& o) const {
    return begin_ns < o.end_ns && o.begin_ns < end_ns;
  }
  /// Extends the range to include `more`. {kMaxNs, kMinNs} is empty.
  constexpr void include(const TimeRange& more) {
    begin_ns = more.begin_ns < begin_ns ? more.begin_ns : begin_ns;
    end_ns = more.end_ns > end_ns ? more.end_ns : end_ns;
  }
  friend constexpr bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// a + b, clamped to the limits of int64 instead of wrapping: a trace may contain any number.
constexpr Ns saturating_add(Ns a, Ns b) {
  Ns sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? kMaxNs : kMinNs;
}

constexpr Ns saturating_sub(Ns a, Ns b) {
  Ns difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? kMaxNs : kMinNs;
}

/// Converts decimal text in microseconds (Trace Event Format) to integer nanoseconds, exactly: the
/// 4th decimal rounds half away from zero, exponents are supported, values beyond int64 saturate.
/// Surrounding spaces are allowed; anything else that is not a number gives nullopt. Cost: one
/// pass, no allocation.
std::optional<Ns> parse_microseconds(std::string_view text);

/// A duration with an adaptive unit and four significant digits: "412.3 µs", "1.840 ms", "0 ns".
std::string format_duration(Ns ns);

/// The exact number with digits grouped by spaces: "564 318 402 ns".
std::string format_exact_ns(Ns ns);

/// Sizes in powers of 1024 with four significant digits: "41.20 GiB", "512 B"; negative sizes keep
/// their sign.
std::string format_bytes(std::int64_t bytes);

/// An integer with thousands separators: "1,204".
std::string format_count(std::int64_t count);

}  // namespace lanescope
