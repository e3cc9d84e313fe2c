// FleetView: the view state of the wall of ranks × steps. Panes draw and change it; it draws
// nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panes/fleet/cell_axis.h"
#include "app/panes/fleet/rank_search.h"
#include "app/panes/fleet/strip_view.h"
#include "app/panes/ranks/open_summarized.h"
#include "core/view/fleet/fleet_comparison.h"
#include "core/view/fleet/fleet_contents.h"
#include "core/view/fleet/wall_grid.h"
#include "core/view/fleet/wall_text.h"
#include "core/view/navigation/navigation.h"
#include "core/view/results/background.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// UI thread only. Both axes are as cell_axis.h has them.
class FleetView {
 public:
  static constexpr Ns kUnits = kCellUnits;  // of a row or step

  /// `wake` requests a frame, from any thread.
  FleetView(std::shared_ptr<const FleetContents> contents, const std::function<void()>& wake);

  [[nodiscard]] const FleetPicture& run() const { return contents_->run; }
  [[nodiscard]] const std::shared_ptr<const FleetContents>& contents() const { return contents_; }

  /// Call once at the start of a frame.
  void refresh(double delta_s);
  [[nodiscard]] bool animating() const {
    return steps.gliding() || ranks.gliding() || !current_ || groups.animating() ||
           (comparing_ && !comparing_->comparison);
  }
  /// The size of the wall on the screen, and of a layout unit.
  void set_size(float width_px, float height_px, float scale);

  [[nodiscard]] WallMeasure measure() const { return measure_; }
  [[nodiscard]] const WallSort& sort() const { return sort_; }
  /// Ordered by value it deselects the box, too.
  void set_measure(WallMeasure measure);
  /// Deselects the box, since its rows become others.
  void set_sort(WallSort sort);
  /// What is drawn: of the chosen measure and order, or while that is computed of the one before;
  /// null before the first.
  [[nodiscard]] const WallGrid* grid() const { return grid_.get(); }
  /// What its colors mean.
  [[nodiscard]] const WallLegend& legend() const { return legend_; }
  /// The facts of the run, then what is wrong with its ranks; of two runs, those of both.
  [[nodiscard]] const std::string& facts() const {
    return comparison() != nullptr ? comparison()->facts : facts_;
  }

  [[nodiscard]] double row_px() const;
  [[nodiscard]] double step_px() const;
  /// Those in view, also in part.
  [[nodiscard]] WallSpan rows_in_view() const;
  [[nodiscard]] WallSpan steps_in_view() const;
  /// The row or step at a pixel from the top or left edge; nullopt outside.
  [[nodiscard]] std::optional<std::size_t> row_at(double y_px) const;
  [[nodiscard]] std::optional<std::size_t> step_at(double x_px) const;

  /// `factor` > 1 zooms in, each axis until its cells are large enough to be read.
  void zoom(double factor, double x_px, double y_px);
  void zoom_steps(double factor, double x_px);
  void zoom_ranks(double factor, double y_px);
  void zoom_groups(double factor, double y_px);
  /// Takes back what zooming in from these views of the axes has gone further than that.
  void limit_zoom(const TimeView& steps_before, const TimeView& ranks_before);
  /// Glides to a box, or to all of it.
  void show(const WallBox& box);
  void show_all();
  /// The selected box, else the selected cell with what is around it.
  void zoom_to_selection();
  [[nodiscard]] bool has_selection() const { return box || rank_ || link_; }

  [[nodiscard]] std::optional<std::size_t> rank() const { return rank_; }
  [[nodiscard]] std::optional<std::size_t> step() const { return step_; }
  /// Changes with every selection that the user makes; 0 before the first.
  [[nodiscard]] std::uint64_t picks() const { return picks_; }
  void select(std::optional<std::size_t> rank, std::optional<std::size_t> step);
  /// Also brings it into view.
  void go_to(std::size_t rank, std::optional<std::size_t> step);
  /// Selects what a row of a table is about, and brings it into view.
  void go_to_straggler(std::size_t row);
  void go_to_link(std::size_t row);
  /// Of two runs, the rank of A that this one of B is, if A has it.
  void go_to_rank_of_b(std::size_t rank, std::optional<std::size_t> step);
  /// The rank above or below the selected one, as ordered; of none the first or last.
  void step_rank(int by);
  /// The step before or after the selected one, if a cell is selected.
  void step_step(int by);
  /// Deselects the box, else the cell; false if there was neither.
  bool dismiss();
  /// The selected link: a row of the run's links, or of two runs of either's.
  [[nodiscard]] const std::optional<RowOfRun>& link() const { return link_; }
  void select_link(RowOfRun link);
  /// Ranks at the ends of the selected link, as far as they are on the wall; ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& marked() const { return marked_; }
  /// Where they are in grid(), those next to each other together.
  [[nodiscard]] const std::vector<WallSpan>& marked_rows() const { return marked_rows_; }
  /// Requests that the rank's trace be opened, at the step.
  void want(std::size_t rank, std::optional<std::size_t> step);

