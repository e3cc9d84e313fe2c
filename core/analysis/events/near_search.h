// A binary search that is fast if what is looked for is near what was found before.
#pragma once

#include <algorithm>
#include <cstddef>

namespace lanescope {

/// How many of `size` items `holds(i)` is true for, where it is true for all items before the first
/// for which it is not. Cost: log of the distance from `near`, another such number.
template <typename Holds>
std::size_t count_near(std::size_t size, std::size_t near, const Holds& holds) {
  // Steps that double, then a search within the last one.
  std::size_t first = std::min(near, size), last = first;  // the number is between these
  if (first < size && holds(first)) {
    std::size_t step = 1;
    for (last = ++first; last < size && holds(last); step *= 2) {
      first = last + 1;
      last = std::min(size, first + step);
    }
  } else {
    std::size_t step = 1;
    for (; first > 0 && !holds(first - 1); step *= 2) {
      last = first - 1;
      first -= std::min(first, step);
    }
  }
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (holds(middle)) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

}  // namespace lanescope
