// The folders that a run's files lie in, such as one for each host and in it one for each worker.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lanescope {

/// `folder` itself if `has` is true of it; else those of its subfolders, and of theirs, of which it
/// is, sorted. None twice, also where links lead back to a folder above. Hidden folders are left
/// out, and so are those beyond the first 4,096. Empty if there is none, or it cannot be read.
/// Cost: lists these folders.
std::vector<std::string> folders_of_run(const std::string& folder,
                                        const std::function<bool(const std::string&)>& has);

/// What comes before a file's name to tell it from that of another subfolder: "node000_worker0_"
/// for node000/worker0 in `folder`; empty for `folder` itself.
std::string subfolder_prefix(const std::string& folder, const std::string& subfolder);

}  // namespace lanescope
