// Which file names say that their contents are Kineto JSON.
#pragma once

#include <string_view>

#include "core/base/text/ascii_case.h"

namespace lanescope {

/// ".json", ".json.gz" or ".json.zst" in any case, as the name ends in it; empty if it is the name
/// of something else.
inline std::string_view json_ending(std::string_view name) {
  for (const std::string_view ending : {".json", ".json.gz", ".json.zst"}) {
    if (ends_ignoring_case(name, ending)) return name.substr(name.size() - ending.size());
  }
  return {};
}

}  // namespace lanescope
