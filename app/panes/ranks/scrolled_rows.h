// The details of a rank, a link or a run, as the pages of many ranks and of many runs have them on
// the right: a heading, rows, and a scroll bar where they are too many.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/widgets/key_value.h"
#include "core/view/ranks/text.h"

namespace lanescope {

class ScrolledRows {
 public:
  void to_top() { scroll_px_ = 0; }
  /// `head` draws what is above the rows, `rank` a row about one; without it, there are none. The
  /// window's thread.
  void draw(const Ui& ui, std::string_view id, Rect area, std::span<const RanksDetailRow> rows,
            const std::function<void(FactColumn&)>& head,
            const std::function<void(FactColumn&, const RanksDetailRow&)>& rank = {});

 private:
  float scroll_px_ = 0, height_px_ = 0;
};

}  // namespace lanescope
