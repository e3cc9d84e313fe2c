// What the program remembers about its user from one start to the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/workspace/attach/wish.h"
#include "app/shell/keys/key_map.h"
#include "app/shell/layout/layout.h"
#include "app/workspace/record/wish.h"
#include "core/base/result.h"
#include "core/view/colors/role_palette.h"
#include "core/view/text/threshold_list.h"

namespace lanescope {

/// A file that was opened, and when: seconds since 1970, 0 when nobody noted it.
struct RecentFile {
  std::string path;
  std::int64_t opened_s = 0;
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

struct Settings {
  static constexpr std::size_t kMaxRecent = 12;
  static constexpr std::size_t kMaxFolded = 500;

  ThemeKind theme = ThemeKind::Dark;
  float zoom = 1;  // of the interface, on top of the monitor's scale
  KeyMap keys;
  Thresholds thresholds;  // that analyses judge by
  PaneSizes panes;
  std::string tab;                          // title of the bottom's; empty: the first
  std::vector<std::string> folded_lanes;    // keys of lanes; like files have like keys
  std::vector<std::string> unfolded_lanes;  // and of groups, of those that are folded at first
  // A folded group hides all of its lanes: that is for one file only. See layout_memory.h.
  std::vector<std::string> folded_groups;
  int window_width = 1600, window_height = 900;
  bool window_maximized = false;
  std::vector<RecentFile> recent;            // the newest first
  std::vector<std::string> recent_commands;  // ids of the palette's, the newest first
  RecordWish record;                         // the last one
  std::vector<std::string> recorded;         // command lines, the newest first
  AttachWish attach;                         // the last one
  std::string recordings_folder;             // where the user put the last one; empty: nowhere
  std::string last_folder;                   // of the file dialog
  std::string export_folder;                 // the last one that was saved to

  /// Puts a file to the front of the recent ones.
  void note_opened(const std::string& path, std::int64_t now_s);
  /// Takes a file off the recent ones.
  void forget(const std::string& path);
  /// The same for a command.
  void note_command(const std::string& id);
  void note_record(const RecordWish& wish);
  void note_attach(const AttachWish& wish);
};

/// Whether there is anything to be had from the text at all.
bool looks_like_settings(const std::string& text);
/// Settings from JSON text; what is missing or makes no sense keeps its default.
Settings parse_settings(const std::string& text);
std::string settings_text(const Settings& settings);

}  // namespace lanescope
