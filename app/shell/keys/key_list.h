// The list of all shortcuts and mouse actions: searchable, and where shortcuts are changed.
#pragma once

#include <string>
#include <string_view>

#include "app/shell/keys/key_map.h"
#include "app/shell/window/offers.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

class KeyList {
 public:
  void open();
  [[nodiscard]] bool is_open() const { return open_; }
  void close() { open_ = false; }
  /// The next key pressed becomes a shortcut.
  [[nodiscard]] bool waits_for_keys() const { return open_ && !waiting_for_.empty(); }
  /// Changes `keys` according to the user.
  void draw(const Ui& ui, KeyMap& keys, const SystemOffers& offers);

 private:
  void draw_content(const Ui& ui, Rect box, KeyMap& keys, const SystemOffers& offers);
  void draw_presets(const Ui& ui, Rect row, KeyMap& keys);
  void draw_rows(const Ui& ui, Rect area, KeyMap& keys, const SystemOffers& offers);
  float draw_command(const Ui& ui, Rect row, Rect area, const Command& command, KeyMap& keys);
  void take_keys(KeyMap& keys);

  bool open_ = false;
  bool take_focus_ = false;
  std::string filter_;
  std::string_view waiting_for_;  // id of the command that waits for its new shortcut; empty: none
  std::string warning_;           // what else the last assigned shortcut does
  std::string_view warned_;       // the command it was assigned to
  float scroll_px_ = 0;
  float content_px_ = 0;
};

}  // namespace lanescope
