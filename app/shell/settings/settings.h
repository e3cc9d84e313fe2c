// What the program remembers about its user from one start to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shell/keys/key_map.h"
#include "app/shell/layout/layout.h"
#include "app/shell/settings/settings.h"
#include "app/workspace/memory/remembered.h"
#include "core/base/result.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct Settings : Remembered {
  ThemeKind theme = ThemeKind::Dark;
  float zoom = 1;  // of the interface, on top of the monitor's scale
  KeyMap keys;
  PaneSizes panes;
  int window_width = 1600, window_height = 900;
  bool window_maximized = false;
  std::vector<std::string> recent_commands;  // ids of the palette's, the newest first
  std::string export_folder;                 // the last one that was saved to

  void note_command(const std::string& id) { put_first(recent_commands, id); }
  void toggle_theme() { theme = theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark; }
  /// 0: the usual size.
  void zoom_interface(float factor);
  void reset_layout();
};

/// Whether there is anything to be had from the text at all.
bool looks_like_settings(const std::string& text);
/// Settings from JSON text; what is missing or makes no sense keeps its default.
Settings parse_settings(const std::string& text);
std::string settings_text(Settings settings);

/// Where settings lie between two runs of the program. Main thread.
class SettingsFile {
 public:
  /// Empty: nothing is remembered.
  explicit SettingsFile(std::string path) : path_(std::move(path)) {}

  /// Defaults when the file is not there or makes no sense as a whole.
  Settings load();
  /// A sentence for people, once, when what was there could not be used.
  std::optional<std::string> take_problem();
  /// Writes a new file beside the old one and puts it in its place, so that a crash leaves one or
  /// the other. One that could not be used is kept as kept_path().
  std::optional<Error> save(const Settings& settings);

  [[nodiscard]] std::string kept_path() const { return path_ + ".unreadable"; }

 private:
  std::string path_;
  std::optional<std::string> problem_;
  bool keep_old_ = false;
};

}  // namespace lanescope
