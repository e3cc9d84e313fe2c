#include "tests/paths.h"

namespace lanescope {

const std::string& source_folder() {
  static const std::string folder = LANESCOPE_SOURCE_DIR;
  return folder;
}

const std::string& binary_folder() {
  static const std::string folder = LANESCOPE_BINARY_DIR;
  return folder;
}

}  // namespace lanescope
