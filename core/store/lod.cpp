#include "core/store/lod.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {
namespace {

/// The smallest float that is not less than `ns`.
float rounded_up(Ns ns) {
  const auto nearest = static_cast<float>(ns);
  return static_cast<double>(nearest) < static_cast<double>(ns) ? std::nextafter(nearest, HUGE_VALF)
                                                                : nearest;
}

/// The sums from which a cell is made.
struct CellSum {
  Ns start_ns = 0;
  Ns end_ns = 0;
  double busy_ns = 0;
  Ns longest_ns = -1;
  StringId name = StringId::Empty;
  CategoryId category = CategoryId::None;

  [[nodiscard]] Lod::Cell cell() const {
    const Ns extent_ns = saturating_sub(end_ns, start_ns);
    const double share = extent_ns > 0 ? busy_ns / static_cast<double>(extent_ns) : 1.0;
    const auto bits = static_cast<std::uint64_t>(start_ns);
    return {static_cast<std::uint32_t>(bits),
            static_cast<std::uint32_t>(bits >> 32U),
            rounded_up(extent_ns),
            name,
            category,
            static_cast<std::uint16_t>(std::clamp(share, 0.0, 1.0) * 65535.0 + 0.5)};
  }
};

CellSum sum_slices(const RowSlices& row, std::uint32_t first, std::uint32_t last) {
  CellSum sum;
  sum.start_ns = row.start_ns[first];
  sum.end_ns = saturating_add(row.start_ns[last - 1], row.dur_ns[last - 1]);
  std::uint32_t longest = first;
  for (std::uint32_t i = first; i < last; ++i) {
    const Ns dur_ns = row.dur_ns[i];
    sum.busy_ns += static_cast<double>(dur_ns);
    if (dur_ns > row.dur_ns[longest]) longest = i;
  }
  sum.longest_ns = row.dur_ns[longest];
  sum.name = row.name[longest];
  sum.category = row.category[longest];
  return sum;
}

CellSum sum_of(std::span<const CellSum> parts) {
  CellSum sum = parts.front();
  sum.end_ns = parts.back().end_ns;
  for (const CellSum& part : parts.subspan(1)) {
    sum.busy_ns += part.busy_ns;
    if (part.longest_ns > sum.longest_ns) {
      sum.longest_ns = part.longest_ns;
      sum.name = part.name;
      sum.category = part.category;
    }
  }
  return sum;
}

/// Builds all levels in one pass over the slices: each level holds up to four sums that have not
/// been folded yet.
class Pyramid {
 public:
  Pyramid(Column<Lod::Cell>& cells, const std::vector<std::uint32_t>& level_begin)
      : cells_(&cells), next_(level_begin.begin(), level_begin.end() - 1), open_(next_.size()) {}

  void add(const CellSum& sum, std::size_t level = 0) {
    (*cells_)[next_[level]++] = sum.cell();
    if (level + 1 == open_.size()) return;
    Open& open = open_[level];
    open.parts[open.count++] = sum;
    if (open.count == Lod::kFanout) fold(level);
  }

  void finish() {
    for (std::size_t level = 0; level + 1 < open_.size(); ++level) {
      if (open_[level].count > 0) fold(level);
    }
    LANESCOPE_CHECK(next_.back() == cells_->size(), "all {} cells filled, up to the last; {} are",
                    cells_->size(), next_.back());
  }

 private:
  struct Open {
    std::array<CellSum, Lod::kFanout> parts;
    std::uint32_t count = 0;
  };

  void fold(std::size_t level) {
    Open& open = open_[level];
    const CellSum sum = sum_of({open.parts.data(), open.count});
    open.count = 0;
    add(sum, level + 1);
  }

  Column<Lod::Cell>* cells_;
  std::vector<std::uint32_t> next_;
  std::vector<Open> open_;
};

/// log2 of the slices in a cell.
constexpr std::uint32_t shift(std::uint32_t level) {
  return 3 + 2 * level;
}
static_assert(Lod::kFirst == 1U << shift(0) && Lod::kFanout == 1U << (shift(1) - shift(0)));

/// A cell up to this many pixels wide may be drawn as one block if it is full enough.
constexpr float kLoosePx = 1.5F;

/// Gathers units - slices or cells - from left to right into pieces. A block ends with the pixel
/// that it starts in, so pieces stay in place while a view is panned by whole pixels. When the
/// pixels of all lanes are full, this runs half a million times per frame, and whether a unit
/// starts a new piece is unpredictable for the branch predictor. Therefore it is branch-free: every
/// unit writes the whole piece, and masks decide what the piece starts from and whether the next
/// slot is used. This halves the time of the worst zoom.
class PieceWriter {
 public:
  PieceWriter(Ns begin_ns, double ns_per_px, RowPiece* next)
      : begin_ns_(static_cast<std::uint64_t>(begin_ns)), px_per_ns_(1 / ns_per_px), next_(next) {}

