// A kind of lane on the screen: draws itself and says what is under the mouse. One object a lane;
// it keeps its query result until the view or the snapshot changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "imgui.h"

#include "app/widgets/draw/ui.h"
#include "core/view/colors/role.h"
#include "core/view/colors/role_palette.h"
#include "core/view/events/selection.h"
#include "core/view/lanes/layout.h"
#include "core/view/lanes/model.h"
#include "core/view/lanes/path_lane.h"
#include "core/view/lanes/tree.h"
#include "core/view/memory/blocks.h"
#include "core/view/navigation/search_model.h"
#include "core/view/results/comparison.h"
#include "core/view/results/insights.h"
#include "core/view/text/label_fit.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// What slices are drawn with in a frame.
struct SliceScene {
  const Ui& ui;
  ImDrawList& list;
  const LaneMetrics& metrics;
  const RolePalette& palette;
  const LabelFitter& labels;  // of the face `slice`
  ShortNames& names;
  const SearchMatches* matches = nullptr;  // of a search; the rest is drawn faintly then
  const PathLane* path = nullptr;    // the critical path; null while it is not shown or not known
  bool only_path = false;            // the rest is drawn faintly
  const LoneEvents* lone = nullptr;  // hatched: the other run has no such event; null without one
};

/// What all lanes of a trace share in a frame.
struct LaneScene : SliceScene {
  const Snapshot& snapshot;
  std::uint64_t generation;  // of the snapshot
  const Viewport& viewport;
  const Selection& selection;
  RoleTable& roles;
  Insights& insights;
  const std::vector<DeviceBlocks>* memory = nullptr;  // null while it is not known
};

/// One lane in it.
struct LanePlace {
  const Lane& lane;
  const LayoutItem& item;
  Rect rect;  // of the lane's drawing on the screen; its left edge is the viewport's
};

/// Words for a tooltip; the time and the event come from the hit.
struct LaneWords {
  std::vector<std::pair<std::string, std::string>> facts;
  std::string title = {};              // empty: the lane's
  std::string sentence = {};           // may be empty
  std::optional<ColorRole> role = {};  // of the mark of colour beside the title
};

class LaneView {
 public:
  virtual ~LaneView() = default;
  LaneView() = default;
  LaneView(const LaneView&) = delete;
  LaneView& operator=(const LaneView&) = delete;

  virtual void draw(const LaneScene& scene, const LanePlace& place) = 0;
  /// The event at a point of the screen that lies in the lane.
  virtual std::optional<LaneHit> hit(const LaneScene& /*scene*/, const LanePlace& /*place*/,
                                     ImVec2 /*at*/) {
    return std::nullopt;
  }
  /// What a lane without events there can tell about a moment, e.g. a curve's value.
  virtual LaneWords reading(const LaneScene& /*scene*/, const LanePlace& /*place*/, ImVec2 /*at*/) {
    return {};
  }
};

/// What a cached query depends on.
struct LaneQueryKey {
  std::uint64_t generation = 0;
  TimeView view;
  double width_px = 0;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint64_t index = 0;
  friend bool operator==(const LaneQueryKey&, const LaneQueryKey&) = default;
};
LaneQueryKey query_key(const LaneScene& scene, const LanePlace& place);

/// Makes the view of a lane. See registry.cpp for the list.
std::unique_ptr<LaneView> make_lane_view(LaneKind kind);

}  // namespace lanescope
