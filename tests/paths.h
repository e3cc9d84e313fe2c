// The folders a test may read: where the source lies, and where it was built.
#pragma once

#include <string>

namespace lanescope {

/// Without a slash at the end.
const std::string& source_folder();
const std::string& binary_folder();

}  // namespace lanescope
