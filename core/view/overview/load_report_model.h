// The load report as lines and a table: what was kept, what was not and why.
#pragma once

#include <string>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

struct LoadReportRow {
  std::string kind;   // "broken_event"
  std::string what;   // a sentence
  std::string count;  // "1,204"
  std::string first;  // text offset of the first one, grouped
  std::string example;
  bool lost = false;  // these events are not in the store
};

struct LoadReportModel {
  bool clean = true;     // nothing lost, nothing odd, complete
  std::string headline;  // "All 76,125 events were read", "76,123 of 76,125 events kept, 2
                         // listed below"
  std::string warning;   // "The file ends early …"; empty when complete
  std::vector<LoadReportRow> rows;
  std::vector<std::pair<std::string, std::string>> facts;  // "Slices" "21,577" …
};

LoadReportModel build_load_report(const Snapshot& snapshot);

/// For the top of a report: that events with times that cannot be right are not in its figures, and
/// which one was the first. Empty when there are none.
std::string set_aside_sentence(const LoadReport& report);

/// The same and what else could not be used or is missing, in one line. Empty when there is none.
std::string left_out_sentence(const LoadReport& report);

}  // namespace lanescope
