// The list of findings: potential gain, title, and place.
#pragma once

#include <cstddef>

#include "app/widgets/draw/ui.h"
#include "core/view/findings/model.h"

namespace lanescope {

/// One row per card, then one for the rules without a result, if any.
std::size_t finding_rows(const FindingsModel& model);

class FindingsList {
 public:
  /// Draws in the current window. `chosen` is a row, and changes when another is clicked. True if
  /// one was clicked.
  bool draw(const Ui& ui, Rect area, const FindingsModel& model, std::size_t& chosen);
  /// Keyboard navigation, while the rows have the focus.
  [[nodiscard]] const RowKeys& keys() const { return keys_; }
  /// Call if the list is not drawn.
  void forget_keys() { keys_ = {}; }
  /// Scrolls as little as needed to show a row.
  void show(const Ui& ui, std::size_t row);

 private:
  float scroll_px_ = 0, height_px_ = 0;
  float row_px_ = 0;  // in the last frame
  RowKeys keys_;
};

}  // namespace lanescope
