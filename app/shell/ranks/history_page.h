// The history of many runs by their summaries, and the panes about it: the entire window below the
// top bar.
#pragma once

#include <functional>

#include "app/panes/history/bottom.h"
#include "app/panes/history/charts.h"
#include "app/panes/history/details.h"
#include "app/shell/layout/layout.h"
#include "app/workspace/traces/open_ranks.h"

namespace lanescope {

/// UI thread only.
class HistoryPanes {
 public:
  /// `wake` requests a frame, from any thread.
  HistoryPanes(const HistoryView& view, const std::function<void()>& wake) : bottom_(view, wake) {}

  [[nodiscard]] RanksTableTabs& tables() { return bottom_.tables(); }
  [[nodiscard]] float sentences_end_px() const { return charts_.sentences_end_px(); }
  /// Everything but the details.
  void draw(const Ui& ui, const RolePalette& palette, const Areas& areas, OpenRanks& ranks,
            PaneSizes& sizes);
  void draw_details(const HistoryFrame& frame, Rect area) { details_.draw(frame, area); }

 private:
  HistoryBottom bottom_;
  HistoryCharts charts_;
  HistoryDetailsPane details_;
};

/// The arrow keys choose a run, Enter opens it.
void handle_history_keys(HistoryView& view);

}  // namespace lanescope
