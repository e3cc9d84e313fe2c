#include "app/panes/pane/pane.h"

#include "app/panes/pane/holds_events.h"
#include "core/view/memory/text.h"

namespace lanescope {

bool Pane::applies(const TraceView& view) const {
  return view.snapshot() == nullptr || (holds_events(view) && !is_memory_file(*view.snapshot()));
}

}  // namespace lanescope
