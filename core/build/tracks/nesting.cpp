#include "core/build/tracks/nesting.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// The time at which each row becomes free. A tree of minima finds the first free row at or below a
/// wanted one.
class RowEnds {
 public:
  /// The first row >= `from` whose last slice has ended by `start`; a new one if all are taken.
  std::uint32_t first_free(std::uint32_t from, Ns start) {
    if (from < rows_ && end_of(from) <= start) return from;
    return from < rows_ ? search(1, 0, capacity_, from, start) : rows_;
  }
  void take(std::uint32_t row, Ns end) {
    LANESCOPE_CHECK(row <= rows_, "one of {} rows, or the next, not {}", rows_, row);
    if (row == capacity_) grow();
    rows_ = std::max(rows_, row + 1);
    std::size_t node = capacity_ + row;
    tree_[node] = end;
    for (node /= 2; node >= 1; node /= 2) {
      const Ns least = std::min(tree_[2 * node], tree_[2 * node + 1]);
      if (tree_[node] == least) break;
      tree_[node] = least;
    }
  }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }

 private:
  [[nodiscard]] Ns end_of(std::uint32_t row) const { return tree_[capacity_ + row]; }

  /// Unused rows contain kMinNs: they are free, so the search ends at the first of them at the
  /// latest.
  [[nodiscard]] std::uint32_t search(std::size_t node, std::uint32_t begin, std::uint32_t width,
                                     std::uint32_t from, Ns start) const {
    if (begin + width <= from || tree_[node] > start) return capacity_;
    if (width == 1) return begin;
    const std::uint32_t left = search(2 * node, begin, width / 2, from, start);
    return left < capacity_ ? left
                            : search(2 * node + 1, begin + width / 2, width / 2, from, start);
  }
  void grow() {
    std::vector<Ns> leaves(tree_.begin() + capacity_, tree_.end());
    capacity_ *= 2;
    leaves.resize(capacity_, kMinNs);
    tree_.assign(std::size_t{2} * capacity_, kMinNs);
    std::copy(leaves.begin(), leaves.end(), tree_.begin() + capacity_);
    for (std::size_t node = capacity_ - 1; node >= 1; --node)
      tree_[node] = std::min(tree_[2 * node], tree_[2 * node + 1]);
  }

  std::uint32_t capacity_ = 16;
  std::uint32_t rows_ = 0;
  std::vector<Ns> tree_ = std::vector<Ns>(32, kMinNs);
};

struct Open {
  Ns end_ns;
  std::uint32_t row;
};

/// How many open slices are searched for the one that contains a crossing slice; if none of them
/// does, the slice starts at the top of the lane. This keeps lanes with thousands of mutually
/// crossing slices linear.
constexpr std::size_t kSearchedParents = 64;

std::uint32_t wanted_row(const std::vector<Open>& open, const SortedSlice& slice) {
  std::size_t searched = 0;
  for (auto at = open.rbegin(); at != open.rend() && searched < kSearchedParents;
       ++at, ++searched) {
    if (at->end_ns > slice.start_ns && at->end_ns >= slice.end_ns) return at->row + 1;
  }
  return 0;
}

std::uint32_t most_open(std::span<const SortedSlice> slices) {
  std::priority_queue<Ns, std::vector<Ns>, std::greater<>> ends;
  std::size_t most = 0;
  for (const SortedSlice& s : slices) {
    while (!ends.empty() && ends.top() <= s.start_ns) ends.pop();
    ends.push(s.end_ns);
    most = std::max(most, ends.size());
  }
  return static_cast<std::uint32_t>(most);
}

}  // namespace

NestingResult assign_rows(std::span<SortedSlice> slices) {
  NestingResult result;
  RowEnds rows;
  std::vector<Open> open;
  std::size_t deepest = 0;
  for (SortedSlice& s : slices) {
    while (!open.empty() && open.back().end_ns <= s.start_ns) open.pop_back();
    if (!open.empty() && s.end_ns > open.back().end_ns) ++result.crossings;
    LANESCOPE_SLOW_CHECK(&s == slices.data() || (&s - 1)->start_ns <= s.start_ns,
                         "slices by start: {} comes after {}", s.start_ns, (&s - 1)->start_ns);
    s.row = rows.first_free(wanted_row(open, s), s.start_ns);
    rows.take(s.row, s.end_ns);
    open.push_back({s.end_ns, s.row});
    deepest = std::max(deepest, open.size());
  }
  result.rows = rows.rows();
  result.max_open = result.crossings == 0 ? static_cast<std::uint32_t>(deepest) : most_open(slices);
  return result;
}

}  // namespace lanescope
