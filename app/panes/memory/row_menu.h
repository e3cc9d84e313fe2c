// The menu of a row of the memory tables.
#pragma once

#include <string>
#include <string_view>

#include "app/panes/pane/pane.h"

namespace lanescope {

class MemoryRowMenu {
 public:
  /// Call in the frame of the right click. `goes_to` is what the row leads to, a literal.
  void open(std::string_view goes_to, EventId event, std::string_view name);
  /// Call once per frame, in the same window.
  void draw(const PaneFrame& frame) const;

 private:
  std::string_view goes_to_;
  EventId event_ = EventId::None;
  std::string name_;
};

}  // namespace lanescope
