// RunPair: a second run beside the open one. Owns B and what is known of both; A belongs to the
// window.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "app/workspace/compare/run_link.h"
#include "app/workspace/traces/open_trace.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// UI thread only. Everything that takes `a` wants the same trace until end() or swap().
class RunPair {
 public:
  /// `wake` asks for a frame, from any thread.
  explicit RunPair(std::function<void()> wake) : wake_(std::move(wake)) {}

  [[nodiscard]] bool open() const { return b_ != nullptr; }
  [[nodiscard]] OpenTrace* b() const { return b_.get(); }
  /// B has something to show.
  [[nodiscard]] bool both() const { return b_ && b_->view.snapshot(); }
  /// The run that Details, the tabs and the keys are about: the one clicked last.
  [[nodiscard]] RunSide active() const { return both() ? active_ : RunSide::A; }
  void activate(RunSide side, OpenTrace& a);

  /// There must be no B.
  void begin(std::unique_ptr<OpenTrace> b, OpenTrace& a);
  /// What is left to be freed, elsewhere: workers may have to be waited for.
  struct Gone {
    std::unique_ptr<OpenTrace> b;
    std::unique_ptr<Comparison> comparison;
  };
  Gone end(OpenTrace& a);
  /// A becomes B and B A; what was active stays so.
  void swap(std::unique_ptr<OpenTrace>& a);

  /// Once at the start of a frame, with both views refreshed.
  void refresh(OpenTrace& a);
  /// After one of the two was drawn and changed by the mouse: the other one follows.
  void lead(OpenTrace& a, RunSide side);
  /// The line under the mouse in one run stands at the same place of the work in the other.
  void share_cursor(OpenTrace& a, RunSide from);
  /// The time in `side` at which it does what the other run does then.
  [[nodiscard]] Ns time_in(RunSide side, Ns time_of_other) const;
  /// Whether one has moved and the other has not followed yet.
  [[nodiscard]] bool behind(OpenTrace& a) const;
  /// Selects an event of either run, and brings it into view.
  void go_to(OpenTrace& a, const GoToRunEvent& wanted);

  /// Aligns anew, and looks at the step of median length.
  void align(AlignQuery query);
  /// As asked for last.
  [[nodiscard]] const AlignQuery& query() const { return query_; }
  [[nodiscard]] const Comparison* comparison() const { return comparison_.get(); }
  [[nodiscard]] bool linked() const { return link_.on(); }
  void set_linked(bool linked) { link_.set_on(linked); }
  [[nodiscard]] bool quiet() const { return !b_ || (b_->quiet() && !comparison_->busy()); }

 private:
  [[nodiscard]] TwoViews views(OpenTrace& a) const { return {a.view, b_->view}; }
  void tell_views(OpenTrace& a);
  void look_at_typical_step(OpenTrace& a);
  /// The search, and what panes are about.
  void share_requests(OpenTrace& a);

  std::function<void()> wake_;
  std::unique_ptr<OpenTrace> b_;
  std::unique_ptr<Comparison> comparison_;
  AlignQuery query_;
  RunLink link_;
  RunSide active_ = RunSide::A;
  bool wants_step_ = false;  // the one of median length is to be looked at, when it is known
};

}  // namespace lanescope