  /// Slices [first, end) of the row as one unit. A `wide` unit is a piece of its own.
  [[gnu::always_inline]] void add(std::uint32_t first, std::uint32_t end, Ns start_ns, Ns end_ns,
                                  Ns busy_ns, StringId name, CategoryId category, bool wide) {
    const auto from_begin_ns = static_cast<Ns>(static_cast<std::uint64_t>(start_ns) - begin_ns_);
    const double pixel = std::min(static_cast<double>(from_begin_ns) * px_per_ns_, 0x1p62);
    add_at(static_cast<Ns>(pixel), first, end, start_ns, end_ns, busy_ns, name, category, wide);
  }

  /// The same in a given pixel.
  [[gnu::always_inline]] void add_at(Ns pixel, std::uint32_t first, std::uint32_t end, Ns start_ns,
                                     Ns end_ns, Ns busy_ns, StringId name, CategoryId category,
                                     bool wide) {
    const auto is_wide = static_cast<std::uint64_t>(wide);
    const std::uint64_t fresh = static_cast<std::uint64_t>(pixel != pixel_) | is_wide;
    const std::uint64_t mask = 0 - fresh;
    pixel_ = pixel | static_cast<Ns>(is_wide << 63U);  // no pixel is negative, so nothing joins a
                                                       // wide piece
    next_ += fresh;
    start_ns_ ^= (start_ns_ ^ static_cast<std::uint64_t>(start_ns)) & mask;
    first_ ^= (first_ ^ first) & mask;
    busy_ns_ = (busy_ns_ & ~mask) + static_cast<std::uint64_t>(busy_ns);
    longest_ns_ |= mask;  // -1: anything is longer
    const std::uint64_t longer =
        0 - static_cast<std::uint64_t>(busy_ns > static_cast<Ns>(longest_ns_));
    longest_ns_ ^= (longest_ns_ ^ static_cast<std::uint64_t>(busy_ns)) & longer;
    const std::uint64_t label = std::uint64_t{index_of(category)} << 32U | index_of(name);
    label_ ^= (label_ ^ label) & longer;
    next_[-1] = {static_cast<Ns>(start_ns_),
                 end_ns,
                 static_cast<std::uint32_t>(first_),
                 end - static_cast<std::uint32_t>(first_),
                 static_cast<float>(static_cast<Ns>(busy_ns_)),
                 StringId{static_cast<std::uint32_t>(label_)},
                 CategoryId{static_cast<std::uint16_t>(label_ >> 32U)}};
  }

  [[nodiscard]] RowPiece* next() const { return next_; }
  void move_to(RowPiece* next) { next_ = next; }

 private:
  std::uint64_t begin_ns_;
  double px_per_ns_;
  RowPiece* next_;
  Ns pixel_ = kMinNs;  // of the last unit
  // Of the current piece; unsigned, so that masks and wrapping are well defined.
  std::uint64_t start_ns_ = 0, busy_ns_ = 0, longest_ns_ = 0, label_ = 0, first_ = 0;
};

class RowWalk {
 public:
  RowWalk(const Lod& lod, const RowSlices& row, TimeRange window, double ns_per_px)
      : start_ns_(row.start_ns.data()),
        dur_ns_(row.dur_ns.data()),
        name_(row.name.data()),
        category_(row.category.data()),
        size_(row.size()),
        window_(window),
        ns_per_px_(ns_per_px),
        thin_ns_(static_cast<Ns>(std::ceil(ns_per_px))),
        thin_extent_ns_(static_cast<float>(ns_per_px)),
        loose_extent_ns_(thin_extent_ns_ * kLoosePx),
        levels_(static_cast<std::uint32_t>(lod.levels())) {
    LANESCOPE_CHECK(levels_ <= cells_.size(), "at most {} levels for 2^32 slices, not {}",
                    cells_.size(), levels_);
    LANESCOPE_SLOW_CHECK(
        levels_ == 0 || lod.level(0).size() == (size_ + Lod::kFirst - 1) / Lod::kFirst,
        "the cells of this row of {} slices, not of another: {}", size_, lod.level(0).size());
    for (std::uint32_t l = 0; l < levels_; ++l) cells_[l] = lod.level(l).data();
  }

