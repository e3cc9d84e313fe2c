// The folders a test may read: the source folder and the build folder.
#pragma once

#include <string>

namespace lanescope {

/// Without a trailing slash.
const std::string& source_folder();
const std::string& binary_folder();

}  // namespace lanescope
