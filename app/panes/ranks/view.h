// RanksView: the view state of the ranks of a run. Panes draw and change it; it draws nothing
// itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/panes/ranks/search.h"
#include "core/view/colors/role.h"
#include "core/view/ranks/layout.h"
#include "core/view/ranks/ranks_picture.h"
#include "core/view/ranks/tables.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// Requests that the window open the trace of a rank at a time range.
struct OpenRank {
  enum class For : std::uint8_t { Reading, Export };
  std::size_t trace = 0;
  TimeRange range;  // the range in view, on the rank's own clock
  For purpose = For::Reading;
};

/// UI thread only.
class RanksView {
 public:
  /// `wake` requests a frame, from any thread.
  RanksView(std::shared_ptr<const RanksPicture> run, std::shared_ptr<const RanksTables> tables,
            const std::function<void()>& wake = {});

  [[nodiscard]] const RanksPicture& run() const { return *run_; }
  [[nodiscard]] const std::shared_ptr<const RanksTables>& tables() const { return tables_; }

  /// Call once at the start of a frame.
  void refresh(double delta_s);
  [[nodiscard]] bool animating() const {
    return viewport.gliding() || layout_stale_ || !search.current();
  }

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
  /// Does not change the selected rank; deselects the event.
  void select_collective(std::optional<std::size_t> collective);
  /// Selects it, and its last rank if that is known, and brings it into view.
  void go_to_collective(std::size_t collective);
  void go_to_rank(std::size_t trace);
  /// A slice of a stream.
  [[nodiscard]] std::optional<RankEvent> event() const { return event_; }
  void select_event(std::optional<RankEvent> event) { event_ = event; }
  /// Selects it and what it is part of, unfolds its rank and brings it into view.
  void go_to_event(RankEvent event);
  void zoom_to_event(RankEvent event);
  /// The next or previous match of the search, once that has ended.
  void go_to_match(Direction direction);
  /// Ends the search; else deselects the collective and the event, else the range, else the rank;
  /// false if there was nothing of these.
  bool dismiss();
  /// Requests that the rank's trace be opened at the range in view.
  void want(std::size_t trace, OpenRank::For purpose = OpenRank::For::Reading);
  void show_all() { viewport.glide_to(run_->extent, 0.02); }
  /// The selected range, else the selected collective, else the selected event.
  void zoom_to_selection();

  /// Roles and short names of a rank's strings.
  struct Ink {
    RoleTable roles;
    ShortNames names;
  };
  Ink& ink(std::size_t trace);

  Viewport viewport;   // of the time axis
  RanksSearch search;  // over the unfolded ranks
  RanksMeasure measure = RanksMeasure::Activity;
  std::optional<TimeRange> range;  // dragged over the lanes
  std::optional<Ns> cursor_ns;     // time under the mouse
  std::vector<OpenRank> requests;  // handled by the window once per frame

 private:
  void lay_out();
  /// Scrolls as far as needed to see these rows.
  void bring_rows(float top_px, float bottom_px);
  /// Glides there unless it is in view and wide enough to be seen.
  void bring_range(TimeRange wanted);

  std::shared_ptr<const RanksPicture> run_;
  std::shared_ptr<const RanksTables> tables_;
  std::vector<bool> unfolded_;
  std::vector<std::unique_ptr<Ink>> inks_;
  RanksRowMetrics metrics_;
  RanksLayout layout_;
  bool layout_stale_ = true;
  float scroll_px_ = 0, rows_height_px_ = 0;
  std::optional<std::size_t> rank_, collective_;
  std::optional<RankEvent> event_;
};

}  // namespace lanescope
