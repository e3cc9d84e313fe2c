// A folder of traces: one file a rank, as distributed jobs leave them.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// The traces directly in `folder`, told by their names (*.json, *.json.gz, *.json.zst,
/// *.pt.trace.json*), as paths that start with `folder`, sorted as people count ("rank2" before
/// "rank10"). Hidden and unfinished (.tmp) files are left out. Empty when there are none or the
/// folder can not be read.
std::vector<std::string> traces_in_folder(const std::string& folder);

}  // namespace lanescope
