// Reading a name from its start.
#pragma once

#include <string_view>

namespace lanescope {

/// Removes `start`; false if the text does not begin with it.
inline bool skip_start(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

}  // namespace lanescope
