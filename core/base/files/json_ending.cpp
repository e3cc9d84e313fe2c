#include "core/base/files/json_ending.h"

#include "core/base/text/ascii_case.h"

namespace lanescope {

std::string_view json_ending(std::string_view name) {
  for (const std::string_view ending : {".json", ".json.gz", ".json.zst"}) {
    if (ends_ignoring_case(name, ending)) return name.substr(name.size() - ending.size());
  }
  return {};
}

}  // namespace lanescope
