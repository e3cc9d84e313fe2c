// A folder of traces: one file a rank, as distributed jobs leave them.
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
  std::vector<NoFile> no_files;     // named like a trace, but nothing that can be read
  std::vector<std::string> others;  // named otherwise
};

/// What lies directly in `folder`, as paths that start with `folder`, each kind sorted as people
/// count ("rank2" before "rank10"). Traces are recognized by name: kTraceEndings, and
/// *.pt.trace.json*. Folders, hidden files and bookmarks are in none of the lists. No file is
/// opened. All are empty when the folder cannot be read.
FolderFiles files_in_folder(const std::string& folder);

/// The traces of files_in_folder().
std::vector<std::string> traces_in_folder(const std::string& folder);

}  // namespace lanescope
