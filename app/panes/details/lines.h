// A line of the details: a fact, code, a frame, or links.
#pragma once

#include "app/widgets/key_value.h"
#include "core/view/details/text.h"

namespace lanescope {

/// What a click on a line asks for.
struct LineClick {
  EventId go = EventId::None;
  bool open_source = false;
};

LineClick draw_detail_line(FactColumn& column, const DetailLine& line);

}  // namespace lanescope
