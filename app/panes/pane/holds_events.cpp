#include "app/panes/pane/holds_events.h"

#include "core/view/text/empty_file.h"

namespace lanescope {

bool holds_events(const TraceView& view) {
  const auto& snapshot = view.snapshot();
  return !snapshot || !holds_nothing(*snapshot) || view.session().state() == Session::State::Live;
}

}  // namespace lanescope
