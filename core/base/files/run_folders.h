// The folders that a run's files lie in, such as one for each host and in it one for each worker.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lanescope {

struct RunFolders {
  /// What lies where a host's folder may be meant, and cannot be looked into.
  struct Lost {
    std::string path;
    std::string why;  // "is a broken link"
  };
  std::vector<std::string> folders;
  std::vector<Lost> lost;  // in the order of their paths
};

/// `folder` itself if `has` is true of it; else those of its subfolders, and of theirs, of which it
/// is, sorted. None twice, also where links lead back to a folder above. Hidden folders are left
/// out. Lost are folders that may not be listed, `folder` too, and the first beyond 4,096; links to
/// nothing, beside the folders that are found or called like one but for numbers; and files that
/// are called so. Cost: lists these folders.
RunFolders find_run_folders(const std::string& folder,
                            const std::function<bool(const std::string&)>& has);

/// The `folders` of find_run_folders().
std::vector<std::string> folders_of_run(const std::string& folder,
                                        const std::function<bool(const std::string&)>& has);

/// The folder that the files of a run lie in, or the closest one that has theirs below it; empty if
/// there are none or that is the current folder. By their paths alone.
std::string folder_of_files(const std::vector<std::string>& files);

/// What comes before a file's name to tell it from that of another subfolder: "node000_worker0_"
/// for node000/worker0 in `folder`; empty for `folder` itself.
std::string subfolder_prefix(const std::string& folder, const std::string& subfolder);

}  // namespace lanescope
