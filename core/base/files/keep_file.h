// Files that shall still be there when the program starts next time.
#pragma once

#include <string>

namespace lanescope {

/// A file has been replaced. Where files lie on a disk that is all; a page has them in memory only,
/// and gives what it may keep to the browser. Any thread.
void keep_file(const std::string& path);

/// Puts back what was kept. Before the first file is read.
void restore_kept_files();

}  // namespace lanescope
