// An export of a rank that was chosen while all ranks were in front: it goes on once the trace of
// that rank is loaded alone.
#pragma once

#include <optional>
#include <string>

#include "app/shell/files/exporter.h"
#include "core/view/events/event_ref.h"

namespace lanescope {

struct PendingExport {
  ExportKind kind = ExportKind::Trace;
  std::string file;                       // of the rank
  std::optional<EventKey> selected = {};  // to be selected again; until that is done
  bool opens = false;                     // the rank is being opened
  bool at_flame = false;                  // its flame graph was brought to the front
  int frames_waited = 0;                  // with nothing left to compute
};

}  // namespace lanescope
