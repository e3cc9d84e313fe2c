// WallGrid: the values of one measure as rows of ranks and columns of steps, and what of them fills
// the pixels at any zoom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/view/fleet/wall_measure.h"
#include "core/view/fleet/wall_order.h"

namespace lanescope {

// What a cell holds instead of a value, which is never negative.
inline constexpr float kWallNothing = -2;     // the rank has no such step, or no such value
inline constexpr float kWallNotCounted = -1;  // warm-up, cut off, or paused: not compared

/// Which colors values have: those from `least` to `most` shade from the faintest to the full one;
/// values above `most` are outliers, and have a color of their own.
struct WallScale {
  double least = 0, most = 0;
  double largest = 0;        // of all values
  std::size_t outliers = 0;  // how many
  std::size_t values = 0;
  std::size_t not_counted = 0;  // cells that are not compared

  [[nodiscard]] bool is_outlier(double value) const { return value > most; }
  /// 0 … 1.
  [[nodiscard]] float share(double value) const;
};

/// Outliers lie more than 3 times the interquartile range above the third quartile (Tukey's outer
/// fence, Exploratory Data Analysis, 1977). Where most values are zero, the quartiles are those of
/// the others. Cost: linear in the values, which it moves about.
WallScale wall_scale(std::vector<float> values);

/// The least that differs by a full color, as a share of the median step: less is ordinary noise,
/// which must not look like a finding.
inline constexpr double kLeastScaleShare = 0.03;
/// The same in the unit of the measure; 0 where it is not known. Of memory it is a share of the
/// largest value.
double least_scale_width(const FleetPicture& run, WallMeasure measure, double largest);

/// Does not change once made; any thread may read it.
struct WallGrid {
  /// Of 2, 4, 8 … rows together: the largest value, and the sum and number of those that count.
  struct Level {
    std::size_t rows = 0;
    std::vector<float> most;
    std::vector<float> sum;
    std::vector<std::uint32_t> count;
  };

  WallMeasure measure;
  WallSort sort;
  WallOrder order;
  std::size_t steps = 0;
  std::vector<float> cells;   // by row, step
  std::vector<Level> levels;  // the first of 2 rows
  WallScale scale;

  [[nodiscard]] std::size_t rows() const { return order.rows.size(); }
  [[nodiscard]] float at(std::size_t row, std::size_t step) const {
    return cells[row * steps + step];
  }
};

/// Makes the scale of a grid at least that wide, which may leave fewer outliers. Cost: its cells.
void widen_scale(WallGrid& grid, double least_width);

/// Cost: a few passes over all cells. If stopped, it is incomplete.
WallGrid make_wall_grid(const FleetPicture& run, WallMeasure measure, const WallSort& sort,
                        const std::stop_token& stop = {});
/// The same of given values, by rank and step.
WallGrid make_wall_grid(WallOrder order, std::size_t steps, std::vector<float> values);

/// Rows or steps [begin, end).
struct WallSpan {
  std::size_t begin = 0, end = 0;
};

/// A block of cells that is drawn as one.
struct WallBlock {
  float most = kWallNothing;
  float mean = kWallNothing;
};

/// The blocks of 2^row_level rows and 2^step_level steps that touch these rows and steps. Blocks
/// begin at multiples of their size, so that they stay the same while the view moves.
class WallBlocks {
 public:
  /// Cost: cells of the level in the range: at most `steps` for each row of blocks.
  void refresh(const WallGrid& grid, WallSpan rows, WallSpan steps, unsigned row_level,
               unsigned step_level);

  [[nodiscard]] std::size_t first_row() const { return first_row_; }    // in blocks
  [[nodiscard]] std::size_t first_step() const { return first_step_; }  // in blocks
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  [[nodiscard]] std::span<const WallBlock> row(std::size_t i) const {
    return std::span(blocks_).subspan(i * steps_, steps_);
  }

 private:
  std::size_t first_row_ = 0, first_step_ = 0, rows_ = 0, steps_ = 0;
  std::vector<WallBlock> blocks_;
};

struct WallCell {
  std::size_t row = 0, step = 0;
  friend bool operator==(const WallCell&, const WallCell&) = default;
};

/// Facts of the cells in a range.
struct WallExtremes {
  WallCell most_at;  // the first with the largest value
  float most = kWallNothing;
  double mean = 0;
  std::size_t values = 0;       // that count
  std::size_t not_counted = 0;  // cells that have a value, but do not count
};
/// Cost: the cells of the range.
WallExtremes extremes_of(const WallGrid& grid, WallSpan rows, WallSpan steps);

/// The least level at which 2^level cells of this size are at least `least_px`; at most 31.
unsigned wall_level(double cell_px, double least_px);

}  // namespace lanescope
