// A path that is being typed into the file dialog: where its last name is, and how Tab completes
// it, as in a shell.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/shell/files/folder_listing.h"

namespace lanescope {

struct TypedPath {
  std::string folder;  // that the last name is in; absolute, without a separator at its end
  std::string before;  // what was typed before that name: "~/runs/"
  std::string name;    // as much of it as was typed
};

/// Paths are relative to `folder`. nullopt if `typed` is part of a name rather than a path: it has
/// no separator, and is neither "..", "~" nor a variable. Does not access the disk.
std::optional<TypedPath> typed_path(const std::string& folder, const std::string& typed);

/// Whether the entry's name may be meant by what was typed; ignores case.
bool may_become(const TypedPath& typed, const FolderEntry& entry);

/// What was typed with as much of the last name as all entries that it may become have in common;
/// with a separator at the end if that is one folder. `entries`: what is in its folder.
std::string completed(const TypedPath& typed, std::span<const FolderEntry> entries);

}  // namespace lanescope
