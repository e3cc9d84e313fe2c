// A fixed-size array whose memory is not touched before it is written: zeroing columns of a
// gigabyte trace first would fault in every page twice.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace lanescope {

template <typename T>
class Column {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Column() = default;
  /// `size` elements with indeterminate values; the writer fills each of them once.
  explicit Column(std::size_t size)
      : data_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] std::span<const T> span() const { return {data_.get(), size_}; }
  [[nodiscard]] std::span<T> span() { return {data_.get(), size_}; }
  [[nodiscard]] const T* begin() const { return data_.get(); }
  [[nodiscard]] const T* end() const { return data_.get() + size_; }
  [[nodiscard]] std::size_t memory_bytes() const { return size_ * sizeof(T); }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0;
};

}  // namespace lanescope