  void run(RowPieces& out) const {
    std::uint32_t at = first_in_view();
    if (at == size_) return;
    PieceWriter writer(window_.begin_ns, ns_per_px_, out.room(kMostUnits));
    if (start_ns_[at] < window_.begin_ns) {
      take_slice(writer, at, 0);
      ++at;
    }
    std::uint32_t level = 0;
    while (at < size_ && start_of(at, level) < window_.end_ns) {
      writer.move_to(out.keep(writer.next(), kMostUnits));
      if (levels_ == 0) {
        at = take_slices(writer, at, std::min(size_, at + kMostUnits));
      } else if (at % Lod::kFirst != 0) {
        at = take_slices(writer, at, std::min(size_, (at / Lod::kFirst + 1) * Lod::kFirst));
      } else {
        at = take_cells(writer, at, level);
      }
    }
    out.keep(writer.next(), 0);
    out.drop_from(window_.end_ns);
  }

 private:
  static constexpr std::uint32_t kMostUnits =
      Lod::kSmallRow;  // slices or cells between two checks of the remaining room

  [[nodiscard]] std::uint32_t first_in_view() const {
    const auto i = static_cast<std::uint32_t>(
        std::lower_bound(start_ns_, start_ns_ + size_, window_.begin_ns) - start_ns_);
    if (i == 0) return 0;
    return saturating_add(start_ns_[i - 1], dur_ns_[i - 1]) > window_.begin_ns ? i - 1 : i;
  }

  /// The start of a slice, from its cell if it begins one: the slices' columns may not be in the
  /// cache.
  [[nodiscard]] Ns start_of(std::uint32_t at, std::uint32_t level) const {
    const bool on_cell = levels_ > 0 && at % (1U << shift(level)) == 0;
    return on_cell ? cells_[level][at >> shift(level)].start_ns() : start_ns_[at];
  }

  /// Whether a cell may be drawn without looking inside: it is narrower than a pixel, or slightly
  /// wider without a gap of a pixel in it. This tolerance avoids most of the descents to single
  /// slices.
  [[nodiscard]] bool drawn_whole(const Lod::Cell& cell) const {
    return cell.extent_ns < loose_extent_ns_ && cell.extent_ns - cell.busy_ns() < thin_extent_ns_;
  }

  void take_slice(PieceWriter& writer, std::uint32_t at, Ns pixel) const {
    writer.add_at(pixel, at, at + 1, start_ns_[at], start_ns_[at] + dur_ns_[at], dur_ns_[at],
                  name_[at], category_[at], dur_ns_[at] >= thin_ns_);
  }

  [[gnu::always_inline]] std::uint32_t take_slices(PieceWriter& writer, std::uint32_t at,
                                                   std::uint32_t until) const {
    for (; at < until; ++at) {
      const Ns start_ns = start_ns_[at];
      const Ns dur_ns = dur_ns_[at];
      writer.add(at, at + 1, start_ns, start_ns + dur_ns, dur_ns, name_[at], category_[at],
                 dur_ns >= thin_ns_);
    }
    return at;
  }

  /// Takes the cells of one level up to the end of their parent; at a cell that is too wide it
  /// descends a level, and at the last level it takes the slices.
  [[gnu::always_inline]] std::uint32_t take_cells(PieceWriter& writer, std::uint32_t at,
                                                  std::uint32_t& level) const {
    while (level + 1 < levels_ && at % (1U << shift(level + 1)) == 0 &&
           drawn_whole(cells_[level + 1][at >> shift(level + 1)])) {
      ++level;
    }
    const std::uint32_t slices = 1U << shift(level);
    const std::uint32_t parent_end =
        std::min(size_, ((at >> shift(level + 1)) + 1) << shift(level + 1));
    const Lod::Cell* cell = cells_[level] + (at >> shift(level));
    for (; at < parent_end && drawn_whole(*cell); at += slices, ++cell) {
      const Ns start_ns = cell->start_ns();
      writer.add(at, std::min(size_, at + slices), start_ns,
                 saturating_add(start_ns, static_cast<Ns>(cell->extent_ns)),
                 static_cast<Ns>(cell->busy_ns() + 0.5F), cell->name, cell->category,
                 cell->extent_ns >= thin_extent_ns_);
    }
    if (at >= parent_end) return std::min(at, size_);
    if (level == 0) return take_slices(writer, at, std::min(size_, at + Lod::kFirst));
    --level;
    return at;
  }

