// The ranks of a run and their panes: the entire window below the top bar.
#pragma once

#include <functional>

#include "app/panes/pane/pressed_keys.h"
#include "app/panes/ranks/bottom.h"
#include "app/panes/ranks/details.h"
#include "app/panes/ranks/lanes.h"
#include "app/shell/layout/layout.h"
#include "app/workspace/traces/open_ranks.h"

namespace lanescope {

/// UI thread only.
class RanksPanes {
 public:
  /// `wake` requests a frame, from any thread.
  RanksPanes(const RanksView& view, const std::function<void()>& wake) : bottom_(view, wake) {}

  [[nodiscard]] RanksTableTabs& tables() { return bottom_.tables(); }
  [[nodiscard]] bool dragging() const { return lanes_.dragging(); }
  [[nodiscard]] float sentences_end_px() const { return lanes_.sentences_end_px(); }
  /// Everything but the details.
  void draw(const Ui& ui, const RolePalette& palette, const Areas& areas, OpenRanks& ranks,
            PaneSizes& sizes);
  void draw_details(const RanksFrame& frame, Rect area) { details_.draw(frame, area); }

 private:
  RanksBottom bottom_;
  RanksLanes lanes_;
  RanksDetailsPane details_;
};

/// Shown while the ranks are loading. True if the user stops the load.
bool draw_ranks_loading(const Ui& ui, Rect page, const OpenRanks& ranks);

void move_by_keys(RanksView& view, const PressedKeys& keys, double delta_s);
/// Up and Down choose a rank, Enter opens it.
void handle_ranks_keys(RanksView& view);

}  // namespace lanescope
