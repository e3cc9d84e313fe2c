#include "core/build/tracks/nesting.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

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
  /// The end of a row's last slice; kMinNs if there is none.
  [[nodiscard]] Ns end_of(std::uint32_t row) const {
    return row < capacity_ ? tree_[capacity_ + row] : kMinNs;
  }

 private:
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
  std::size_t slice;
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

/// When slices that are open end, for slices in the order of their begins. Most are nested, so
/// their ends are a stack; the few that would go far below its top are in a heap.
class OpenEnds {
 public:
  /// Those that have ended by then are open no longer.
  void end_until(Ns time_ns) {
    while (!stack_.empty() && stack_.back() <= time_ns) stack_.pop_back();
    while (!heap_.empty() && heap_.top() <= time_ns) heap_.pop();
  }
  void add(Ns end_ns) {
    if (stack_.empty() || end_ns <= stack_.back()) return stack_.push_back(end_ns);
    const std::size_t deepest = stack_.size() - std::min(stack_.size(), kNear);
    std::size_t at = stack_.size();
    while (at > deepest && stack_[at - 1] < end_ns) --at;
    if (at > 0 && stack_[at - 1] < end_ns) return heap_.push(end_ns);
    stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(at), end_ns);
  }
  [[nodiscard]] std::size_t size() const { return stack_.size() + heap_.size(); }

 private:
  static constexpr std::size_t kNear = 32;
  std::vector<Ns> stack_;  // the first to end is the last
  std::priority_queue<Ns, std::vector<Ns>, std::greater<>> heap_;
};

std::uint32_t most_open(std::span<const SortedSlice> slices) {
  OpenEnds ends;
  std::size_t most = 0;
  for (const SortedSlice& s : slices) {
    ends.end_until(s.start_ns);
    ends.add(s.end_ns);
    most = std::max(most, ends.size());
  }
  return static_cast<std::uint32_t>(most);
}

/// Places slices one by one.
///
/// The annotation of a step is opened by Python frames that end a few microseconds after it has
/// begun. Below them it, and all that is in it, would leave their rows empty for the whole step; so
/// a slice that crosses much shorter ones gets their row, and these go down by one.
class Placer {
 public:
  explicit Placer(std::span<SortedSlice> slices) : slices_(slices) {}

  void place(std::size_t at) {
    SortedSlice& s = slices_[at];
    while (!open_.empty() && open_.back().end_ns <= s.start_ns) open_.pop_back();
    if (!open_.empty() && s.end_ns > open_.back().end_ns) ++crossings_;
    const std::uint32_t wanted = wanted_row(open_, s);
    s.row = rows_.first_free(wanted, s.start_ns);
    if (s.row > wanted && wanted > 0 && make_room(at, wanted)) s.row = wanted;
    freed_.at(at % kMostMoved) = rows_.end_of(s.row);
    rows_.take(s.row, s.end_ns);
    open_.push_back({s.end_ns, s.row, at});
    deepest_ = std::max(deepest_, open_.size());
  }
  [[nodiscard]] std::uint32_t rows() const { return rows_.rows(); }
  [[nodiscard]] std::uint64_t crossings() const { return crossings_; }
  [[nodiscard]] std::size_t deepest() const { return deepest_; }

 private:
  static constexpr std::size_t kMostMoved = 256;  // slices, for one that crosses them
  static constexpr Ns kLonger = 8;                // times; than what it crosses

  /// What is moved down in a row.
  struct MovedRow {
    std::size_t first = 0;  // the first slice
    Ns end_ns = kMinNs;     // of the last one
    bool any = false;
  };

  [[nodiscard]] Ns freed(std::size_t slice) const { return freed_.at(slice % kMostMoved); }

  /// The open slice on a row that the one at `at` crosses, if it and what came after can be moved.
  [[nodiscard]] std::optional<std::size_t> crossed(std::size_t at, std::uint32_t row) const {
    const auto last =
        open_.rbegin() + static_cast<std::ptrdiff_t>(std::min(open_.size(), kSearchedParents));
    const auto found =
        std::find_if(open_.rbegin(), last, [row](const Open& one) { return one.row == row; });
    if (found == last || at - found->slice >= kMostMoved) return std::nullopt;
    const SortedSlice& s = slices_[at];
    const Ns crossed_ns = saturating_sub(found->end_ns, slices_[found->slice].start_ns);
    const bool longer = saturating_sub(s.end_ns, s.start_ns) / kLonger > crossed_ns;
    return longer && found->end_ns < s.end_ns ? std::optional(found->slice) : std::nullopt;
  }

  /// When a row was free before the slices that are moved.
  [[nodiscard]] Ns free_from(const std::vector<MovedRow>& moved, std::uint32_t top,
                             std::uint32_t row) const {
    const std::size_t i = row - top;
    return i < moved.size() && moved[i].any ? freed(moved[i].first) : rows_.end_of(row);
  }

  /// Moves what is on rows from `row` on since the slice that is crossed there one row down. False
  /// if that is not possible.
  bool make_room(std::size_t at, std::uint32_t row) {
    const auto from = crossed(at, row);
    if (!from) return false;
    std::vector<MovedRow> moved;
    for (std::size_t i = *from; i < at; ++i) {
      const SortedSlice& s = slices_[i];
      if (s.row < row) continue;
      if (s.row - row >= moved.size()) moved.resize(s.row - row + 1);
      MovedRow& one = moved[s.row - row];
      if (!one.any) one.first = i;
      one.any = true;
      one.end_ns = s.end_ns;
    }
    std::vector<Ns> free;  // each row below one that moves, before
    for (std::uint32_t i = 0; i < moved.size(); ++i) {
      free.push_back(free_from(moved, row, row + i + 1));
      if (moved[i].any && free[i] > slices_[moved[i].first].start_ns) return false;
    }
    for (std::size_t i = *from; i < at; ++i) slices_[i].row += slices_[i].row >= row ? 1 : 0;
    for (auto one = open_.rbegin(); one != open_.rend() && one->slice >= *from; ++one)
      one->row += one->row >= row ? 1 : 0;
    const Ns top_ns = freed(*from);
    for (std::uint32_t i = 0; i < moved.size(); ++i) {
      rows_.take(row + i + 1, moved[i].any ? moved[i].end_ns : free[i]);
      if (moved[i].any) freed_.at(moved[i].first % kMostMoved) = free[i];
    }
    rows_.take(row, top_ns);
    return true;
  }

  std::span<SortedSlice> slices_;
  RowEnds rows_;
  std::vector<Open> open_;
  std::array<Ns, kMostMoved> freed_{};  // when the row of each of the last slices had been free
  std::uint64_t crossings_ = 0;
  std::size_t deepest_ = 0;
};

}  // namespace

NestingResult assign_rows(std::span<SortedSlice> slices) {
  Placer placer(slices);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    LANESCOPE_SLOW_CHECK(i == 0 || slices[i - 1].start_ns <= slices[i].start_ns,
                         "slices by start: {} comes after {}", slices[i].start_ns,
                         slices[i - 1].start_ns);
    placer.place(i);
  }
  NestingResult result;
  result.rows = placer.rows();
  result.crossings = placer.crossings();
  result.max_open =
      result.crossings == 0 ? static_cast<std::uint32_t>(placer.deepest()) : most_open(slices);
  return result;
}

}  // namespace lanescope
