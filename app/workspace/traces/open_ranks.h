// The open ranks of a run, loaded and viewed together.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/panes/ranks/view.h"
#include "core/session/rank_run.h"

namespace lanescope {

/// Draws them. Created and used by the window.
class RanksPanes;

/// UI thread only.
class OpenRanks {
 public:
  /// Starts loading immediately. `wake` requests a frame, from any thread.
  OpenRanks(std::vector<std::string> files, const std::function<void()>& wake,
            const SharedThresholds& thresholds);

  [[nodiscard]] RankRun& run() { return run_; }
  [[nodiscard]] const RankRun& run() const { return run_; }
  /// Null until all files are loaded.
  [[nodiscard]] RanksView* view() { return view_.get(); }
  [[nodiscard]] const RanksView* view() const { return view_.get(); }
  [[nodiscard]] bool loading() const { return run_.state() == RankRun::State::Loading; }
  /// The run's name for titles; and its progress, or what loading it cost.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string words(bool with_costs = true) const;
  /// Nothing is loading or moving.
  [[nodiscard]] bool quiet() const { return !loading() && !(view_ && view_->animating()); }

  /// Call once at the start of a frame: takes what was loaded, advances animations.
  void refresh(double delta_s);

 private:
  std::string name_;
  std::function<void()> wake_;
  RankRun run_;
  std::unique_ptr<RanksView> view_;

 public:
  std::shared_ptr<RanksPanes> panes;  // last: its workers end before what they use; may be null
};

}  // namespace lanescope
