// Loads the summaries of a run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/files/run_folders.h"
#include "core/base/result.h"
#include "core/ranks/fleet/fleet.h"

namespace lanescope {

struct FleetFiles {
  struct Problem {
    std::string file, what;
  };
  Fleet fleet;
  std::vector<Problem> problems;  // files that are no summary, or damaged; in the order given
};

/// Of a load that runs on another thread.
struct FleetProgress {
  std::atomic<std::size_t> done{0};  // files read, or found to be unusable
  std::atomic<bool> cancel{false};   // set by whoever waits for it
};

/// Adds them in the order given, whatever thread reads them. Of each, only what the fleet keeps is
/// held: besides the fleet, a few files per thread are in memory at a time. A file that cannot be
/// read and whose name tells a rank is a rank too, without anything but the reason, so that it is
/// not missing. Once cancelled, further files are left out. Cost: reads all.
FleetFiles load_fleet(std::span<const std::string> files, unsigned threads,
                      FleetProgress* progress = nullptr);

/// Analyzes them: Fleet::analyze, small runs exactly, and with the culprits of stragglers. Adds to
/// `problems` what turns out to be damaged only now. Cost: that of these; reads some of the
/// summaries again, of a small run all.
FleetAnalysis analyze_files(FleetFiles& files, const Thresholds& thresholds, unsigned threads);

/// The files directly in a folder that are named as summaries are, by name. Hidden files are left
/// out. Empty if the folder cannot be read.
std::vector<std::string> summaries_in_folder(const std::string& folder);

struct FolderSummaries {
  std::vector<std::string> files;
  std::vector<RunFolders::Lost> lost;  // where more may lie
};
/// The same of its subfolders where the folder has none itself; see find_run_folders.
FolderSummaries summaries_of_folders(const std::string& folder);

}  // namespace lanescope
