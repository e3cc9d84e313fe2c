// The open ranks of a run, loaded and viewed together: by their traces, or by summaries of them;
// or, also by summaries, the history of many runs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/fleet/view.h"
#include "app/panes/history/view.h"
#include "app/panes/ranks/view.h"
#include "core/session/fleet_run.h"
#include "core/session/rank_run.h"

namespace lanescope {

/// Draw them. Created and used by the window.
class RanksPanes;
class FleetPanes;
class HistoryPanes;

/// Why nothing is compared with a history.
inline constexpr std::string_view kHistoryAlone =
    "the runs of a history are compared with each other only";

/// UI thread only.
class OpenRanks {
 public:
  /// Starts loading immediately; as summaries if all files are named so. `wake` requests a frame,
  /// from any thread.
  OpenRanks(std::vector<std::string> files, const std::function<void()>& wake,
            const SharedThresholds& thresholds);

  /// Whether they are known by summaries only.
  [[nodiscard]] bool summarized() const { return fleet_run_ != nullptr; }
  [[nodiscard]] const std::vector<std::string>& files() const;
  /// Only if they are not summarized().
  [[nodiscard]] RankRun& run() const;
  /// Only if they are.
  [[nodiscard]] const FleetRun& fleet_run() const;
  /// Null until all files are loaded, and if they are summarized().
  [[nodiscard]] RanksView* view() { return view_.get(); }
  [[nodiscard]] const RanksView* view() const { return view_.get(); }
  /// Null until all summaries are loaded, if they are traces, and if they are a history.
  [[nodiscard]] FleetView* fleet() const { return fleet_.get(); }
  /// Of summaries of many runs; null until all are loaded, and of one run.
  [[nodiscard]] HistoryView* history() const { return history_.get(); }
  [[nodiscard]] bool loading() const;
  /// Of the load, 0 … 1.
  [[nodiscard]] double share() const;
  /// Loads the summaries of another run to compare with these, in place of one that is there. Only
  /// if they are summarized(); they may still be loading.
  void compare_with(std::vector<std::string> files);
  /// Returns the other run, which may still be loading: freeing it waits for its worker.
  [[nodiscard]] std::unique_ptr<FleetRun> end_comparison();
  /// The other run, loading or compared; null: none.
  [[nodiscard]] const FleetRun* other() const { return other_run_.get(); }
  [[nodiscard]] bool other_loads() const;
  /// Why the other run could not be loaded, once.
  [[nodiscard]] std::optional<FleetFiles::Problem> take_other_failure();
  /// Which summaries of the other run could not be read, once; empty: all were.
  [[nodiscard]] std::string take_other_problem();
  /// The other run, if its load was stopped or failed: freeing it waits for its worker.
  [[nodiscard]] std::unique_ptr<FleetRun> take_ended_other();
  /// Stops loading; what was read is shown.
  void cancel();
  /// The run's name for titles; and its progress, or what loading it cost.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string words(bool with_costs = true) const;
  /// Nothing is loading or moving.
  [[nodiscard]] bool quiet() const { return !loading() && !other_loads() && !animating(); }
  [[nodiscard]] bool animating() const;

  /// Call once at the start of a frame: takes what was loaded, advances animations.
  void refresh(double delta_s);

 private:
  [[nodiscard]] std::string loading_words() const;
  [[nodiscard]] std::string loaded_words() const;
  void refresh_other();

  std::string name_;
  std::function<void()> wake_;
  std::unique_ptr<RankRun> run_;         // null: see fleet_run_
  std::unique_ptr<FleetRun> fleet_run_;  // null: see run_
  std::unique_ptr<RanksView> view_;
  std::unique_ptr<FleetView> fleet_;
  std::unique_ptr<FleetRun> other_run_;  // that is compared; null: none
  bool other_taken_ = false;             // by fleet_
  std::unique_ptr<FleetRun> ended_other_;
  std::optional<FleetFiles::Problem> other_failure_;
  std::string other_problem_;

 public:
  // Last: their workers end before what they use; may be null.
  std::shared_ptr<RanksPanes> panes;
  std::shared_ptr<FleetPanes> fleet_panes;

 private:
  std::unique_ptr<HistoryView> history_;

 public:
  std::shared_ptr<HistoryPanes> history_panes;
};

}  // namespace lanescope
