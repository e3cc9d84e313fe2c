// What the program remembers about its user from one start to the next.
#pragma once

#include <string>
#include <vector>

#include "app/shell/keys/key_map.h"
#include "app/shell/layout/layout.h"
#include "app/workspace/memory/remembered.h"
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
std::string settings_text(const Settings& settings);

}  // namespace lanescope
