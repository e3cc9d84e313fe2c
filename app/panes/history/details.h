// The panel to the right of a history: the selected run.
#pragma once

#include <cstddef>
#include <optional>

#include "app/panes/history/frame.h"
#include "app/panes/ranks/scrolled_rows.h"
#include "core/view/history/run_words.h"

namespace lanescope {

class HistoryDetailsPane {
 public:
  void draw(const HistoryFrame& frame, Rect area);

 private:
  void refresh(const HistoryView& view);

  bool known_ = false;
  std::optional<SeriesRun> run_;  // what text_ is about
  RanksDetails text_;
  ScrolledRows rows_;
};

}  // namespace lanescope
