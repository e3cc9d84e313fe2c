// The marks of a trace for a page that is shared.
#pragma once

#include "core/base/text/json_value.h"
#include "core/export/redaction.h"
#include "core/store/snapshot.h"
#include "core/view/navigation/bookmarks.h"

namespace lanescope {

/// The marks as in a file of bookmarks, in the times of the trace as write_trace() writes it. With
/// a redaction (null: none) names are replaced and notes are left out.
JsonArray shared_notes(Bookmarks bookmarks, const Snapshot& trace, Redaction* redaction);

}  // namespace lanescope
