// The user's settings and what is remembered between starts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/shell/keys/key_map.h"
#include "app/shell/layout/layout.h"
#include "app/shell/settings/settings.h"
#include "app/widgets/table_memory.h"
#include "app/workspace/files/source_folders.h"
#include "app/workspace/memory/remembered.h"
#include "core/base/result.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct Settings : Remembered {
  ThemeKind theme = ThemeKind::Dark;
  float zoom = 1;  // of the interface, in addition to the monitor's scale
  KeyMap keys;
  PaneSizes panes;
  TableMemory tables;
  int window_width = 1600, window_height = 900;
  bool window_maximized = false;
  std::vector<std::string> recent_commands;  // ids of commands from the palette, newest first
  std::string export_folder;                 // the last folder saved to
  std::vector<SourceFolder> source_folders;  // newest first

  void note_command(const std::string& id) { put_first(recent_commands, id); }
  void toggle_theme() { theme = theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark; }
  /// 0: the default size.
  void zoom_interface(float factor);
  void reset_layout();
};

/// Whether anything usable can be read from the text.
bool looks_like_settings(const std::string& text);
/// Parses settings from JSON; missing or invalid values keep their defaults.
Settings parse_settings(const std::string& text);
std::string settings_text(Settings settings);

/// The settings file. Main thread.
class SettingsFile {
 public:
  /// Empty path: nothing is saved or loaded.
  explicit SettingsFile(std::string path) : path_(std::move(path)) {}

  /// Defaults if the file does not exist or cannot be used.
  Settings load();
  /// A sentence for the user if the file could not be used; returned once.
  std::optional<std::string> take_problem();
  /// Writes a new file and renames it over the old one, so a crash leaves one or the other. A file
  /// that could not be used is kept as kept_path().
  std::optional<Error> save(const Settings& settings);

  [[nodiscard]] std::string kept_path() const { return path_ + ".unreadable"; }

 private:
  std::string path_;
  std::optional<std::string> problem_;
  bool keep_old_ = false;
};

}  // namespace lanescope
