// What was wrong with the file that a trace was converted from: its events no longer tell.
#pragma once

#include "core/base/text/json_value.h"
#include "core/store/load_report.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The value of kSourceIssuesMember for a trace that is written, with what is said there of the
/// file that the trace itself was converted from, but not of what was mended. Empty if there is
/// nothing to say.
JsonObject source_issues(const Snapshot& trace);

/// Adds to the report of a trace with that member an issue that sums it up, without the kinds that
/// the report has anyway. Its events are not of this file, so that it counts none as lost.
void add_source_issues(const JsonValue& metadata, LoadReport& report);

}  // namespace lanescope
