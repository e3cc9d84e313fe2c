// Iterates over rows that are made for each index, such as those of columns.
#pragma once

#include <cstddef>
#include <iterator>

namespace lanescope {

/// Yields `rows[i]`, by value. Refers to `rows`.
template <typename Rows, typename Row>
class IndexIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Row;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Row;

  IndexIterator(const Rows& rows, std::size_t i) : rows_(&rows), i_(i) {}
  Row operator*() const { return (*rows_)[i_]; }
  IndexIterator& operator++() {
    ++i_;
    return *this;
  }
  IndexIterator operator++(int) { return {*rows_, i_++}; }
  bool operator==(const IndexIterator& other) const { return i_ == other.i_; }

 private:
  const Rows* rows_;
  std::size_t i_;
};

}  // namespace lanescope
