// Two runs viewed together: what is done in one view is done in the other, at the corresponding
// time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/panes/pane/trace_view.h"
#include "core/view/lanes/pairs.h"
#include "core/view/results/comparison.h"

namespace lanescope {

struct TwoViews {
  TraceView& a;
  TraceView& b;
  [[nodiscard]] TraceView& of(RunSide side) const { return side == RunSide::A ? a : b; }
};

/// UI thread only. Both views have the same time scale, so longer work looks longer. Their left
/// edges show corresponding times; while an event with a partner is selected, both events start at
/// the same x position.
class RunLink {
 public:
  [[nodiscard]] bool on() const { return on_; }
  /// If off, each run moves independently.
  void set_on(bool on) { on_ = on; }

  /// Call at the start of a frame, after both views were refreshed. The view that was changed
  /// leads; if both were, the one of `active`. Cost: almost none if nothing changed.
  void follow(TwoViews views, const std::shared_ptr<const AlignedPair>& pair, RunSide active);
  /// Whether follow() would change anything.
  [[nodiscard]] bool behind(TwoViews views) const;
  /// Applies the current time and selection of `side` to the other view.
  void lead(TwoViews views, RunSide side);
  /// The same for the view that was changed; if both were, or neither, for `first`.
  void lead_changed(TwoViews views, RunSide first);
  /// The views have changed sides, and `pair` is their alignment now. They show the same as before;
  /// without an alignment, they are unlinked.
  void swap(TwoViews views, const std::shared_ptr<const AlignedPair>& pair);
  /// Unlinks the views; call before one of them is destroyed.
  void release(TraceView& a, TraceView& b);

  /// Whether the selected events of both start together, away from the alignment.
  [[nodiscard]] bool shifted() const { return joined_ && b_minus_a_ns_.has_value(); }
  /// Ends that; `side` stays where it is. These events remain selected, and others start together
  /// again.
  void undo_shift(TwoViews views, RunSide side);

  /// The time in `side` that corresponds to `time_of_other`. Only while joined.
  [[nodiscard]] Ns time_in(RunSide side, Ns time_of_other) const;
  /// Whether the views are joined: linked and aligned.
  [[nodiscard]] bool joined() const { return joined_; }

 private:
  struct Seen {
    TimeView view;
    float scroll_px = 0;
    std::uint64_t selection = 0, lanes = 0, travels = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  static Seen seen(const TraceView& view);
  Seen& seen_of(RunSide side) { return seen_[static_cast<std::size_t>(side)]; }

  /// Whether pairs_ matches the current lanes. Lanes may change between two calls of follow();
  /// until the next call, each run is laid out by itself.
  [[nodiscard]] bool pairs_hold(TwoViews views) const {
    return trees_ == std::array{views.a.lanes.tree_generation(), views.b.lanes.tree_generation()};
  }
  void begin(TwoViews views);
  void arrange(TwoViews views);
  void join_extents(TwoViews views) const;
  void lead_lanes(TwoViews views, RunSide side) const;
  void lead_selection(TwoViews views, RunSide side);
  /// Between the starts of the selected events; nullopt: that is not wanted, or there are none.
  std::optional<Ns> shift_of(TwoViews views, RunSide side);

  bool on_ = true;
  bool joined_ = false;
  std::shared_ptr<const AlignedPair> pair_;  // the alignment that joins the views
  std::optional<Ns> b_minus_a_ns_;           // between the starts of the selected events
  /// The events selected in A and B when the shift was undone; None: it was not.
  std::array<EventId, 2> unshifted_{EventId::None, EventId::None};
  LanePairs pairs_;
  std::array<std::uint64_t, 2> trees_{}, layouts_{};  // generations
  std::array<Seen, 2> seen_;
};

}  // namespace lanescope
