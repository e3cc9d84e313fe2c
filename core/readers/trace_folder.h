// A folder of traces, one file per rank, as written by distributed jobs.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

struct FolderFiles {
  struct NoFile {
    std::string path;
    std::string what;  // "broken link", "pipe", "socket", "device"
  };
  std::vector<std::string> traces;
  std::vector<NoFile> no_files;     // named like a trace, but not readable as a file
  std::vector<std::string> others;  // other names
};

/// The files directly in `folder`, as paths that start with `folder`, each list in natural order
/// ("rank2" before "rank10"). Traces are recognized by name: kTraceEndings, also compressed,
/// *.pt.trace.json*, and reports that nsys exports where no trace of another profiler is, each
/// without its own export. Folders, hidden files, bookmarks, segments of recordings and named
/// baselines are not listed. No file is opened. All lists are empty if the folder cannot be read.
FolderFiles files_in_folder(const std::string& folder);

/// By the names alone, those of files of one folder: which are of traces. In the order given, with
/// reports after all others.
std::vector<std::string> traces_among(const std::vector<std::string>& names);

/// The traces of files_in_folder().
std::vector<std::string> traces_in_folder(const std::string& folder);

}  // namespace lanescope
