// Interprets a name typed into the save dialog.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

struct SaveTarget {
  enum class Kind : std::uint8_t {
    File,    // does not exist; can be written
    Exists,  // the file exists; ask before replacing it
    Folder,  // enter this folder
    Wrong,   // `message` says why
  };
  Kind kind = Kind::Wrong;
  std::string path;     // absolute
  std::string message;  // one line, for Exists and Wrong
};

/// `typed` is a name, or a path relative to `folder`, "~" or "/". A name without an extension gets
/// `suffix` (".csv"); an extension of another format that can be saved is wrong. Accesses the disk
/// (microseconds on a local one): call it when the user confirms, not every frame.
SaveTarget judge_target(const std::string& folder, const std::string& typed,
                        const std::string& suffix);

/// Replaces a leading "~" by the user's home folder, and "$NAME" and "${NAME}" by environment
/// variables that are set.
std::string expanded_path(const std::string& typed);

}  // namespace lanescope
