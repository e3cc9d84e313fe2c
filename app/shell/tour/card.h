// The card of the tour: what stands on it, and where it covers nothing that its step is about.
#pragma once

#include <string>

#include "app/shell/tour/tour.h"
#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// What the card can lie on, on the screen.
struct CardGround {
  Rect timeline;  // with the names of the lanes
  Rect lanes;     // without overview, ruler and names
  Rect bottom;    // the pane below; empty if it is folded
};

/// What it keeps off; empty ones are not there.
struct CardObstacles {
  Rect details, selected;
  Rect gpu;  // the lanes of the GPUs, only if there is another corner
};

/// A room in a corner of the lanes, the lower right one first. If none is free or large enough, a
/// strip at the bottom of the pane below, or of the lanes; in a window so low that a strip would
/// leave too little of the lanes, a single line there.
Rect tour_card_room(const Style& style, const CardGround& ground, const CardObstacles& keep_off);

struct CardText {
  std::string place, title, words;
  std::string brief;      // place, title and words in one line
  bool done = false;      // the tour: it is only closed
  bool compares = false;  // also offers to compare
};

/// Draws it at the lower right of a room, as a strip across its bottom if it is too low for a card,
/// or as a line there if the words do not fit a strip.
TourChoice draw_tour_card(const Ui& ui, Rect room, const CardText& text);

}  // namespace lanescope
