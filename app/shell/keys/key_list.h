// The list of all keys and what the mouse does: searchable, and where a command gets other keys.
#pragma once

#include <string>
#include <string_view>

#include "app/shell/keys/key_map.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

class KeyList {
 public:
  void open();
  [[nodiscard]] bool is_open() const { return open_; }
  /// Changes `keys` as the user wants them.
  void draw(const Ui& ui, KeyMap& keys);

 private:
  void draw_content(const Ui& ui, Rect box, KeyMap& keys);
  void draw_presets(const Ui& ui, Rect row, KeyMap& keys);
  void draw_rows(const Ui& ui, Rect area, KeyMap& keys);
  float draw_command(const Ui& ui, Rect row, Rect area, const Command& command, KeyMap& keys);
  void take_keys(KeyMap& keys);

  bool open_ = false;
  bool take_focus_ = false;
  std::string filter_;
  std::string_view waiting_for_;  // the id of the command that the next keys are for; empty: none
  std::string warning_;           // what the keys set last do besides
  std::string_view warned_;       // the command they were set for
  float scroll_px_ = 0;
  float content_px_ = 0;
};

}  // namespace lanescope
