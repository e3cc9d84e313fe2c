// Two runs that are looked at together: what is done to one of them is done to the other, at the
// same place of its work.
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

/// UI thread only. Time has the same scale in both, so that what takes longer is seen to be longer.
/// The left edges show the same place of the work; while an event is selected that has a partner,
/// both start at the same place of the screen.
class RunLink {
 public:
  [[nodiscard]] bool on() const { return on_; }
  /// Off, each run moves alone.
  void set_on(bool on) { on_ = on; }

  /// At the start of a frame, after both views were refreshed: whichever was changed leads, of both
  /// the one that is `active`. Cost: next to nothing where nothing changed.
  void follow(TwoViews views, const std::shared_ptr<const AlignedPair>& pair, RunSide active);
  /// Whether that would change anything.
  [[nodiscard]] bool behind(TwoViews views) const;
  /// The view of the other run at the time and the selection that `side` has now; both are level
  /// then.
  void lead(TwoViews views, RunSide side);
  /// Ends it, before one of the views goes.
  void release(TraceView& a, TraceView& b);

  /// The time in `side` at which it does what the other run does then. Only while they are linked.
  [[nodiscard]] Ns time_in(RunSide side, Ns time_of_other) const;
  /// Whether the views are joined: linked, and aligned.
  [[nodiscard]] bool joined() const { return joined_; }

 private:
  struct Seen {
    TimeView view;
    float scroll_px = 0;
    std::uint64_t selection = 0, lanes = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  static Seen seen(const TraceView& view);
  Seen& seen_of(RunSide side) { return seen_[static_cast<std::size_t>(side)]; }

  /// Whether pairs_ are of the lanes that there are. Lanes come and go between two follow(), and
  /// until the next one each run stands by itself.
  [[nodiscard]] bool pairs_hold(TwoViews views) const {
    return trees_ == std::array{views.a.lanes.tree_generation(), views.b.lanes.tree_generation()};
  }
  void begin(TwoViews views);
  void join_extents(TwoViews views) const;
  void lead_lanes(TwoViews views, RunSide side) const;
  void lead_selection(TwoViews views, RunSide side);

  bool on_ = true;
  bool joined_ = false;
  std::shared_ptr<const AlignedPair> pair_;  // that the views are joined by
  std::optional<Ns> b_minus_a_ns_;           // of the starts of the events that are selected
  LanePairs pairs_;
  std::array<std::uint64_t, 2> trees_{}, layouts_{};  // generations
  std::array<Seen, 2> seen_;
};

}  // namespace lanescope
