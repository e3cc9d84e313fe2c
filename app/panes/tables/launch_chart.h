// The chart of the Launches tab: one point per launch, and text about them.
#pragma once

#include "app/panes/tables/table_chart.h"
#include "app/widgets/tooltip.h"
#include "core/view/tables/launch_picture.h"

namespace lanescope {

class LaunchChart final : public TableChart {
 public:
  void draw(const PaneFrame& frame, Rect area, const std::shared_ptr<const DataTable>& table,
            std::span<const std::uint32_t> listed) override;
  [[nodiscard]] std::optional<ChartBox> box() const override { return box_; }

 private:
  /// What is under the mouse.
  struct Spot {
    const LaunchPoint* point = nullptr;  // if several, the one with the longest delay
    std::uint32_t count = 0;
  };

  void draw_head(const PaneFrame& frame, Rect row);
  void draw_zones(const PaneFrame& frame, Rect area);
  void draw_zone(const PaneFrame& frame, Rect row, LaunchZone zone) const;
  void draw_actions(const PaneFrame& frame, Rect row);
  void draw_axes(const PaneFrame& frame) const;
  void draw_times(const PaneFrame& frame) const;
  void draw_limits(const PaneFrame& frame) const;
  void draw_points(const PaneFrame& frame) const;
  void draw_cells(const PaneFrame& frame) const;
  void draw_box(const Ui& ui) const;
  void draw_selected(const PaneFrame& frame);
  void handle_mouse(const PaneFrame& frame);
  void take_box(ImVec2 from, ImVec2 to);
  void explain(const PaneFrame& frame, const Spot& spot) const;

  static ImU32 color_of(const PaneFrame& frame, LaunchZone zone);
  [[nodiscard]] bool few() const;
  [[nodiscard]] ImVec2 place_of(const LaunchPoint& point) const;
  [[nodiscard]] Rect cell_rect(std::size_t column, std::size_t row) const;
  [[nodiscard]] Spot spot_at(const Ui& ui, ImVec2 at) const;
  [[nodiscard]] float x_of(double share) const;
  [[nodiscard]] float y_of(double share) const;

  ChartAxis axis_ = ChartAxis::CallLength;
  std::optional<ChartBox> box_;
  std::optional<ImVec2> dragged_from_;
  Rect plot_, band_;  // of launches with a delay, and of those without
  std::shared_ptr<const DataTable> table_;
  const LaunchPicture* picture_ = nullptr;  // owned by table_
  // The point of the selected event, and the selection and picture that it was computed for.
  const LaunchPoint* selected_ = nullptr;
  const LaunchPicture* selected_in_ = nullptr;
  EventId selected_for_ = EventId::None;
};

}  // namespace lanescope
