// The ranks of a run that are open: read together, then looked at together.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/panes/ranks/view.h"
#include "core/session/rank_run.h"

namespace lanescope {

/// What draws them. The window makes it and looks into it.
class RanksPanes;

/// UI thread only.
class OpenRanks {
 public:
  /// Starts reading at once. `wake` asks for a frame, from any thread.
  OpenRanks(std::vector<std::string> files, const std::function<void()>& wake,
            const SharedThresholds& thresholds);

  [[nodiscard]] RankRun& run() { return run_; }
  [[nodiscard]] const RankRun& run() const { return run_; }
  /// Null until all files are read.
  [[nodiscard]] RanksView* view() { return view_.get(); }
  [[nodiscard]] const RanksView* view() const { return view_.get(); }
  [[nodiscard]] bool loading() const { return run_.state() == RankRun::State::Loading; }
  /// What it is called, for titles; and how far it is, or what it cost.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string words(bool with_costs = true) const;
  /// Nothing is read and nothing moves.
  [[nodiscard]] bool quiet() const { return !loading() && !(view_ && view_->animating()); }

  /// Once at the start of a frame: takes what was read, moves animations on.
  void refresh(double delta_s);

 private:
  std::string name_;
  RankRun run_;
  std::unique_ptr<RanksView> view_;

 public:
  std::shared_ptr<RanksPanes> panes;  // last: its workers end before what they use; null: none
};

}  // namespace lanescope
