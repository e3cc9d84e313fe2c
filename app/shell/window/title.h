// The window's title: what is open.
#pragma once

#include <array>
#include <string>

#include "app/workspace/workspace.h"

namespace lanescope {

class WindowTitle {
 public:
  /// Once a frame; needs no memory while the same is open.
  void refresh(const Workspace& workspace);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::array<std::string, 2> of_;  // the files that it is about
  std::string text_ = "Lanescope";
};

}  // namespace lanescope
