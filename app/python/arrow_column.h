// A column of a table as Arrow wants it: buffers in memory that somebody owns, which is the trace
// itself for what the store holds as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/column.h"

namespace lanescope {

struct ArrowBuffer {
  const void* data = nullptr;
  std::shared_ptr<const void> owner;  // keeps `data` alive
};

struct ArrowColumn {
  std::int64_t length = 0;
  std::int64_t nulls = 0;
  /// First the validity, which has no data if there are no nulls; then what the format has.
  std::vector<ArrowBuffer> buffers;
  std::vector<ArrowColumn> children;  // of a list
};

/// The formats that are used.
namespace arrow {
inline constexpr const char* kInt8 = "c";
inline constexpr const char* kInt16 = "s";
inline constexpr const char* kInt32 = "i";
inline constexpr const char* kInt64 = "l";
inline constexpr const char* kUint32 = "I";
inline constexpr const char* kUint64 = "L";
inline constexpr const char* kReal = "g";
inline constexpr const char* kBool = "b";
inline constexpr const char* kText = "u";
inline constexpr const char* kList = "+l";
inline constexpr const char* kStruct = "+s";
}  // namespace arrow

/// What a column is called and holds, the same in all batches.
struct ArrowField {
  std::string name;
  std::string format;
  bool nullable = false;
  std::vector<ArrowField> children = {};  // of a list
  /// The texts that the numbers of the column stand for; null: they are numbers.
  std::shared_ptr<const ArrowColumn> dictionary = {};
};

/// A buffer of its own.
template <typename T>
ArrowBuffer own_buffer(std::vector<T> values) {
  auto held = std::make_shared<const std::vector<T>>(std::move(values));
  return {held->data(), held};
}

/// Bits of `valid`, and how many are not set. Rows without a value must be marked by the caller.
class ArrowValidity {
 public:
  explicit ArrowValidity(std::size_t rows) : bits_((rows + 7) / 8, 0xFF) {}

  void set_null(std::size_t row) {
    bits_[row / 8] = static_cast<std::uint8_t>(bits_[row / 8] & ~(1U << (row % 8)));
    ++nulls_;
  }
  [[nodiscard]] std::int64_t nulls() const { return nulls_; }
  /// Without data if there are no nulls. Once.
  [[nodiscard]] ArrowBuffer buffer() { return nulls_ == 0 ? ArrowBuffer() : own_buffer(bits_); }

 private:
  std::vector<std::uint8_t> bits_;
  std::int64_t nulls_ = 0;
};

/// A column without nulls over memory that `owner` keeps alive: nothing is copied.
template <typename T>
ArrowColumn viewed_column(std::span<const T> values, std::shared_ptr<const void> owner) {
  return {static_cast<std::int64_t>(values.size()), 0, {{}, {values.data(), std::move(owner)}}, {}};
}

/// A column of its own without nulls.
template <typename T>
ArrowColumn own_column(std::vector<T> values) {
  const auto length = static_cast<std::int64_t>(values.size());
  return {length, 0, {{}, own_buffer(std::move(values))}, {}};
}

/// Marks the rows with this value as null.
template <typename T>
ArrowColumn with_null(ArrowColumn column, T null) {
  const T* values = static_cast<const T*>(column.buffers[1].data);
  const std::span<const T> all(values, static_cast<std::size_t>(column.length));
  if (std::ranges::find(all, null) == all.end()) return column;
  ArrowValidity valid(all.size());
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (all[row] == null) valid.set_null(row);
  }
  column.nulls = valid.nulls();
  column.buffers[0] = valid.buffer();
  return column;
}

/// The texts of a dictionary, or of a column without nulls.
ArrowColumn text_column(std::span<const std::string_view> texts);

}  // namespace lanescope
