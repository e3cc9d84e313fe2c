// The panel to the right of the ranks: the selected collective, else the active rank.
#pragma once

#include <cstddef>
#include <optional>

#include "app/panes/ranks/frame.h"
#include "app/panes/ranks/scrolled_rows.h"
#include "core/view/ranks/text.h"

namespace lanescope {

class RanksDetailsPane {
 public:
  void draw(const RanksFrame& frame, Rect area);

 private:
  void refresh(const RanksView& view);
  void draw_head(const RanksFrame& frame, FactColumn& column) const;
  void draw_rank(const RanksFrame& frame, Rect row, const RanksDetailRow& line) const;

  bool known_ = false;
  std::optional<std::size_t> rank_, collective_;  // what text_ is about
  std::optional<RankEvent> event_;
  RanksDetails text_;
  ScrolledRows rows_;
};

}  // namespace lanescope
