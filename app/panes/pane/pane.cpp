#include "app/panes/pane/pane.h"

#include "core/view/memory/text.h"

namespace lanescope {

bool Pane::applies(const TraceView& view) const {
  return view.snapshot() == nullptr || !is_memory_snapshot(*view.snapshot());
}

}  // namespace lanescope
