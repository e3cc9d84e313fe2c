#include "app/panes/pane/holds_events.h"

#include "core/view/text/empty_file.h"

namespace lanescope {

bool holds_events(const TraceView& view) {
  const auto& snapshot = view.snapshot();
  if (!snapshot || view.session().state() == Session::State::Live) return true;
  return !holds_nothing(*snapshot);
}

}  // namespace lanescope
