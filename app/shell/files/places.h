// The folders that the file dialog offers beside its list.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/workspace/memory/remembered.h"

namespace lanescope {

struct FolderPlace {
  std::string title;  // "Home", or the folder's name
  std::string folder;
  bool recent = false;  // a recent file is in it
};

/// Home, the working folder, then up to six folders of recent files, newest first; each only once.
/// Titles that would be equal have the folder above too. Pure.
std::vector<FolderPlace> places_of(const std::string& home, const std::string& working,
                                   std::span<const RecentFile> recent);

}  // namespace lanescope
