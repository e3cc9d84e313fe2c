// What is above the tables of a history: the sentence about it, which runs are shown, and a chart
// for each measure.
#pragma once

#include "app/panes/history/frame.h"

namespace lanescope {

/// UI thread only.
class HistoryCharts {
 public:
  void draw(const HistoryFrame& frame, Rect area);
  /// Where the sentences above the charts ended when last drawn, on the screen.
  [[nodiscard]] float sentences_end_px() const { return sentences_end_px_; }

 private:
  void draw_head(const HistoryFrame& frame, Rect& area);
  static void draw_series(const HistoryFrame& frame, Rect row);
  static void draw_charts(const HistoryFrame& frame, Rect area);

  float sentences_end_px_ = 0;
};

}  // namespace lanescope
