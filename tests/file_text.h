// What a file holds.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace lanescope {

/// Nothing when it can not be read.
inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace lanescope
