// The load report as lines and a table: what was kept, what was not, and why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/store/issue_kinds.h"  // for those who ask a report of the session
#include "core/store/snapshot.h"

namespace lanescope {

struct LoadReportRow {
  std::string kind;   // "broken_event"
  std::string what;   // one sentence
  std::string count;  // "1,204"
  std::string first;  // text offset of the first one, with thousands separators; in a database
                      // "row 1,204", "n/a" if it is not known
  std::string example;
  bool lost = false;  // these events are not in the store
};

struct LoadReportModel {
  bool clean = true;     // nothing lost, nothing odd, file complete
  std::string headline;  // "All 76,125 events were read", "76,123 of 76,125 events kept, 2
                         // listed below", of a file that is cut "76,125 events read"
  std::string warning;   // "The file is truncated …"; empty if complete
  std::vector<LoadReportRow> rows;
  std::vector<std::pair<std::string, std::string>> facts;  // "Slices" "21,577" …
};

/// Cost: for a complete snapshot a pass over the GPU events.
LoadReportModel build_load_report(const Snapshot& snapshot);

/// Whether anything in it calls for a look: not so for what --keep-last was asked to leave out, nor
/// for torn or missed samples that are below 1 % of those taken, as in any recording.
bool needs_a_look(const LoadReport& report);

/// For the top of a report: that events whose times cannot be right are excluded from its figures,
/// and which was the first. Empty if there are none. `format`: TraceInfo::format.
std::string set_aside_sentence(const LoadReport& report, std::string_view format = {});

/// The same, plus what else could not be used or is missing, in one line. Empty if there is
/// nothing.
std::string left_out_sentence(const LoadReport& report, std::string_view format = {});

}  // namespace lanescope
