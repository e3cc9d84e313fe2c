// Draws a kind of lane on the screen and says what is under the mouse. One object per lane; it
// caches its query result until the view or the snapshot changes.
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
#include "core/view/memory/block_colors.h"
#include "core/view/memory/blocks.h"
#include "core/view/navigation/search_model.h"
#include "core/view/results/comparison.h"
#include "core/view/results/insights.h"
#include "core/view/text/label_fit.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// What a frame needs to draw slices.
struct SliceScene {
  const Ui& ui;
  ImDrawList& list;
  const LaneMetrics& metrics;
  const RolePalette& palette;
  const LabelFitter& labels;  // for the face `slice`
  ShortNames& names;
  const SearchMatches* matches = nullptr;  // of a search; other slices are drawn faintly
  const PathLane* path = nullptr;          // the critical path; null if not shown or not known yet
  bool only_path = false;                  // draw everything else faintly
  const LoneEvents* lone = nullptr;        // hatched: not in the other run; null if there is none
};

/// What all lanes of a trace share in a frame.
struct LaneScene : SliceScene {
  const Snapshot& snapshot;
  std::uint64_t generation;  // of the snapshot
  const Viewport& viewport;
  const Selection& selection;
  RoleTable& roles;
  Insights& insights;
  const std::vector<DeviceBlocks>* memory = nullptr;  // null until known
  const std::vector<OwnedBlocks>* owners = nullptr;   // of the same blocks; null until known
};

/// One lane of the scene.
struct LanePlace {
  const Lane& lane;
  const LayoutItem& item;
  Rect rect;  // where the lane is drawn on the screen; its left edge is the viewport's
};

/// Text for a tooltip; the time and the event come from the hit.
struct LaneWords {
  std::vector<std::pair<std::string, std::string>> facts;
  std::string title = {};            // empty: the lane's title
  std::string sentence = {};         // may be empty
  std::optional<ImU32> swatch = {};  // a color next to the title
};

class LaneView {
 public:
  virtual ~LaneView() = default;
  LaneView() = default;
  LaneView(const LaneView&) = delete;
  LaneView& operator=(const LaneView&) = delete;

  virtual void draw(const LaneScene& scene, const LanePlace& place) = 0;
  /// The event at a screen position inside the lane.
  virtual std::optional<LaneHit> hit(const LaneScene& /*scene*/, const LanePlace& /*place*/,
                                     ImVec2 /*at*/) {
    return std::nullopt;
  }
  /// What a lane can tell about a position without an event, such as a curve's value.
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

/// Creates the view of a lane. The kinds are listed in registry.cpp.
std::unique_ptr<LaneView> make_lane_view(LaneKind kind);

}  // namespace lanescope
