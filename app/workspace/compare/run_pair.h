// RunPair: a second run next to the open one. Owns B and the comparison of both; A belongs to the
// caller.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "app/workspace/compare/run_link.h"
#include "app/workspace/traces/open_trace.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// Whether only two runs have the tab.
bool is_tab_of_two(std::string_view title);

/// UI thread only. All functions with a parameter `a` need the same trace until end() or swap().
class RunPair {
 public:
  /// `wake` requests a frame, from any thread.
  explicit RunPair(std::function<void()> wake) : wake_(std::move(wake)) {}

  [[nodiscard]] bool open() const { return b_ != nullptr; }
  [[nodiscard]] OpenTrace* b() const { return b_.get(); }
  /// Whether B has something to show.
  [[nodiscard]] bool both() const { return b_ && b_->view.snapshot(); }
  /// The run that Details, the tabs and the keys act on: the one clicked last.
  [[nodiscard]] RunSide active() const { return both() ? active_ : RunSide::A; }
  void activate(RunSide side, OpenTrace& a);

  /// Requires that there is no B.
  void begin(std::unique_ptr<OpenTrace> b, OpenTrace& a);
  /// What remains to be freed on another thread, because that may wait for workers.
  struct Gone {
    std::unique_ptr<OpenTrace> b;
    std::unique_ptr<Comparison> comparison;
  };
  Gone end(OpenTrace& a);
  /// Swaps A and B; the active run stays active, and both show the same as before.
  void swap(std::unique_ptr<OpenTrace>& a);

  /// Call once at the start of a frame, after both views were refreshed.
  void refresh(OpenTrace& a);
  /// Call after one of the views may have changed: the other one follows. `first`: the one that
  /// leads if both have.
  void lead(OpenTrace& a, RunSide first);
  /// Shows the time under the mouse in one run at the corresponding time in the other.
  void share_cursor(OpenTrace& a, RunSide from);
  /// The time in `side` that corresponds to `time_of_other`.
  [[nodiscard]] Ns time_in(RunSide side, Ns time_of_other) const;
  /// Whether one view has changed and the other has not followed yet.
  [[nodiscard]] bool behind(OpenTrace& a) const;
  /// Selects an event of either run and brings it into view.
  void go_to(OpenTrace& a, const GoToRunEvent& wanted);

  /// Re-aligns, and shows the step of what is selected in A, otherwise that of median length.
  void align(AlignQuery query);
  /// Whether the selected events start together, instead of as aligned.
  [[nodiscard]] bool shifted() const { return both() && link_.shifted(); }
  /// Ends that, and keeps the selection.
  void undo_shift(OpenTrace& a) {
    if (both()) link_.undo_shift(views(a), active());
  }
  /// Once they are aligned, B follows the time that A shows, instead.
  void stay_in_time() { wants_step_ = false; }
  /// The last requested alignment.
  [[nodiscard]] const AlignQuery& query() const { return query_; }
  [[nodiscard]] const Comparison* comparison() const { return comparison_.get(); }
  [[nodiscard]] bool linked() const { return link_.on(); }
  void set_linked(bool linked) { link_.set_on(linked); }
  /// Whether the lanes of both face each other.
  [[nodiscard]] bool joined() const { return link_.joined(); }
  [[nodiscard]] bool quiet() const { return !b_ || (b_->quiet() && !comparison_->busy()); }

 private:
  [[nodiscard]] TwoViews views(OpenTrace& a) const { return {a.view, b_->view}; }
  void tell_views(OpenTrace& a);
  /// At the step that is to be seen first, and at what is selected in A.
  void look_at_first_step(OpenTrace& a);
  /// Shares the search text.
  void share_requests(OpenTrace& a);

  std::function<void()> wake_;
  std::unique_ptr<OpenTrace> b_;
  std::unique_ptr<Comparison> comparison_;
  AlignQuery query_;
  RunLink link_;
  RunSide active_ = RunSide::A;
  bool wants_step_ = false;  // show the step of the selection, or of median length, once known
};

}  // namespace lanescope
