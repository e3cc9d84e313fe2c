// Between two runs: of each pair of steps by how much longer B's is, at the step's place in time.
#pragma once

#include <functional>

#include "app/panes/pane/pane.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// Height of the strip at that style.
float delta_strip_height(const Style& style);

/// The time of the other run at which it does what this one does at a time.
using TimeThere = std::function<Ns(Ns)>;

/// `label` is the part beside the lanes' names, `strip` the part over or under the lanes of
/// frame.view, whose time it has. Within a step it also tells how far B is behind there. Cost: the
/// steps in view.
void draw_delta_strip(const PaneFrame& frame, const AlignedPair& pair, const TimeThere& there,
                      Rect label, Rect strip);

}  // namespace lanescope
