// Files that nobody named: found next to one that was, by what they are called.
#pragma once

#include <string>

namespace lanescope {

/// Whether a file that was found in the folder of `named` is there itself: not a link that leads to
/// another folder than the one in which `named` is or truly lies. Whoever may read a folder must
/// not be made to read others by what is put into it; who wants such a file names it. A link may
/// take the file's place later, so what is read is asked for again then. False if it is not there.
/// Any thread. Cost: a look at the file, and at each folder above it for a link.
bool lies_beside(const std::string& found, const std::string& named);

}  // namespace lanescope
