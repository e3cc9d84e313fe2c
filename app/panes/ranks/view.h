// RanksView: the view state of the ranks of a run. Panes draw and change it; it draws nothing
// itself.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/view/colors/role.h"
#include "core/view/ranks/layout.h"
#include "core/view/ranks/ranks_picture.h"
#include "core/view/ranks/tables.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// Requests that the window open the trace of a rank at a time range.
struct OpenRank {
  std::size_t trace = 0;
  TimeRange range;  // the range in view, on the rank's own clock
};

/// UI thread only.
class RanksView {
 public:
  RanksView(std::shared_ptr<const RanksPicture> run, std::shared_ptr<const RanksTables> tables);

  [[nodiscard]] const RanksPicture& run() const { return *run_; }
  [[nodiscard]] const std::shared_ptr<const RanksTables>& tables() const { return tables_; }

  /// Call once at the start of a frame.
  void refresh(double delta_s);
  [[nodiscard]] bool animating() const { return viewport.gliding() || layout_stale_; }

  void set_metrics(const RanksRowMetrics& metrics);
  void set_rows_height_px(float height_px);
  /// As of the start of the frame: folding takes effect in the next frame.
  [[nodiscard]] const RanksLayout& layout() const { return layout_; }
  [[nodiscard]] const RanksRowMetrics& metrics() const { return metrics_; }

  [[nodiscard]] bool unfolded(std::size_t trace) const { return unfolded_[trace]; }
  void toggle_folded(std::size_t trace);
  /// All ranks: folds them if any is unfolded, else unfolds them.
  void toggle_all();

  [[nodiscard]] float scroll_px() const { return scroll_px_; }
  void scroll_to(float offset_px);

  [[nodiscard]] std::optional<std::size_t> rank() const { return rank_; }
  [[nodiscard]] std::optional<std::size_t> collective() const { return collective_; }
  void select_rank(std::optional<std::size_t> trace);
  /// Does not change the selected rank.
  void select_collective(std::optional<std::size_t> collective);
  /// Selects it, and its last rank if that is known, and brings it into view.
  void go_to_collective(std::size_t collective);
  void go_to_rank(std::size_t trace);
  /// Deselects the collective, else the range, else the rank; false if nothing was selected.
  bool dismiss();
  /// Requests that the rank's trace be opened at the range in view.
  void want(std::size_t trace);
  void show_all() { viewport.glide_to(run_->extent, 0.02); }
  /// The selected range, else the selected collective.
  void zoom_to_selection();

  /// Roles and short names of a rank's strings.
  struct Ink {
    RoleTable roles;
    ShortNames names;
  };
  Ink& ink(std::size_t trace);

  Viewport viewport;  // of the time axis
  RanksMeasure measure = RanksMeasure::Activity;
  std::optional<TimeRange> range;  // dragged over the lanes
  std::optional<Ns> cursor_ns;     // time under the mouse
  std::vector<OpenRank> requests;  // handled by the window once per frame

 private:
  void lay_out();

  std::shared_ptr<const RanksPicture> run_;
  std::shared_ptr<const RanksTables> tables_;
  std::vector<bool> unfolded_;
  std::vector<std::unique_ptr<Ink>> inks_;
  RanksRowMetrics metrics_;
  RanksLayout layout_;
  bool layout_stale_ = true;
  float scroll_px_ = 0, rows_height_px_ = 0;
  std::optional<std::size_t> rank_, collective_;
};

}  // namespace lanescope
