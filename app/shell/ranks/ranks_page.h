// The ranks of a run with the panes that show them: all of the window under the top bar.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/pane/held_keys.h"
#include "app/panes/ranks/bottom.h"
#include "app/panes/ranks/details.h"
#include "app/panes/ranks/lanes.h"
#include "app/panes/ranks/view.h"
#include "app/shell/layout/layout.h"
#include "core/session/rank_run.h"

namespace lanescope {

/// UI thread only.
class RanksPage {
 public:
  /// Starts reading at once.
  RanksPage(std::vector<std::string> files, const std::function<void()>& wake,
            const SharedThresholds& thresholds);

  [[nodiscard]] RankRun& run() { return run_; }
  [[nodiscard]] const RankRun& run() const { return run_; }
  /// Null until all files are read.
  [[nodiscard]] RanksView* view() { return view_.get(); }
  [[nodiscard]] const RanksView* view() const { return view_.get(); }
  [[nodiscard]] RanksBottom* bottom() { return bottom_.get(); }
  [[nodiscard]] const RanksBottom* bottom() const { return bottom_.get(); }
  [[nodiscard]] bool loading() const { return run_.state() == RankRun::State::Loading; }
  /// What it is called, for titles; and how far it is, or what it cost.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string words(bool with_costs = true) const;

  /// Once at the start of a frame: takes what was read, moves animations on.
  void refresh(double delta_s);
  /// True when the load is to be stopped.
  bool draw(const Ui& ui, const RolePalette& palette, const Areas& areas, Rect page,
            PaneSizes& sizes);
  void move_by_keys(const HeldKeys& keys, double delta_s);
  /// Up and Down choose a rank, Enter opens it, the arrow keys of the tree fold it.
  void handle_keys();
  [[nodiscard]] bool quiet() const;
  /// Something moves, so that the next frame must be drawn.
  [[nodiscard]] bool moving() const;

 private:
  void draw_status(const Ui& ui, Rect line);
  void step_rank(int by);

  std::function<void()> wake_;
  std::string name_;
  RankRun run_;
  std::unique_ptr<RanksView> view_;
  std::unique_ptr<RanksBottom> bottom_;
  RanksLanes lanes_;
  RanksDetailsPane details_;
};

}  // namespace lanescope
