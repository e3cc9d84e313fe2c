// The list of peak rates of GPUs, and where they are changed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/widgets/text_field.h"
#include "core/view/tables/gpu_peak_list.h"

namespace lanescope {

class GpuPeaksDialog {
 public:
  void open();
  [[nodiscard]] bool is_open() const { return open_; }
  /// In the next draw(), which takes what is being entered.
  void close() { wants_close_ = true; }
  /// `devices` are the trace's. Changes `given`, the user's rates, when Enter is pressed or a field
  /// loses focus.
  void draw(const Ui& ui, std::span<const DeviceInfo> devices, std::vector<GpuPeaks>& given);

 private:
  void draw_content(const Ui& ui, Rect box, std::vector<GpuPeaks>& given);
  void draw_rows(const Ui& ui, Rect area, std::vector<GpuPeaks>& given);
  void draw_row(const Ui& ui, Rect rect, const GpuPeakRow& row, std::vector<GpuPeaks>& given);
  void draw_foot(const Ui& ui, Rect foot, std::vector<GpuPeaks>& given);
  void take_edits(std::vector<GpuPeaks>& given);

  bool open_ = false, wants_close_ = false;
  bool take_focus_ = false;
  std::string filter_;
  std::string added_;  // name of a GPU to be added
  CommitFields fields_;
  std::string problem_;           // why the last rate was rejected
  std::vector<GpuPeakRow> rows_;  // of this frame
  float scroll_px_ = 0;
  float content_px_ = 0;
};

}  // namespace lanescope
