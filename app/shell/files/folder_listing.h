// What the file dialog lists: folders, and files that may be traces.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lanescope {

struct FolderEntry {
  std::string name;      // without the path
  std::string size;      // "1.20 GiB"; empty for folders
  std::string modified;  // "2026-08-03 14:05"
  bool folder = false;
};

struct FolderListing {
  std::string path;
  std::string error;  // one line, when the folder can not be read
  std::vector<FolderEntry>
      entries;            // folders first, each sorted as people count ("rank2" before "rank10")
  std::size_t ranks = 0;  // files that are ranks of one run, by their names; 0: they are not
};

/// Names that begin with a dot are left out; of files only those whose names look like traces
/// unless `all_files`. Reads the disk: for a worker.
FolderListing list_folder(const std::string& path, bool all_files);

/// What this program can open, by its name: kTraceEndings, and any *.gz and *.zst.
bool looks_like_trace(const std::string& name);

/// Order in which "rank2" comes before "rank10"; case is ignored.
bool natural_less(const std::string& a, const std::string& b);

}  // namespace lanescope
