// The lanes in view as an SVG picture: real words that can be selected and searched, made from the
// same models that the window draws.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/store/snapshot.h"
#include "core/view/colors/oklab.h"
#include "core/view/colors/role_palette.h"
#include "core/view/lanes/found_lanes.h"
#include "core/view/lanes/layout.h"
#include "core/view/lanes/tree.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// What to draw; owns all of it, so that a worker can.
struct SvgTimeline {
  struct Colors {
    Rgb background, panel, raised, line, text, dim, faint, accent, selection;
  };
  std::shared_ptr<const Snapshot> snapshot;
  std::string title;  // of the trace
  LaneTree tree;
  LaneLayout layout;
  Viewport viewport;  // its width is that of the lanes
  float scroll_px = 0;
  float labels_px = 224;
  float height_px = 600;  // of the lanes
  float scale = 1;        // of words; the layout has its own
  std::vector<EventId> selected;
  std::optional<TimeRange> range;
  FoundLanes found;
  ThemeKind theme = ThemeKind::Dark;
  Colors color;
};

/// The document, at most about SvgWriter::kLargestBytes. Ends early when stopped. Cost: that of a
/// frame and some µs a slice; for a worker.
std::string svg_timeline(const SvgTimeline& picture, const std::stop_token& stop = {});

}  // namespace lanescope
