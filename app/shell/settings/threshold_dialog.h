// The searchable list of thresholds for analyses and findings, and where they are changed.
#pragma once

#include <string>

#include "app/widgets/draw/ui.h"
#include "app/widgets/text_field.h"
#include "core/view/text/threshold_list.h"

namespace lanescope {

class ThresholdDialog {
 public:
  void open();
  [[nodiscard]] bool is_open() const { return open_; }
  /// In the next draw(), which takes what is being entered.
  void close() { wants_close_ = true; }
  /// Changes `thresholds` when Enter is pressed or a field loses focus.
  void draw(const Ui& ui, Thresholds& thresholds);

 private:
  void draw_content(const Ui& ui, Rect box, Thresholds& thresholds);
  void draw_rows(const Ui& ui, Rect area, Thresholds& thresholds);
  void draw_row(const Ui& ui, Rect row, const Threshold& threshold, Thresholds& thresholds);
  void draw_foot(const Ui& ui, Rect foot, Thresholds& thresholds);
  void take_edits(Thresholds& thresholds);
  void put(const Threshold& threshold, const std::string& text, Thresholds& thresholds);

  bool open_ = false, wants_close_ = false;
  bool take_focus_ = false;
  std::string filter_;
  CommitFields fields_;
  std::string problem_;  // why the last value was rejected
  float scroll_px_ = 0;
  float content_px_ = 0;
};

}  // namespace lanescope
