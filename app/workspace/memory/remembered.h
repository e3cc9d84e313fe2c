// What is remembered between starts of the program: files, folders, the last dialog entries, and
// the layout for the next trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/workspace/attach/request.h"
#include "app/workspace/record/request.h"
#include "core/view/text/threshold_list.h"

namespace lanescope {

/// A file or folder, or two files that were compared, and when they were opened, in seconds since
/// 1970; 0 if unknown.
struct RecentFile {
  std::string path;
  std::int64_t opened_s = 0;
  std::string real = {};           // where it was found; empty if that is `path`, or not known
  std::string compared_with = {};  // the file of run B; empty: opened alone
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

struct Remembered {
  static constexpr std::size_t kMaxRecent = 12;
  static constexpr std::size_t kMaxFolded = 500;

  Thresholds thresholds;                    // used by analyses
  std::string tab;                          // title of the bottom area's tab; empty: the first
  std::string memory_tab = "Memory";        // the same for memory snapshots
  std::vector<std::string> folded_lanes;    // keys of lanes; similar files have similar keys
  std::vector<std::string> unfolded_lanes;  // keys of lanes and groups that are folded by default
  std::vector<std::string> pinned_lanes;    // keys, from top to bottom
  // A folded group hides all its lanes, so this is per file. See layout_memory.h.
  std::vector<std::string> folded_groups;
  std::vector<RecentFile> recent;     // newest first
  RecordRequest record;               // the last one
  std::vector<std::string> recorded;  // command lines, newest first
  AttachRequest attach;               // the last one
  std::string recordings_folder;      // where the user put the last recording; empty: nowhere
  std::string last_folder;            // of the last opened trace
  bool tour_seen = false;             // the tour has begun once; it never begins by itself again

  /// Moves a file to the front of the recent files, also if an earlier path led to it in another
  /// way. Cost: looks the path up on the disk.
  void note_opened(const std::string& path, std::int64_t now_s);
  /// The same for two files that are compared, whichever of them was A before.
  void note_compared(const std::string& path_a, const std::string& path_b, std::int64_t now_s);
  /// Removes it from the recent files.
  void forget(const RecentFile& file);
  void note_record(const RecordRequest& request);
  void note_attach(const AttachRequest& request);
  /// Notes that the user put a recording there.
  void note_recording_in(const std::string& file);
  /// The folder for the next recording: the one the command line would use, unless the user has put
  /// one elsewhere. A window started from a desktop may have a working directory that is not
  /// writable.
  [[nodiscard]] std::string folder_for_recordings() const;

 private:
  void put_recent(RecentFile file);
};

/// Moves an item to the front of a list with at most Remembered::kMaxRecent items.
void put_first(std::vector<std::string>& list, const std::string& item);

}  // namespace lanescope
