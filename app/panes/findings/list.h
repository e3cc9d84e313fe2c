// The findings one under the other: how much each is worth, what it is, and where.
#pragma once

#include <cstddef>

#include "app/widgets/draw/ui.h"
#include "core/view/findings/model.h"

namespace lanescope {

/// Rows are the cards, then one for what could not be judged, if anything.
std::size_t finding_rows(const FindingsModel& model);

class FindingsList {
 public:
  /// Draws in the current window; `chosen` is a row, and changes when another is clicked. True when
  /// one was clicked.
  bool draw(const Ui& ui, Rect area, const FindingsModel& model, std::size_t& chosen);
  /// The keys that walk through controls, where they stand on the rows.
  [[nodiscard]] const RowKeys& keys() const { return keys_; }
  /// Where the list is not drawn.
  void forget_keys() { keys_ = {}; }
  /// Scrolls as far as needed to see a row.
  void show(const Ui& ui, std::size_t row);

 private:
  float scroll_px_ = 0, height_px_ = 0;
  RowKeys keys_;
};

/// From nothing to all: solid up to what comes back at least, pale up to what comes back at most.
void draw_severity(const Ui& ui, Rect bar, const FindingCard& card);

}  // namespace lanescope