  const Ns* start_ns_;
  const Ns* dur_ns_;
  const StringId* name_;
  const CategoryId* category_;
  std::uint32_t size_;
  TimeRange window_;
  double ns_per_px_;
  Ns thin_ns_;            // shorter slices are narrower than a pixel
  float thin_extent_ns_;  // the same for cells
  float loose_extent_ns_;
  std::array<const Lod::Cell*, 16> cells_{};
  std::uint32_t levels_;
};

/// A pixel size that keeps the arithmetic within int64: at most 2^30 pixels in the window, none
/// wider than 2^61 ns.
double sane_ns_per_px(TimeRange window, double ns_per_px) {
  const double length_ns =
      static_cast<double>(window.end_ns) - static_cast<double>(window.begin_ns);
  return std::clamp(ns_per_px, length_ns * 0x1p-30, 0x1p61);
}

}  // namespace

void RowPieces::grow(std::size_t room) {
  const std::size_t capacity = std::max(capacity_ * 2, size_ + room);
  auto data = std::make_unique_for_overwrite<RowPiece[]>(capacity);
  std::copy_n(data_.get(), size_, data.get());
  data_ = std::move(data);
  capacity_ = capacity;
}

void RowPieces::drop_from(Ns time_ns) {
  while (size_ > 0 && data_[size_ - 1].begin_ns >= time_ns) --size_;
}

Lod::Lod(const RowSlices& row) {
  const std::uint32_t slices = row.size();
  LANESCOPE_CHECK(
      row.dur_ns.size() == slices && row.name.size() == slices && row.category.size() == slices,
      "columns of {} slices, not of {}, {} and {}", slices, row.dur_ns.size(), row.name.size(),
      row.category.size());
  LANESCOPE_SLOW_CHECK(std::ranges::is_sorted(row.start_ns), "{} slices sorted by start", slices);
  if (slices < kSmallRow) return;
  level_begin_.push_back(0);
  std::uint32_t count = (slices + kFirst - 1) / kFirst;
  while (true) {
    level_begin_.push_back(level_begin_.back() + count);
    if (count == 1) break;
    count = (count + kFanout - 1) / kFanout;
  }
  level_begin_.shrink_to_fit();
  cells_ = Column<Cell>(level_begin_.back());
  Pyramid pyramid(cells_, level_begin_);
  for (std::uint32_t first = 0; first < slices; first += kFirst) {
    pyramid.add(sum_slices(row, first, std::min(slices, first + kFirst)));
  }
  pyramid.finish();
}

void query_row(const Lod& lod, const RowSlices& row, TimeRange window, double ns_per_px,
               RowPieces& out) {
  if (window.empty()) return;
  RowWalk(lod, row, window, sane_ns_per_px(window, ns_per_px)).run(out);
}

std::uint32_t longest_slice(const RowSlices& row, std::uint32_t first, std::uint32_t count) {
  std::uint32_t longest = first;
  for (std::uint32_t i = first; i < first + count && i < row.size(); ++i) {
    if (row.dur_ns[i] > row.dur_ns[longest]) longest = i;
  }
  return longest;
}

void add_busy(const Lod& lod, const RowSlices& row, TimeRange window, std::span<double> busy_ns) {
  if (busy_ns.empty() || window.empty()) return;
  const double ns_per_px = static_cast<double>(saturating_sub(window.end_ns, window.begin_ns)) /
                           static_cast<double>(busy_ns.size());
  RowPieces pieces;
  query_row(lod, row, window, ns_per_px, pieces);
  for (const RowPiece& piece : pieces) {
    const Ns extent_ns = saturating_sub(piece.end_ns, piece.begin_ns);
    if (extent_ns <= 0) continue;
    const double density =
        std::min(1.0, static_cast<double>(piece.busy_ns) / static_cast<double>(extent_ns));
    const auto from = static_cast<double>(
        saturating_sub(std::max(piece.begin_ns, window.begin_ns), window.begin_ns));
    const auto to =
        static_cast<double>(saturating_sub(std::min(piece.end_ns, window.end_ns), window.begin_ns));
    const auto last = static_cast<double>(busy_ns.size() - 1);
    const auto end = static_cast<std::size_t>(std::clamp(to / ns_per_px, 0.0, last));
    for (auto p = static_cast<std::size_t>(std::clamp(from / ns_per_px, 0.0, last)); p <= end;
         ++p) {
      const double left = std::max(from, static_cast<double>(p) * ns_per_px);
      const double right = std::min(to, static_cast<double>(p + 1) * ns_per_px);
      if (right > left) busy_ns[p] += (right - left) * density;
    }
  }
}

}  // namespace lanescope
