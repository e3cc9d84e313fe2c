#include "core/view/fleet/wall_grid.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr double kFence = 3;  // times the interquartile range

/// By rank, the mean of its cells that count; -1 for none.
std::vector<double> means_of(std::span<const float> values, std::size_t ranks, std::size_t steps) {
  std::vector<double> means(ranks, -1);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    double sum = 0;
    std::size_t count = 0;
    for (const float value : values.subspan(rank * steps, steps)) {
      if (value < 0) continue;
      sum += static_cast<double>(value);
      ++count;
    }
    if (count != 0) means[rank] = sum / static_cast<double>(count);
  }
  return means;
}

void add_to(WallGrid::Level& level, std::size_t at, float most, float sum, std::uint32_t count) {
  level.most[at] = std::max(level.most[at], most);
  level.sum[at] += sum;
  level.count[at] += count;
}

WallGrid::Level empty_level(std::size_t rows, std::size_t steps) {
  const std::size_t cells = rows * steps;
  return {rows, std::vector<float>(cells, kWallNothing), std::vector<float>(cells),
          std::vector<std::uint32_t>(cells)};
}

void add_levels(WallGrid& grid) {
  std::size_t rows = grid.rows();
  while (rows > 1) {
    const std::size_t below = rows;
    rows = (rows + 1) / 2;
    WallGrid::Level level = empty_level(rows, grid.steps);
    for (std::size_t row = 0; row < below; ++row) {
      for (std::size_t step = 0; step < grid.steps; ++step) {
        const std::size_t from = row * grid.steps + step, to = row / 2 * grid.steps + step;
        if (grid.levels.empty()) {
          const float value = grid.cells[from];
          add_to(level, to, value, std::max(value, 0.0F), value >= 0 ? 1 : 0);
        } else {
          const WallGrid::Level& finer = grid.levels.back();
          add_to(level, to, finer.most[from], finer.sum[from], finer.count[from]);
        }
      }
    }
    grid.levels.push_back(std::move(level));
  }
}

/// The value below which a share of them lies.
float quantile(std::vector<float>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Sums up the blocks of one row.
struct BlockSum {
  float most = kWallNothing;
  double sum = 0;
  std::uint64_t count = 0;

  /// A cell, or several rows of a step.
  void add(float value_most, double value_sum, std::uint32_t values) {
    most = std::max(most, value_most);
    sum += value_sum;
    count += values;
  }
  [[nodiscard]] WallBlock block() const {
    return {most, count == 0 ? most : static_cast<float>(sum / static_cast<double>(count))};
  }
};

WallBlock block_of(const WallGrid& grid, unsigned row_level, std::size_t row, WallSpan steps) {
  BlockSum sum;
  for (std::size_t at = row * grid.steps + steps.begin; at < row * grid.steps + steps.end; ++at) {
    if (row_level == 0) {
      const float value = grid.cells[at];
      sum.add(value, static_cast<double>(std::max(value, 0.0F)), value >= 0 ? 1 : 0);
    } else {
      const WallGrid::Level& level = grid.levels[row_level - 1];
      sum.add(level.most[at], static_cast<double>(level.sum[at]), level.count[at]);
    }
  }
  return sum.block();
}

}  // namespace

float WallScale::share(double value) const {
  if (most <= least) return value > 0 ? 1.0F : 0.0F;
  return static_cast<float>(std::clamp((value - least) / (most - least), 0.0, 1.0));
}

WallScale wall_scale(std::vector<float> values) {
  WallScale scale;
  scale.not_counted = static_cast<std::size_t>(std::ranges::count(values, kWallNotCounted));
  std::erase_if(values, [](float value) { return value < 0; });
  scale.values = values.size();
  if (values.empty()) return scale;
  const auto [least, most] = std::ranges::minmax(values);
  scale.least = static_cast<double>(least);
  scale.largest = static_cast<double>(most);
  std::vector<float> above = values;
  if (quantile(above, 0.75) == 0) std::erase(above, 0.0F);
  double fence = scale.largest;
  if (!above.empty()) {
    const auto low = static_cast<double>(quantile(above, 0.25));
    const auto high = static_cast<double>(quantile(above, 0.75));
    // Values that are all but equal have no outliers that are worth a color.
    fence = high + kFence * std::max(high - low, high * 0.01);
  }
  float inside = least;
  for (const float value : values) {
    const bool outside = static_cast<double>(value) > fence;
    scale.outliers += outside ? 1 : 0;
    if (!outside) inside = std::max(inside, value);
  }
  scale.most = static_cast<double>(inside);
  return scale;
}

