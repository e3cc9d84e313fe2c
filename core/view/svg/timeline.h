// The lanes in view as an SVG picture: text that can be selected and searched, drawn from the same
// models as the window.
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

/// What to draw; owns everything, so it can be drawn on a worker.
struct SvgTimeline {
  struct Colors {
    Rgb background, panel, raised, line, text, dim, faint, accent, selection;
  };
  std::shared_ptr<const Snapshot> snapshot;
  std::string title;  // the trace's
  LaneTree tree;
  LaneLayout layout;
  Viewport viewport;  // as wide as the lanes
  float scroll_px = 0;
  float labels_px = 224;
  float height_px = 600;          // of the lanes
  float scale = 1;                // of the text; the layout has its own
  std::vector<EventId> selected;  // the arrows are those of the last one
  std::optional<TimeRange> range;
  FoundLanes found;
  ThemeKind theme = ThemeKind::Dark;
  Colors color;
};

/// The document, at most about SvgWriter::kLargestBytes. Ends early when stopped. Cost: that of a
/// frame plus a few µs per slice; run it on a worker.
std::string svg_timeline(const SvgTimeline& picture, const std::stop_token& stop = {});

}  // namespace lanescope
