// The chart of the Overview tab: one column per step, divided by what its time is spent on.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "app/panes/pane/pane.h"
#include "core/view/overview/breakdown_model.h"

namespace lanescope {

class StepChart {
 public:
  void draw(const PaneFrame& frame, Rect area, const std::shared_ptr<const StepTable>& steps);

 private:
  void refresh(const Snapshot& snapshot, const std::shared_ptr<const StepTable>& steps,
               std::size_t most);
  float draw_source(const PaneFrame& frame, float x, Rect area) const;
  float draw_head(const PaneFrame& frame, Rect area) const;
  void draw_columns(const PaneFrame& frame, Rect chart, float labels_px) const;
  void draw_column(const PaneFrame& frame, Rect chart, Rect place, const StepColumn& column) const;
  void draw_median(const PaneFrame& frame, Rect chart) const;
  [[nodiscard]] float y_of(Rect chart, Ns length_ns) const;

  std::shared_ptr<const StepTable> made_from_;
  std::size_t made_for_ = 0;
  StepColumns columns_;
  std::string median_words_;
  std::string source_;  // which ranges the steps are; empty: torch.profiler's
};

}  // namespace lanescope
