// The chart of the Roofline tab: operators as points under the roofs of the GPU.
#pragma once

#include <memory>
#include <vector>

#include "app/panes/tables/table_chart.h"
#include "core/view/tables/roofline_picture.h"

namespace lanescope {

class RooflineChart final : public TableChart {
 public:
  void draw(const PaneFrame& frame, Rect area, const std::shared_ptr<const DataTable>& table,
            std::span<const std::uint32_t> listed) override;

 private:
  void take(const std::shared_ptr<const DataTable>& table, std::span<const std::uint32_t> listed);
  void draw_head(const PaneFrame& frame, Rect row) const;
  void draw_axes(const Ui& ui) const;
  void draw_roofs(const Ui& ui) const;
  void draw_roof(const Ui& ui, const RooflineGpu& gpu, const RooflineRoof& roof) const;
  void draw_roof_titles(const Ui& ui) const;
  /// Beside the right end of its roof, off the titles in `taken`; empty: there is no room.
  [[nodiscard]] Rect title_plate(const Ui& ui, float roof_y, float wide,
                                 std::span<const Rect> taken) const;
  void draw_slope(const Ui& ui, const RooflineGpu& gpu) const;
  void draw_points(const PaneFrame& frame);
  void handle_mouse(const PaneFrame& frame);
  void explain(const PaneFrame& frame, const RooflinePoint& point) const;

  [[nodiscard]] bool shows(const Ui& ui, const RooflineRoof& roof) const;
  [[nodiscard]] ImVec2 place_of(double intensity, double tflops) const;
  [[nodiscard]] float radius_of(const Ui& ui, const RooflinePoint& point) const;
  [[nodiscard]] const RooflinePoint* point_at(const Ui& ui, ImVec2 at) const;

  Rect plot_;
  std::shared_ptr<const DataTable> table_;
  const RooflinePicture* picture_ = nullptr;  // the table's
  std::vector<bool> listed_;                  // by row
  std::size_t listed_count_ = 0;
  const std::uint32_t* listed_from_ = nullptr;
  // The row of the selected event, and of which selection and table it is.
  std::optional<std::uint32_t> selected_;
  EventId selected_for_ = EventId::None;
  const DataTable* selected_in_ = nullptr;
};

}  // namespace lanescope
