// A fixed-size array whose memory is not touched before it is written: zeroing the columns of a
// gigabyte trace first would touch every page twice.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "core/base/check.h"

namespace lanescope {

// Memory for long arrays. From 2 MiB on it uses huge pages if the system supports them: otherwise
// filling the columns of a gigabyte trace takes hundreds of thousands of page faults, a quarter of
// the load time.

/// Uninitialized, aligned for any plain type; throws std::bad_alloc. Freed by FreeMemory.
void* allocate_memory(std::size_t bytes);

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

template <typename T>
class Column {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  static_assert(alignof(T) <= alignof(std::max_align_t));

 public:
  Column() = default;
  /// `size` elements with indeterminate values, also where T has initial ones: nothing is run for
  /// them, since plain types begin to exist with their memory. The writer fills each of them once.
  explicit Column(std::size_t size)
      : data_(static_cast<T*>(allocate_memory(size * sizeof(T)))), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) {
    LANESCOPE_SLOW_CHECK(i < size_, "element {} of {}", i, size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    LANESCOPE_SLOW_CHECK(i < size_, "element {} of {}", i, size_);
    return data_[i];
  }
  [[nodiscard]] std::span<const T> span() const { return {data_.get(), size_}; }
  [[nodiscard]] std::span<T> span() { return {data_.get(), size_}; }
  [[nodiscard]] const T* begin() const { return data_.get(); }
  [[nodiscard]] const T* end() const { return data_.get() + size_; }
  [[nodiscard]] std::size_t memory_bytes() const { return size_ * sizeof(T); }

 private:
  std::unique_ptr<T[], FreeMemory> data_;
  std::size_t size_ = 0;
};

/// Creates columns of `size` rows each.
template <typename... T>
void make_columns(std::size_t size, Column<T>&... columns) {
  ((columns = Column<T>(size)), ...);
}

}  // namespace lanescope
