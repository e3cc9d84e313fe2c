// What of the work is remembered from one start of the program to the next: files, folders, last
// answers, and the layout that the next trace gets too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/workspace/attach/request.h"
#include "app/workspace/record/request.h"
#include "core/view/text/threshold_list.h"

namespace lanescope {

/// A file that was opened, and when: seconds since 1970, 0 when nobody noted it.
struct RecentFile {
  std::string path;
  std::int64_t opened_s = 0;
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

struct Remembered {
  static constexpr std::size_t kMaxRecent = 12;
  static constexpr std::size_t kMaxFolded = 500;

  Thresholds thresholds;                    // that analyses judge by
  std::string tab;                          // title of the bottom's; empty: the first
  std::vector<std::string> folded_lanes;    // keys of lanes; like files have like keys
  std::vector<std::string> unfolded_lanes;  // and of groups, of those that are folded at first
  // A folded group hides all of its lanes: that is for one file only. See layout_memory.h.
  std::vector<std::string> folded_groups;
  std::vector<RecentFile> recent;     // the newest first
  RecordRequest record;               // the last one
  std::vector<std::string> recorded;  // command lines, the newest first
  AttachRequest attach;               // the last one
  std::string recordings_folder;      // where the user put the last one; empty: nowhere
  std::string last_folder;            // that a trace was opened from

  /// Puts a file to the front of the recent ones.
  void note_opened(const std::string& path, std::int64_t now_s);
  /// Takes a file off the recent ones.
  void forget(const std::string& path);
  void note_record(const RecordRequest& request);
  void note_attach(const AttachRequest& request);
  /// The user has put a recording there.
  void note_recording_in(const std::string& file);
  /// Where the next recording goes: where the command line would put it, unless the user has put
  /// one elsewhere. A window that was started from a desktop may stand where nothing can be
  /// written.
  [[nodiscard]] std::string folder_for_recordings() const;
};

/// To the front of a list of at most Remembered::kMaxRecent.
void put_first(std::vector<std::string>& list, const std::string& item);

}  // namespace lanescope
