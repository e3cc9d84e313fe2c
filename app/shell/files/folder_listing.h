// What the file dialog lists: folders, and files that may be traces.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lanescope {

struct FolderEntry {
  std::string name;      // without the path; of another volume, its root
  std::string size;      // "1.20 GiB"; empty for folders
  std::string modified;  // "2026-08-03 14:05"
  bool folder = false;
};

struct FolderListing {
  std::string path;
  std::string error;  // one line, if the folder cannot be read
  std::vector<FolderEntry>
      entries;                   // folders first, each in natural order ("rank2" before "rank10")
  std::size_t ranks = 0;         // files that are ranks of one run, or summaries; 0: none
  std::size_t beside_ranks = 0;  // other files here that are named like a trace
};

/// In the root of a volume, the others are listed as folders. Omits names that begin with a dot
/// unless `hidden`, and files whose names do not look like traces unless `all_files`. Reads the
/// disk; call it on a worker.
FolderListing list_folder(const std::string& path, bool all_files, bool hidden = false);

/// Whether the name is one that this program can open: kTraceEndings, kProfileEndings,
/// kSummaryEnding, and any *.gz and *.zst.
bool looks_like_trace(const std::string& name);

/// Whether the name is one of a profile: kProfileEndings, also compressed.
bool looks_like_profile(const std::string& name);

/// Natural order, with "rank2" before "rank10"; ignores case.
bool natural_less(const std::string& a, const std::string& b);

}  // namespace lanescope
