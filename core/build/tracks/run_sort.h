// Stable sort for rows in the order in which profilers write them: mostly sorted, a few sequences
// one after the other (operators, then Python frames, then runtime calls of a thread), and parents
// after their children. Rows that are far out of place are moved to the end in their old order,
// sorted in the same way, and merged: one pass per sequence instead of a comparison sort.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/check.h"

namespace lanescope {

namespace detail {

/// Moves a sorted part of `rows` to the front and the rest, in its old order, after it; returns the
/// size of the sorted part. Rows that are out of place by a few positions are moved into place.
template <typename T, typename Before>
std::size_t gather_run(std::span<T> rows, std::vector<T>& displaced, const Before& before) {
  constexpr std::size_t kNear = 32;
  displaced.clear();
  std::size_t size = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const T row = rows[i];
    if (size > kNear && before(row, rows[size - 1 - kNear])) {
      displaced.push_back(row);
      continue;
    }
    std::size_t at = size++;
    for (; at > 0 && before(row, rows[at - 1]); --at) rows[at] = rows[at - 1];
    rows[at] = row;
  }
  std::copy(displaced.begin(), displaced.end(), rows.begin() + static_cast<std::ptrdiff_t>(size));
  return size;
}

/// Merges the sorted [0, middle) and [middle, end) of `rows`.
template <typename T, typename Before>
void merge_runs(std::span<T> rows, std::size_t middle, std::vector<T>& scratch,
                const Before& before) {
  LANESCOPE_CHECK(middle <= rows.size(), "a middle within {} rows, not {}", rows.size(), middle);
  // Only the second part is copied out; the rows are filled from the back.
  scratch.assign(rows.begin() + static_cast<std::ptrdiff_t>(middle), rows.end());
  std::size_t first = middle;
  std::size_t second = scratch.size();
  for (std::size_t to = rows.size(); second > 0; --to) {
    const bool take_first = first > 0 && before(scratch[second - 1], rows[first - 1]);
    rows[to - 1] = take_first ? rows[--first] : scratch[--second];
  }
}

}  // namespace detail

/// Cost: linear for up to eight sorted sequences, otherwise n log n; memory for the displaced rows.
template <typename T, typename Before>
void run_sort(std::span<T> rows, const Before& before) {
  constexpr std::size_t kMostRuns = 8;
  std::vector<T> scratch;
  scratch.reserve(rows.size());  // touched only as far as rows are displaced
  std::vector<std::size_t> begins;
  std::size_t begin = 0;
  while (begin < rows.size() && begins.size() < kMostRuns) {
    begins.push_back(begin);
    begin += detail::gather_run(rows.subspan(begin), scratch, before);
  }
  if (begin < rows.size()) {
    begins.push_back(begin);
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(), before);
  }
  for (std::size_t i = begins.size(); i-- > 1;) {
    detail::merge_runs(rows.subspan(begins[i - 1]), begins[i] - begins[i - 1], scratch, before);
  }
  LANESCOPE_SLOW_CHECK(std::ranges::is_sorted(rows, before), "{} rows of {} runs in order",
                       rows.size(), begins.size());
}

}  // namespace lanescope
