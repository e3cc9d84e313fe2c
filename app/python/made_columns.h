// Columns that the store does not hold as they are. They are made when they are read and live as
// long as somebody uses them; whoever reads them meanwhile gets the same memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "app/python/arrow_column.h"

namespace lanescope {

/// Of a batch: short, so that columns with one value for many rows share a short buffer, and long
/// enough that the arrays of a batch are small beside its rows.
inline constexpr std::uint32_t kMostBatchRows = 32'768;

/// Those of one table. Any thread.
class MadeColumns {
 public:
  /// Another reader's, or what `make` returns; others wait for it.
  ArrowColumn column(std::size_t batch, std::size_t field,
                     const std::function<ArrowColumn()>& make);

 private:
  struct Kept {
    ArrowColumn column;  // without owners of its buffers
    std::vector<std::weak_ptr<const void>> owners;
  };
  std::mutex mutex_;  // guards what follows
  std::map<std::pair<std::size_t, std::size_t>, Kept> kept_;
};

/// Buffers with the same number in each row, which all batches share. One thread.
class RepeatedNumbers {
 public:
  /// `format` is one that index_format() returns.
  ArrowColumn column(std::string_view format, std::int32_t value, std::int64_t rows);

 private:
  struct Kept {
    std::weak_ptr<const void> numbers;
    std::int64_t rows = 0;
  };
  std::map<std::pair<std::string_view, std::int32_t>, Kept> kept_;
};

/// Zeros, for columns of batches that have nothing there. Cost: no memory before it is written.
ArrowBuffer zero_buffer(std::size_t bytes);

/// The narrowest format of numbers below `count`: tables have millions of rows.
const char* index_format(std::size_t count);

/// Calls `work` with a number of the type that such a format stands for.
template <typename Work>
ArrowColumn with_index_type(std::string_view format, const Work& work) {
  if (format == arrow::kInt8) return work(std::int8_t{});
  if (format == arrow::kInt16) return work(std::int16_t{});
  return work(std::int32_t{});
}

}  // namespace lanescope
