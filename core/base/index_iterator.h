// Iterates over rows that are made for each index, such as those of columns.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace lanescope {

/// Yields `rows[i]`, by value. `Rows` is a view, which is copied, or a pointer to what owns the
/// rows.
template <typename Rows, typename Row>
class IndexIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Row;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Row;

  IndexIterator(Rows rows, std::size_t i) : rows_(std::move(rows)), i_(i) {}
  Row operator*() const {
    if constexpr (std::is_pointer_v<Rows>) {
      return (*rows_)[i_];
    } else {
      return rows_[i_];
    }
  }
  IndexIterator& operator++() {
    ++i_;
    return *this;
  }
  IndexIterator operator++(int) { return {rows_, i_++}; }
  bool operator==(const IndexIterator& other) const { return i_ == other.i_; }

 private:
  Rows rows_;
  std::size_t i_;
};

}  // namespace lanescope
