// The status line's words about the selection and the view.
#pragma once

#include <string>

#include "core/store/snapshot.h"
#include "core/view/events/selection.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// "1 selected · 412.3 µs", "3 selected · 1.204 ms together", "range 412–612 ms"; empty when
/// nothing is selected. Cost: log(slices) a selected event.
std::string selection_text(const Snapshot& snapshot, const Selection& selection);

/// "view 412–612 ms".
std::string view_text(const Snapshot& snapshot, const Viewport& viewport);

}  // namespace lanescope
