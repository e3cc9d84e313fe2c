// Whether what nsys exported can be read: it may end well and leave a part, or something else.
#pragma once

#include <string>

namespace lanescope {

/// What is wrong with a file that should be a whole SQLite export of Nsight Systems, in a few
/// words; empty if nothing is. Cost: that of listing its tables.
std::string fault_of_export(const std::string& path);

}  // namespace lanescope
