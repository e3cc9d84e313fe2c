// The recent files in words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/workspace/commands.h"
#include "app/workspace/memory/remembered.h"

namespace lanescope {

/// "run (4 ranks)" for a folder of ranks; a file's name if `ranks` is 0; "base.json vs tuned.json"
/// for two files that were compared.
std::string recent_name(const RecentFile& file, std::size_t ranks);

/// "~/runs/a"; "~/runs/a vs ~/runs/b" for two files that were compared, if their folders differ.
std::string recent_folder(const RecentFile& file);

/// For each file, as much of its folder as tells it apart from others of that name: "runs/b", with
/// "…/" before it if that is not all. Pure.
std::vector<std::string> telling_folders(std::span<const RecentFile> files);

/// What its widgets are called, no two alike.
std::string recent_mark(const RecentFile& file);

/// Opens it as it was opened before: alone, or both files to be compared.
WorkspaceCommand open_again(const RecentFile& file);

}  // namespace lanescope
