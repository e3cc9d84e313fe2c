// Reads numbers from a pickle's bytes, front to back.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.h"

namespace lanescope {

/// Reading beyond the end returns 0 and sets failed().
class PickleBytes {
 public:
  explicit PickleBytes(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool failed() const { return failed_; }

  /// Skips `size` bytes and returns their offset.
  std::size_t skip(std::uint64_t size) {
    const std::size_t begin = at_;
    if (failed_ || bytes_.size() - at_ < size) {
      failed_ = true;
    } else {
      at_ += static_cast<std::size_t>(size);
    }
    return begin;
  }

  /// Little-endian, unsigned.
  std::uint64_t number(std::size_t size) {
    const std::size_t begin = skip(size);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size && !failed_; ++i) {
      value |= std::uint64_t{byte(begin + i)} << (8 * i);
    }
    return value;
  }

  /// Two's complement of any length, clamped to int64.
  std::int64_t long_integer(std::uint64_t size) {
    const std::size_t begin = skip(size);
    if (failed_ || size == 0) return 0;
    const bool negative = (byte(at_ - 1) & 0x80U) != 0;
    const std::int64_t limit = negative ? INT64_MIN : INT64_MAX;
    std::uint64_t value = negative ? UINT64_MAX : 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t part = byte(begin + i);
      if (i >= 8 && part != (negative ? 0xFFU : 0U)) return limit;
      if (i < 8) value = (value & ~(std::uint64_t{0xFF} << (8 * i))) | part << (8 * i);
    }
    const auto result = static_cast<std::int64_t>(value);
    return (result < 0) == negative ? result : limit;
  }

  /// A big-endian double, truncated and clamped to int64.
  std::int64_t whole_part() {
    const std::size_t begin = skip(8);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < 8 && !failed_; ++i) bits = bits << 8U | byte(begin + i);
    const auto value = std::bit_cast<double>(bits);
    if (std::isnan(value)) return 0;
    if (value >= 0x1p63) return INT64_MAX;
    return value < -0x1p63 ? INT64_MIN : static_cast<std::int64_t>(value);
  }

 private:
  [[nodiscard]] unsigned char byte(std::size_t at) const {
    LANESCOPE_SLOW_CHECK(at < at_ && at_ <= bytes_.size(), "a byte that was passed, not {} of {}",
                         at, at_);
    return static_cast<unsigned char>(bytes_[at]);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace lanescope
