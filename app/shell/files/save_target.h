// What a name written into the save dialog means.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope {

struct SaveTarget {
  enum class Kind : std::uint8_t {
    File,    // nothing is there: it can be written
    Exists,  // a file is there: ask before it is replaced
    Folder,  // to be gone into
    Wrong,   // `message` says why
  };
  Kind kind = Kind::Wrong;
  std::string path;     // absolute
  std::string message;  // one line, of Exists and Wrong
};

/// `typed` is a name, or a path from `folder`, from "~" or from "/". A name without an ending gets
/// `suffix` (".csv"); one with the ending of another format that can be saved is wrong. Looks at
/// the disk: microseconds on a local one; call it when the user has decided, not in every frame.
SaveTarget judge_target(const std::string& folder, const std::string& typed,
                        const std::string& suffix);

/// "~" and what begins with "~/" from the user's home.
std::string expanded_path(const std::string& typed);

}  // namespace lanescope
