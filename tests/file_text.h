// The contents of a file.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace lanescope {

/// Empty if it cannot be read.
inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace lanescope
