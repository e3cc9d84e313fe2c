// The list of all keys and what the mouse does, searchable.
#pragma once

#include <string>

#include "app/widgets/ui.h"

namespace lanescope {

class KeyList {
 public:
  void open();
  [[nodiscard]] bool is_open() const { return open_; }
  void draw(const Ui& ui);

 private:
  void draw_content(const Ui& ui, Rect box);

  bool open_ = false;
  bool take_focus_ = false;
  std::string filter_;
  float scroll_px_ = 0;
  float content_px_ = 0;
};

}  // namespace lanescope
