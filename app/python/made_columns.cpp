#include "app/python/made_columns.h"

#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <string>

namespace lanescope {
namespace {

/// The column, if each of its buffers still has an owner.
std::optional<ArrowColumn> revived(ArrowColumn column,
                                   const std::vector<std::weak_ptr<const void>>& owners) {
  for (std::size_t i = 0; i < owners.size(); ++i) {
    ArrowBuffer& buffer = column.buffers[i];
    buffer.owner = owners[i].lock();
    if (buffer.data != nullptr && buffer.owner == nullptr) return std::nullopt;
  }
  return column;
}

}  // namespace

ArrowColumn MadeColumns::column(std::size_t batch, std::size_t field,
                                const std::function<ArrowColumn()>& make) {
  const std::lock_guard lock(mutex_);
  Kept& kept = kept_[{batch, field}];
  if (!kept.owners.empty()) {
    if (auto column = revived(kept.column, kept.owners)) return *std::move(column);
  }
  ArrowColumn column = make();
  kept = {column, {}};
  for (ArrowBuffer& buffer : kept.column.buffers) {
    kept.owners.emplace_back(buffer.owner);
    buffer.owner.reset();
  }
  return column;
}

ArrowColumn RepeatedNumbers::column(std::string_view format, std::int32_t value,
                                    std::int64_t rows) {
  Kept& kept = kept_[{format, value}];
  return with_index_type(format, [&]<typename Number>(Number) {
    using Numbers = std::vector<Number>;
    auto numbers = std::static_pointer_cast<const Numbers>(kept.numbers.lock());
    if (numbers == nullptr || kept.rows < rows) {
      numbers = std::make_shared<const Numbers>(static_cast<std::size_t>(rows),
                                                static_cast<Number>(value));
      kept = {numbers, rows};
    }
    const std::span<const Number> all(*numbers);
    return viewed_column(all.first(static_cast<std::size_t>(rows)), numbers);
  });
}

ArrowBuffer zero_buffer(std::size_t bytes) {
  void* zeros = std::calloc(bytes, 1);  // unlike a vector's, its pages are not touched
  if (zeros == nullptr) throw std::bad_alloc();
  return {zeros, std::shared_ptr<const void>(zeros, &std::free)};
}

const char* index_format(std::size_t count) {
  if (count <= std::numeric_limits<std::int8_t>::max()) return arrow::kInt8;
  if (count <= std::numeric_limits<std::int16_t>::max()) return arrow::kInt16;
  return arrow::kInt32;
}

}  // namespace lanescope
