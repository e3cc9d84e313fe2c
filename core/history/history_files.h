// Loads the summaries of a history.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/history/history.h"
#include "core/ranks/fleet/fleet_files.h"

namespace lanescope {

struct HistoryFiles {
  struct Problem {
    std::string file, what;
  };
  std::vector<HistoryRun> runs;
  std::vector<Problem> problems;  // files that are no summary, or damaged; in the order given
};

/// Of each, only the figures are kept. Once cancelled, further files are left out. Cost: reads all.
HistoryFiles load_history(std::span<const std::string> files, const KernelKindOf& kind_of,
                          unsigned threads, FleetProgress* progress = nullptr);

/// The summaries in a folder and in folders below it, as history is often kept by day or by run; by
/// path. Hidden files and folders are left out, and links to folders are not followed. Empty if the
/// folder cannot be read.
std::vector<std::string> summaries_below(const std::string& folder);

}  // namespace lanescope