double least_scale_width(const FleetPicture& run, WallMeasure measure, double largest) {
  if (measure.kind == WallKind::PeakMemory) return kLeastScaleShare * largest;
  return kLeastScaleShare * static_cast<double>(run.analysis.work.step_ns);
}

void widen_scale(WallGrid& grid, double least_width) {
  WallScale& scale = grid.scale;
  if (scale.values == 0 || scale.most - scale.least >= least_width) return;
  scale.most = scale.least + least_width;
  scale.outliers = static_cast<std::size_t>(std::ranges::count_if(
      grid.cells, [&](float value) { return scale.is_outlier(static_cast<double>(value)); }));
}

WallGrid make_wall_grid(WallOrder order, std::size_t steps, std::vector<float> values) {
  WallGrid grid;
  grid.order = std::move(order);
  grid.steps = steps;
  LANESCOPE_CHECK(values.size() == grid.rows() * steps, "{} values of {} rows and {} steps",
                  values.size(), grid.rows(), steps);
  grid.cells.resize(values.size());
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    const auto from = std::span(values).subspan(grid.order.rows[row] * steps, steps);
    std::ranges::copy(from, grid.cells.begin() + static_cast<std::ptrdiff_t>(row * steps));
  }
  add_levels(grid);
  grid.scale = wall_scale(std::move(values));
  return grid;
}

WallGrid make_wall_grid(const FleetPicture& run, WallMeasure measure, const WallSort& sort,
                        const std::stop_token& stop) {
  const std::size_t ranks = run.ranks().size(), steps = run.steps().size();
  std::vector<float> values(ranks * steps, kWallNothing);
  for (std::size_t rank = 0; rank < ranks && !stop.stop_requested(); ++rank) {
    for (std::size_t step = 0; step < steps; ++step) {
      const auto value = wall_value(run, measure, rank, step);
      if (!value) continue;
      const bool counts = run.counts(*run.step_of(rank, step));
      values[rank * steps + step] =
          counts ? static_cast<float>(std::max(*value, 0.0)) : kWallNotCounted;
    }
  }
  WallOrder order = order_wall(run, sort, means_of(values, ranks, steps));
  WallGrid grid = make_wall_grid(std::move(order), steps, std::move(values));
  grid.measure = measure;
  grid.sort = sort;
  widen_scale(grid, least_scale_width(run, measure, grid.scale.largest));
  return grid;
}

void WallBlocks::refresh(const WallGrid& grid, WallSpan rows, WallSpan steps, unsigned row_level,
                         unsigned step_level) {
  row_level = std::min(row_level, static_cast<unsigned>(grid.levels.size()));
  const std::size_t most_rows = row_level == 0 ? grid.rows() : grid.levels[row_level - 1].rows;
  const auto blocks_to = [](std::size_t end, unsigned level) {
    return (end + (std::size_t{1} << level) - 1) >> level;
  };
  first_row_ = rows.begin >> row_level;
  first_step_ = steps.begin >> step_level;
  const std::size_t end_row = std::min(blocks_to(rows.end, row_level), most_rows);
  const std::size_t end_step =
      std::min(blocks_to(steps.end, step_level), blocks_to(grid.steps, step_level));
  rows_ = end_row > first_row_ ? end_row - first_row_ : 0;
  steps_ = end_step > first_step_ ? end_step - first_step_ : 0;
  blocks_.resize(rows_ * steps_);
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t j = 0; j < steps_; ++j) {
      const std::size_t begin = (first_step_ + j) << step_level;
      const std::size_t end = std::min(begin + (std::size_t{1} << step_level), grid.steps);
      blocks_[i * steps_ + j] = block_of(grid, row_level, first_row_ + i, {begin, end});
    }
  }
}

WallExtremes extremes_of(const WallGrid& grid, WallSpan rows, WallSpan steps) {
  WallExtremes out;
  double sum = 0;
  for (std::size_t row = rows.begin; row < std::min(rows.end, grid.rows()); ++row) {
    for (std::size_t step = steps.begin; step < std::min(steps.end, grid.steps); ++step) {
      const float value = grid.at(row, step);
      if (value > out.most) {
        out.most = value;
        out.most_at = {row, step};
      }
      if (value == kWallNotCounted) ++out.not_counted;
      if (value < 0) continue;
      sum += static_cast<double>(value);
      ++out.values;
    }
  }
  if (out.values != 0) out.mean = sum / static_cast<double>(out.values);
  return out;
}

unsigned wall_level(double cell_px, double least_px) {
  constexpr unsigned kMost = 31;
  unsigned level = 0;
  while (level < kMost && cell_px < least_px) {
    cell_px *= 2;
    ++level;
  }
  return level;
}

}  // namespace lanescope
