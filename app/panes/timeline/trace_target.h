// Applies gestures over the lanes of a trace, or over another chart with its time axis, to its
// view.
#pragma once

#include <functional>
#include <optional>

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/lane_mouse.h"
#include "core/view/lanes/model.h"

namespace lanescope {

/// Finds the event at a screen position.
using FindHit = std::function<std::optional<LaneHit>(ImVec2 at)>;
/// Finds the event that a link at a screen position goes to; None if there is no link.
using FindLink = std::function<EventId(ImVec2 at)>;

/// Lives for one frame.
class TraceTarget final : public LaneTarget {
 public:
  TraceTarget(TraceView& view, FindHit find, FindLink link = {})
      : LaneTarget(view.viewport), view_(view), find_(std::move(find)), link_(std::move(link)) {}

  [[nodiscard]] std::optional<TimeRange> range() const override { return view_.selection.range(); }
  void select_range(TimeRange range) override { view_.selection.select_range(range); }
  void clear_range() override { view_.selection.clear_range(); }
  [[nodiscard]] float scroll_px() const override { return view_.lanes.scroll_px(); }
  void scroll_to(float offset_px) override { view_.lanes.scroll_to(offset_px); }
  /// Follows a link, or selects what is there; a double click zooms to it.
  void click(ImVec2 at, bool twice) override;

 private:
  TraceView& view_;
  FindHit find_;
  FindLink link_;
};

}  // namespace lanescope