  Viewport steps, ranks;
  std::optional<Ns> step_cursor, rank_cursor;  // what is under the mouse, in units of the axes
  bool shows_mean = false;                     // of cells that are drawn as one; else the largest
  std::optional<WallBox> box;                  // dragged over the wall
  std::vector<OpenSummarized> requests;        // handled by the window once per frame

 private:
  using Key = std::pair<WallMeasure, WallSort>;

  void request_grid();
  void set_extents();
  /// Glides as far as needed to see this row and step.
  void bring(std::optional<std::size_t> rank, std::optional<std::size_t> step);

  std::shared_ptr<const FleetContents> contents_;
  WallMeasure measure_;
  WallSort sort_;
  std::shared_ptr<const WallGrid> grid_;
  bool current_ = false;
  float scale_ = 1;
  std::optional<std::size_t> rank_, step_;
  std::uint64_t picks_ = 0;
  std::vector<std::uint32_t> marked_;
  bool brings_ = false;  // the selection, once the order that is being computed is there
  Background<Key, WallGrid> grids_;

 public:
  StripView groups;  // the strip above the wall

  /// Shows by how much this run differs, once that is computed; `name_a` is the run's own.
  void compare_with(std::shared_ptr<const FleetContents> b, std::string name_a, std::string name_b);
  void end_comparison();
  /// Null unless another run was given and compared with this one.
  [[nodiscard]] const FleetComparison* comparison() const {
    return comparing_ ? comparing_->comparison.get() : nullptr;
  }
  [[nodiscard]] std::shared_ptr<const FleetComparison> shared_comparison() const {
    return comparing_ ? comparing_->comparison : nullptr;
  }
  /// Of the chosen measure and order, as grid(); null unless compared. grid() is then its `more`.
  [[nodiscard]] const WallDifference* difference() const {
    return comparing_ ? comparing_->difference.get() : nullptr;
  }

 private:
  /// The other run and what is made of it; gone with it, as it may take much memory.
  struct Comparing {
    Comparing(std::shared_ptr<const FleetContents> other, std::string own_name,
              std::string other_name, const std::function<void()>& wake)
        : b(std::move(other)),
          name_a(std::move(own_name)),
          name_b(std::move(other_name)),
          comparisons(wake),
          differences(wake, Urgency::Quick) {}

    std::shared_ptr<const FleetContents> b;
    std::string name_a, name_b;
    WallMeasure measure_before;  // of the run alone, once they are compared
    std::shared_ptr<const FleetComparison> comparison;
    std::shared_ptr<const WallDifference> difference;
    Background<bool, FleetComparison> comparisons;
    Background<Key, WallDifference> differences;
  };

  void refresh_comparison();
  void request_difference();
  /// Takes a grid of another order or measure.
  void show_grid(std::shared_ptr<const WallGrid> grid);

  /// Glides to these rows, not closer than they need.
  void show_rows(WallSpan rows);
  [[nodiscard]] std::optional<WallSpan> link_rows() const;  // from one of its ends to the other
  void show_link();
  /// After the marks or the grid changed.
  void find_marked_rows();

  std::function<void()> wake_;
  std::unique_ptr<Comparing> comparing_;
  std::optional<RowOfRun> link_;

 public:
  RankSearch search;

  /// The next or previous rank that the search finds, after the selected one.
  void go_to_match(Direction direction);

 private:
  // Said and drawn in every frame, so made when it changes.
  const std::string facts_;
  WallLegend legend_;                  // of grid_
  std::vector<WallSpan> marked_rows_;  // of marked_ in grid_
};

}  // namespace lanescope
