// The traces of one run, such as those of a training's ranks, as `lanescope report FOLDER` takes
// them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/python/loaded_run.h"

namespace lanescope {

struct RunTraces {
  std::vector<std::string> paths;     // in the order of their names
  std::vector<std::string> left_out;  // a line for each other file: its path, and what is wrong
};

/// The traces that the paths name; of folders, those in them. Errors are thrown as Fault; that
/// there is no trace is none.
RunTraces list_run(const std::vector<std::string>& paths);

/// What `lanescope report` prints about several traces: with --json, and for people.
struct RunReport {
  std::string json, text;
  std::vector<std::string> left_out;  // as in RunTraces
};

/// Loads one trace after the other, so that only one is in memory. Errors of a single file leave it
/// out, unless none is left. Nullopt: the watch ended it. Any thread; errors are thrown as Fault.
std::optional<RunReport> report_run(const std::vector<std::string>& paths,
                                    const std::vector<std::string>& names, const ResultQuery& query,
                                    const LoadWatch& watch);

}  // namespace lanescope
